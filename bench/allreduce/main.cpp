#include "bench/allreduce/catalogue.hpp"
#include "bench/common/bench_main.hpp"

int main(int argc, char** argv) {
    return hopbench::bench_main(
        argc, argv,
        {.name = "hopbench-allreduce",
         .purpose = "What NCCL's all-reduce takes over the GPUs of this machine.",
         .examples = "  hopbench-allreduce --ranks 2,4,8 --sizes 8..64M\n"
                     "  hopbench-allreduce --gpus 4-7 --sizes 8K,1M --samples s.jsonl\n"
                     "  NCCL_DEBUG=INFO hopbench-allreduce --benchmark_filter=/sizes/\n",
         .catalogue = hopbench::allreduce_catalogue(),
         .sizes = "8,256,1K,4K,16K,64K,256K,1M"});
}

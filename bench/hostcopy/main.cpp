#include "bench/common/bench_main.hpp"
#include "bench/hostcopy/catalogue.hpp"

int main(int argc, char** argv) {
    return hopbench::bench_main(
        argc, argv,
        {.name = "hopbench-hostcopy",
         .purpose = "What copies between a GPU and pinned host memory reach, per NUMA node.",
         .examples = "  hopbench-hostcopy --gpus 0-3 --nodes all\n"
                     "  hopbench-hostcopy --gpus 0 --nodes 0,1 --sizes 64K..64M --samples s.jsonl\n"
                     "  hopbench-hostcopy --benchmark_filter=/d2h/ --nodes policy\n",
         .catalogue = hopbench::hostcopy_catalogue(),
         .sizes = "16M",
         .nodes = "all"});
}

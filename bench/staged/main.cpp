#include "bench/common/bench_main.hpp"
#include "bench/staged/catalogue.hpp"

int main(int argc, char** argv) {
    return hopbench::bench_main(
        argc, argv,
        {.name = "hopbench-staged",
         .purpose = "What a pair of GPUs reaches by way of host memory, without peer access.",
         .examples = "  hopbench-staged --pairs 0:1 --sizes 16M --nodes 0,1\n"
                     "  hopbench-staged --pairs 0:4,4:0 --sizes 1M..256M --samples s.jsonl\n"
                     "  hopbench-staged --probe\n",
         .catalogue = hopbench::staged_catalogue(),
         .sizes = "16M"});
}

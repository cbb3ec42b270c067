#include "bench/common/bench_main.hpp"
#include "bench/latency/catalogue.hpp"

int main(int argc, char** argv) {
    return hopbench::bench_main(
        argc, argv,
        {.name = "hopbench-latency",
         .purpose = "What one small transfer between two GPUs costs.",
         .examples =
             "  hopbench-latency --pairs 0:1,1:0 --sizes 4,4K\n"
             "  hopbench-latency --benchmark_filter='oneshot/.*/bytes:4096/' --samples s.jsonl\n"
             "  hopbench-latency --probe\n",
         .catalogue = hopbench::latency_catalogue()});
}

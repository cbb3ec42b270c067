#include <cstring>

#include "bench/common/bench_main.hpp"
#include "bench/p2p/catalogue.hpp"
#include "bench/p2p/matrix_text.hpp"
#include "bench/p2p/step_child.hpp"
#include "bench/p2p/step_supervisor.hpp"

namespace {

constexpr hopbench::IsolatedCases steps{.describe = hopbench::describe_in_child,
                                        .run = hopbench::run_steps,
                                        .show = hopbench::capability_text};

}  // namespace

int main(int argc, char** argv) {
    const hopbench::BenchProgram program{
        .name = "hopbench-p2p",
        .purpose = "What every pair of GPUs can do, and how fast one writes to another.",
        .examples =
            "  hopbench-p2p --matrix\n"
            "  hopbench-p2p --matrix --pairs 0:1,1:0 --step-deadline 5 --samples steps.jsonl\n"
            "  hopbench-p2p --sizes 16M,256M --benchmark_filter='p2p/ce_write/'\n"
            "  hopbench-p2p --pairs 0:1 --benchmark_filter=bidir --samples s.jsonl\n",
        .catalogue = hopbench::p2p_catalogue(),
        .sizes = "16M,64M",
        .isolated = &steps};
    if (argc > 1 && std::strcmp(argv[1], hopbench::step_child_option) == 0)
        return hopbench::step_child_main(argc, argv, program);
    return hopbench::bench_main(argc, argv, program);
}

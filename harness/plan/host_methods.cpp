#include "harness/plan/bandwidth_method.hpp"
#include "harness/plan/case_catalogue.hpp"

namespace hopbench {
namespace {

constexpr double typical = 25e9;  ///< B/s between a GPU and pinned memory
/// One operation is a window on any link of today (200 µs at 60 GB/s): less would take more of
/// them.
constexpr std::uint64_t quick_bytes = 12 * mebibyte;

CaseMethod host_copy(std::string_view method, GpuAxes gpus, double simulated_per_byte,
                     std::string_view what) {
    auto entry =
        bandwidth_method("hostcopy", method, "hopbench-hostcopy",
                         {.bytes_per_second = typical, .simulated_per_byte = simulated_per_byte});
    entry.direction = method;
    entry.what = what;
    entry.gpus = gpus;
    entry.nodes = {NodeAxis::every, NodeAxis::every, NodeAxis::every};
    entry.sizes = bandwidth_sizes(quick_bytes);
    return entry;
}

}  // namespace

std::vector<CaseMethod> staged_methods() {
    auto ring = bandwidth_method("staged", "ring", "hopbench-staged",
                                 {.bytes_per_second = typical / 2, .simulated_per_byte = 2.8e-9});
    ring.direction = "push";
    ring.what =
        "GPU to pinned host memory to GPU, in chunks through a ring of slots; what explicit "
        "staging reaches";
    ring.nodes = {NodeAxis::absent, NodeAxis::absent, NodeAxis::both};
    ring.sizes = bandwidth_sizes(quick_bytes);
    return {ring};
}

std::vector<CaseMethod> hostcopy_methods() {
    return {host_copy("h2d", GpuAxes::to_gpu, 2.3e-9, "pinned host memory of a node to the GPU"),
            host_copy("d2h", GpuAxes::from_gpu, 4e-9, "the GPU to pinned host memory of a node")};
}

}  // namespace hopbench

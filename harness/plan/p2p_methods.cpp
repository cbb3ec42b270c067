#include "harness/plan/bandwidth_method.hpp"
#include "harness/plan/case_catalogue.hpp"

namespace hopbench {
namespace {

constexpr std::string_view executable = "hopbench-p2p";
constexpr double typical = 12e9;  ///< B/s through host memory
/// A step's share of what its source's child takes to initialise every GPU, s.
constexpr double a_childs_start = 0.2;

CaseMethod step(std::string_view method, std::string_view engine, std::string_view what) {
    constexpr Repetitions once{.warmup = 0, .samples = 1};
    return {.family = "p2p",
            .method = method,
            .executable = executable,
            .direction = "push",
            .engine = engine,
            .what = what,
            .once = true,
            .repetitions = {{once, once, once}},
            .hardware = {.fixed = a_childs_start + 10e-3},
            .simulated = {.fixed = 200e-6}};
}

CaseMethod write(std::string_view method, std::string_view engine, GpuAxes gpus, bool quick,
                 double simulated_per_byte, std::string_view what) {
    auto entry =
        bandwidth_method("p2p", method, executable,
                         {.bytes_per_second = typical, .simulated_per_byte = simulated_per_byte});
    entry.direction = gpus == GpuAxes::unordered_pairs ? "bidirectional" : "push";
    entry.engine = engine;
    entry.what = what;
    entry.gpus = gpus;
    entry.sizes = bandwidth_sizes(quick ? 16 * mebibyte : 0);
    return entry;
}

}  // namespace

std::vector<CaseMethod> p2p_methods() {
    return {
        step("attributes", "ce", "what the driver says of the pair"),
        step("enable", "ce", "switching peer access on"),
        step("ce_push", "ce", "a peer copy, checked by the destination's own GPU and by the host"),
        step("sm_store", "sm",
             "a kernel of the source stores into the destination's memory, checked there"),
        write("ce_write", "ce", GpuAxes::ordered_pairs, true, 2.6e-9,
              "peer copies on the source's stream, by the driver through host memory where peers "
              "cannot"),
        write("ce_write_bidir", "ce", GpuAxes::unordered_pairs, false, 5e-9,
              "peer copies in both directions at once; the sum of both"),
        write("sm_write", "sm", GpuAxes::ordered_pairs, false, 7e-9,
              "a kernel of the source stores into the destination's memory; needs peer access"),
        write("sm_write_bidir", "sm", GpuAxes::unordered_pairs, false, 13.5e-9,
              "kernels of both store into the other's memory; the sum of both; needs peer access"),
    };
}

}  // namespace hopbench

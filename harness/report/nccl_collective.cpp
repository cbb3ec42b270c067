#include <fmt/format.h>

#include <cmath>

#include "harness/report/nccl_log.hpp"

namespace hopbench::reporting {
namespace {

/// Half of the last printed digit of algbw and busbw, GB/s.
constexpr double print_error = 0.005;
/// Below this the ratio is all rounding.
constexpr double least_bandwidth = 1.0;

struct Ratio {
    double value = 0;      ///< busbw / algbw
    double tolerance = 0;  ///< by rounding, relative
};

/// The ratio of the row with the largest bandwidth, where rounding matters least.
std::optional<Ratio> best_ratio(const std::vector<NcclRow>& rows) {
    double algbw = 0, busbw = 0;
    for (const auto& row : rows)
        for (const auto& side : {row.out_of_place, row.in_place})
            if (side && side->algbw > algbw) algbw = side->algbw, busbw = side->busbw;
    if (algbw < least_bandwidth || busbw <= 0) return std::nullopt;
    return Ratio{.value = busbw / algbw,
                 .tolerance = 0.001 + print_error / algbw + print_error / busbw};
}

bool near(const Ratio& ratio, double expected) {
    return std::abs(ratio.value / expected - 1) <= ratio.tolerance;
}

}  // namespace

std::string collective_name(std::string program) {
    if (const auto at = program.find("_perf"); at != std::string::npos) program.resize(at);
    std::erase(program, '_');
    return program;
}

/// Factors of nccl-tests' PERFORMANCE.md: all-reduce 2(n−1)/n; reduce-scatter, all-gather,
/// all-to-all, gather and scatter (n−1)/n; reduce, broadcast and send-receive 1.
InferredCollective infer_collective(const std::vector<NcclRow>& rows, int ranks) {
    const auto ratio = best_ratio(rows);
    if (!ratio || ranks < 2)
        return {.name = "collective",
                .evidence = "the log names no collective and its bandwidths are too small to tell"};
    const double n = ranks;
    const bool reduces = !rows.empty() && !rows.front().redop.empty();
    const bool rooted = !rows.empty() && rows.front().root.has_value();
    std::string name = "collective", factor = "no known factor";
    if (near(*ratio, 2 * (n - 1) / n) && reduces && !rooted)
        name = "allreduce", factor = "2(n-1)/n";
    else if (near(*ratio, (n - 1) / n) && reduces && !rooted)
        name = "reducescatter", factor = "(n-1)/n";
    else if (near(*ratio, 1) && rooted)
        name = reduces ? "reduce" : "broadcast", factor = "1";
    else if (near(*ratio, 1) && !reduces)
        name = "sendrecv", factor = "1";
    else if (near(*ratio, (n - 1) / n))
        factor = "(n-1)/n, which several collectives have";
    return {.name = name,
            .evidence = "the log names no collective; busbw/algbw is " +
                        fmt::format("{:.3f}", ratio->value) + " on " + std::to_string(ranks) +
                        " ranks: " + factor};
}

}  // namespace hopbench::reporting

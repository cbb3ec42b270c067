#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hopbench {

/// Which way is worse: s = +1 for `lower`, −1 for `higher` in the comparison.
enum class Better { lower, higher };

/// Which default margin a metric takes (bandwidth up to 1 MiB takes the latency margin).
enum class MarginKind { latency, bandwidth, allreduce, p99 };

/// Where the two ends of a transfer lie to each other. `unknown_numa` where no truth is known.
enum class PairClass {
    nvlink,
    same_switch,
    same_node,
    cross_node,
    host_local,
    host_remote,
    collective,
    unknown_numa,
};

/// Size bands of groups: ≤ 4 KiB, ≤ 1 MiB, above.
enum class Band { small, medium, large };

[[nodiscard]] std::string_view to_string(Better better) noexcept;
[[nodiscard]] std::string_view to_string(MarginKind kind) noexcept;
[[nodiscard]] std::string_view to_string(PairClass pair_class) noexcept;
/// "≤4KiB", "≤1MiB", ">1MiB".
[[nodiscard]] std::string_view to_string(Band band) noexcept;
[[nodiscard]] std::optional<Better> parse_better(std::string_view word) noexcept;
[[nodiscard]] std::optional<MarginKind> parse_margin_kind(std::string_view word) noexcept;
[[nodiscard]] std::optional<PairClass> parse_pair_class(std::string_view word) noexcept;
[[nodiscard]] Band band_of(std::uint64_t bytes) noexcept;

/// What one number is a measurement of. Two cells with equal keys but for `variant` are compared.
struct CellKey {
    std::string family;      ///< "latency"
    std::string method;      ///< "oneshot", "issue_interval"
    std::string metric;      ///< "completion", "enqueue", "issue_interval"
    std::optional<int> src;  ///< GPU index; none for collectives
    std::optional<int> dst;
    std::optional<int> ranks = {};  ///< GPUs of a collective
    std::uint64_t bytes = 0;
    std::string direction;  ///< "push", "pull", "bidirectional"; empty where it has no meaning
    std::string engine;     ///< "ce", "sm", "nccl"; empty where unknown
    std::optional<int> host_node;  ///< NUMA node of the host buffer
    std::string binding = "none";  ///< requested binding policy
    std::string variant = "baseline";

    auto operator<=>(const CellKey&) const = default;
};

/// The key as people read it, without the variant: "latency/oneshot/src:0/dst:1/bytes:4096
/// completion".
[[nodiscard]] std::string describe(const CellKey& key);

}  // namespace hopbench

#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hopbench {

/// A case as Google Benchmark names it: `family/method/src:0/dst:1/bytes:4096`.
/// Axes appear in the order src, dst, ranks, bytes, node; an absent axis is left out.
struct CaseName {
    std::string family;
    std::string method;
    std::optional<int> src;
    std::optional<int> dst;
    std::optional<int> ranks = {};  ///< GPUs of a collective
    std::optional<std::uint64_t> bytes;
    std::optional<int> node;  ///< host NUMA node

    auto operator<=>(const CaseName&) const = default;
};

[[nodiscard]] std::string format_case_name(const CaseName& name);

/// nullopt when the text is not exactly what format_case_name would write.
/// Suffixes that Google Benchmark appends (`/iterations:20/manual_time`) must be cut off before.
[[nodiscard]] std::optional<CaseName> parse_case_name(std::string_view text);

/// Shell-style match of `*`, `?` and comma-separated alternatives, the grammar of --cases.
[[nodiscard]] bool glob_match(std::string_view patterns, std::string_view text) noexcept;

}  // namespace hopbench

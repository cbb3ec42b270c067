#include "harness/model/cell_key.hpp"

#include <array>
#include <utility>

namespace hopbench {
namespace {

template <class Enum, std::size_t N>
using Names = std::array<std::pair<Enum, std::string_view>, N>;

constexpr Names<Better, 2> better_names{{{Better::lower, "lower"}, {Better::higher, "higher"}}};
constexpr Names<MarginKind, 4> margin_names{{{MarginKind::latency, "latency"},
                                             {MarginKind::bandwidth, "bandwidth"},
                                             {MarginKind::allreduce, "allreduce"},
                                             {MarginKind::p99, "p99"}}};
constexpr Names<PairClass, 8> class_names{{{PairClass::nvlink, "nvlink"},
                                           {PairClass::same_switch, "same-switch"},
                                           {PairClass::same_node, "same-node"},
                                           {PairClass::cross_node, "cross-node"},
                                           {PairClass::host_local, "host-local"},
                                           {PairClass::host_remote, "host-remote"},
                                           {PairClass::collective, "collective"},
                                           {PairClass::unknown_numa, "unknown-numa"}}};
constexpr Names<Band, 3> band_names{
    {{Band::small, "≤4KiB"}, {Band::medium, "≤1MiB"}, {Band::large, ">1MiB"}}};

constexpr std::uint64_t small_limit = 4096;
constexpr std::uint64_t medium_limit = 1048576;

template <class Enum, std::size_t N>
std::string_view name_of(const Names<Enum, N>& names, Enum value) noexcept {
    for (const auto& [candidate, name] : names)
        if (candidate == value) return name;
    return "unknown";
}

template <class Enum, std::size_t N>
std::optional<Enum> value_of(const Names<Enum, N>& names, std::string_view word) noexcept {
    for (const auto& [value, name] : names)
        if (name == word) return value;
    return std::nullopt;
}

}  // namespace

std::string_view to_string(Better better) noexcept {
    return name_of(better_names, better);
}
std::string_view to_string(MarginKind kind) noexcept {
    return name_of(margin_names, kind);
}
std::string_view to_string(PairClass pair_class) noexcept {
    return name_of(class_names, pair_class);
}
std::string_view to_string(Band band) noexcept {
    return name_of(band_names, band);
}
std::optional<Better> parse_better(std::string_view word) noexcept {
    return value_of(better_names, word);
}
std::optional<MarginKind> parse_margin_kind(std::string_view word) noexcept {
    return value_of(margin_names, word);
}
std::optional<PairClass> parse_pair_class(std::string_view word) noexcept {
    return value_of(class_names, word);
}

Band band_of(std::uint64_t bytes) noexcept {
    if (bytes <= small_limit) return Band::small;
    return bytes <= medium_limit ? Band::medium : Band::large;
}

std::string describe(const CellKey& key) {
    std::string text = key.family + "/" + key.method;
    if (key.src) text += "/src:" + std::to_string(*key.src);
    if (key.dst) text += "/dst:" + std::to_string(*key.dst);
    if (key.ranks) text += "/ranks:" + std::to_string(*key.ranks);
    text += "/bytes:" + std::to_string(key.bytes);
    if (key.host_node) text += "/node:" + std::to_string(*key.host_node);
    if (!key.direction.empty()) text += "/" + key.direction;
    if (!key.engine.empty()) text += "/" + key.engine;
    if (key.binding != "none") text += "/bind:" + key.binding;
    return text + " " + key.metric;
}

}  // namespace hopbench

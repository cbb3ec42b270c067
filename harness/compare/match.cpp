#include "harness/compare/match.hpp"

#include <algorithm>
#include <tuple>

#include "harness/model/error.hpp"

namespace hopbench::compare {
namespace {

auto same_thing(const CellKey& key) noexcept {
    return std::tie(key.family, key.method, key.metric, key.src, key.dst, key.ranks, key.bytes,
                    key.direction, key.engine, key.host_node, key.binding);
}

}  // namespace

bool SameThingLess::operator()(const CellKey& a, const CellKey& b) const noexcept {
    return same_thing(a) < same_thing(b);
}

std::vector<const Cell*> cells_of(const Report& report, const std::string& variant) {
    std::vector<const Cell*> cells;
    for (const Cell& cell : report.cells)
        if (cell.key.variant == variant) cells.push_back(&cell);
    const auto less = [](const Cell* a, const Cell* b) { return SameThingLess()(a->key, b->key); };
    std::sort(cells.begin(), cells.end(), less);
    const auto twice = std::adjacent_find(
        cells.begin(), cells.end(), [&](auto* a, auto* b) { return !less(a, b) && !less(b, a); });
    if (twice != cells.end())
        throw usage_error(
            report.volatile_part.directory.empty() ? "the report" : report.volatile_part.directory,
            "cell " + describe((*twice)->key) + " of variant " + variant + " appears twice",
            "write the report again");
    return cells;
}

std::string mismatch(const Cell& base, const Cell& head) {
    if (base.unit != head.unit)
        return describe(head.key) + ": unit " + base.unit + " in base, " + head.unit + " in head";
    if (base.better != head.better)
        return describe(head.key) + ": better is " + std::string(to_string(base.better)) +
               " in base, " + std::string(to_string(head.better)) + " in head";
    return {};
}

Matching match(const std::vector<const Cell*>& base, const std::vector<const Cell*>& head) {
    const SameThingLess less;
    Matching matching;
    auto b = base.begin();
    auto h = head.begin();
    while (b != base.end() || h != head.end()) {
        if (h == head.end() || (b != base.end() && less((*b)->key, (*h)->key))) {
            matching.only_base.push_back(*b++);
        } else if (b == base.end() || less((*h)->key, (*b)->key)) {
            matching.only_head.push_back(*h++);
        } else {
            if (std::string why = mismatch(**b, **h); !why.empty())
                matching.incomparable.push_back(std::move(why));
            else
                matching.pairs.push_back({*b, *h});
            ++b;
            ++h;
        }
    }
    return matching;
}

}  // namespace hopbench::compare

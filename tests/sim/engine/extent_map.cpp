#include "tests/sim/engine/extent_map.hpp"

#include <algorithm>

namespace hopbench::sim {
namespace {

bool continues(const Extent& extent, const Extent& next) {
    const auto bytes = next.begin - extent.begin;
    return extent.guard == next.guard && extent.due.after(bytes) == next.due &&
           extent.held.after(bytes) == next.held &&
           (extent.provider == nullptr ? nullptr : extent.provider + bytes) == next.provider;
}

}  // namespace

std::size_t ExtentMap::search(std::size_t offset) const {
    const auto after = std::upper_bound(
        extents_.begin(), extents_.end(), offset,
        [](std::size_t place, const Extent& extent) { return place < extent.begin; });
    return static_cast<std::size_t>(after - extents_.begin()) - 1;
}

void ExtentMap::split(std::size_t offset) {
    if (offset >= bytes_) return;
    const auto i = index_at(offset);
    if (extents_[i].begin == offset) return;
    auto rest = extents_[i];
    const auto skipped = offset - rest.begin;
    rest.begin = offset;
    rest.due = rest.due.after(skipped);
    rest.held = rest.held.after(skipped);
    if (rest.provider != nullptr) rest.provider += skipped;
    extents_.insert(extents_.begin() + static_cast<std::ptrdiff_t>(i) + 1, rest);
}

void ExtentMap::label(std::size_t begin, std::size_t end, Content content) {
    if (begin >= end) return;
    split(begin);
    split(end);
    const auto first = index_at(begin);
    auto last = first;
    while (last + 1 < extents_.size() && extents_[last + 1].begin < end) ++last;
    extents_[first] = {.begin = begin, .due = content, .held = content};
    const auto base = extents_.begin() + static_cast<std::ptrdiff_t>(first);
    extents_.erase(base + 1, base + 1 + static_cast<std::ptrdiff_t>(last - first));
    merge(begin, end);
}

void ExtentMap::merge(std::size_t begin, std::size_t end) {
    auto kept = search(begin == 0 ? 0 : begin - 1);
    auto i = kept + 1;
    for (; i < extents_.size() && extents_[i].begin <= end; ++i)
        if (!continues(extents_[kept], extents_[i])) extents_[++kept] = extents_[i];
    const auto base = extents_.begin();
    extents_.erase(base + static_cast<std::ptrdiff_t>(kept) + 1,
                   base + static_cast<std::ptrdiff_t>(i));
}

}  // namespace hopbench::sim

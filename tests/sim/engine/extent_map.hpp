// The extents of a block, without gaps, in order.
#pragma once

#include <vector>

#include "tests/sim/engine/content.hpp"

namespace hopbench::sim {

class ExtentMap {
  public:
    ExtentMap() = default;
    // One open extent of that content.
    ExtentMap(std::size_t bytes, Content content) : bytes_(bytes) {
        extents_.push_back({.due = content, .held = content});
    }

    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t count() const { return extents_.size(); }
    Extent& operator[](std::size_t i) { return extents_[i]; }
    [[nodiscard]] std::size_t end_of(std::size_t i) const {
        return i + 1 < extents_.size() ? extents_[i + 1].begin : bytes_;
    }
    // The extent that holds this offset, which is below bytes(). Quick for ascending offsets.
    std::size_t index_at(std::size_t offset) {
        for (std::size_t i = cursor_; i < extents_.size() && i < cursor_ + 3; ++i)
            if (extents_[i].begin <= offset && offset < end_of(i)) return cursor_ = i;
        return cursor_ = search(offset);
    }

    // How far the extents around number i have the same guard.
    [[nodiscard]] std::size_t guard_begin(std::size_t i) const {
        while (i > 0 && extents_[i - 1].guard == extents_[i].guard) --i;
        return extents_[i].begin;
    }
    [[nodiscard]] std::size_t guard_end(std::size_t i) const {
        while (i + 1 < extents_.size() && extents_[i + 1].guard == extents_[i].guard) ++i;
        return end_of(i);
    }

    // Makes an extent begin at offset (up to bytes()).
    void split(std::size_t offset);
    // [begin, end) becomes one open extent that holds this content.
    void label(std::size_t begin, std::size_t end, Content content);
    // Joins extents that continue each other, from the one before begin to the one at end.
    void merge(std::size_t begin, std::size_t end);

  private:
    [[nodiscard]] std::size_t search(std::size_t offset) const;

    std::size_t bytes_ = 0;
    std::vector<Extent> extents_;
    std::size_t cursor_ = 0;  // where the last look-up ended
};

}  // namespace hopbench::sim

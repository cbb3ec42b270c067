// What happens when: the discrete events that are due, earliest first, equals in the order they
// were added.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/sim/engine/time.hpp"

namespace hopbench::sim {

enum class Due : std::uint8_t {
    kOperationStart,
    kTransferStart,
    kOperationEnd,
    kKernelLatency,
    kCollectiveEnd,
    kFiber,
    kFiberDeadline
};

struct AgendaItem {
    Picoseconds time;
    std::uint64_t order;
    Due due;
    void* subject;
    std::uint64_t token;  // of a fiber's deadline: which wait it belongs to

    [[nodiscard]] bool later_than(const AgendaItem& other) const {
        return time != other.time ? time > other.time : order > other.order;
    }
};

class Agenda {
  public:
    void add(Picoseconds time, Due due, void* subject, std::uint64_t token = 0) {
        items_.push_back({time, order_++, due, subject, token});
        std::push_heap(items_.begin(), items_.end(), later);
    }
    [[nodiscard]] Picoseconds next() const { return items_.empty() ? kNever : items_.front().time; }
    AgendaItem take() {
        std::pop_heap(items_.begin(), items_.end(), later);
        const auto item = items_.back();
        items_.pop_back();
        return item;
    }
    void clear() { items_.clear(); }

  private:
    static bool later(const AgendaItem& a, const AgendaItem& b) { return a.later_than(b); }
    std::vector<AgendaItem> items_;
    std::uint64_t order_ = 0;
};

}  // namespace hopbench::sim

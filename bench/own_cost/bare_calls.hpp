#pragma once
#include <cstdint>

#include "bench/common/machine.hpp"

namespace hopbench {

/// Bytes of every operation here.
inline constexpr std::uint64_t own_cost_bytes = 4096;

/// What the calls of a method work with, all made before.
struct BareSetup {
    PreparedDevice& first;   ///< source, or GPU of rank 0
    PreparedDevice& second;  ///< destination, or GPU of rank 1
    unsigned char* to;
    unsigned char* from;
    int operations;  ///< of a sample's first window; 1 for one-shot
};

/// Room for windows of `operations` and twice as many.
[[nodiscard]] BareSetup bare_setup(Machine& machine, int operations);

/// The calls of one sample without anything around them.
using BareCalls = void (*)(const BareSetup&);

void bare_oneshot(const BareSetup& setup);
void bare_issue_interval(const BareSetup& setup);
void bare_h2d(const BareSetup& setup);
void bare_ring(const BareSetup& setup);
void bare_all_reduce(const BareSetup& setup);  ///< two ranks

}  // namespace hopbench

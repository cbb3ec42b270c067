// Bulk kernels that need not run again: what a kernel does is decided by its arguments and by what
// it reads. A launch that is the same as an earlier one, reads what that one read, and finds what
// that one wrote, changes nothing.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/sim/engine/memory.hpp"
#include "tests/sim/engine/operation.hpp"

namespace hopbench::sim {

struct KernelEffect {
    Tally read;
    Tally written;
    std::vector<ContentRun> inputs = {};   // in chunks that it read and did not write
    std::vector<ContentRun> outputs = {};  // in chunks that it wrote, afterwards
};

class KernelMemo {
  public:
    // The launch's effect if it would be no other than last time; nothing when it must run.
    const KernelEffect* find(const KernelLaunch& launch, Memory& memory) const;
    void remember(const KernelLaunch& launch, KernelEffect effect);
    void forget() { effects_.clear(); }

  private:
    using Key = std::string;  // the bytes of everything that makes a launch
    static Key key_of(const KernelLaunch& launch);
    std::map<Key, KernelEffect> effects_;
};

}  // namespace hopbench::sim

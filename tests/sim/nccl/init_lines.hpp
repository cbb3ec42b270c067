// The lines with which NCCL says what a communicator of one node will use.
#pragma once

#include <string>
#include <vector>

#include "tests/sim/nccl/perception.hpp"

namespace hopbench::sim::nccl {

class InitLines {
  public:
    // devices: by rank. tree: ranks in the order of the chain.
    InitLines(const Decision& decision, const std::vector<int>& devices,
              const std::vector<int>& tree, DebugLog& log)
        : decision_(decision), devices_(devices), tree_(tree), log_(log) {}

    // "NCCL version 2.28.9+cuda13.0"; plain where NCCL_DEBUG is VERSION or WARN.
    static void version(const std::string& version, int device, DebugLog& log);
    // Rank 0: "Channel 00/02 : 0 1 2 3".
    void channels() const;
    // "Ring 00 : 7 -> 0 -> 1" and "Trees [0] 1/-1/-1->0->-1 …".
    void rings_and_trees(int rank) const;
    // "Channel 00 : 0[0] -> 1[1] via SHM/direct/direct"; one_process: ranks share an address space.
    void connections(int rank, bool one_process) const;
    // "2 coll channels, 2 collnet channels, 0 nvls channels, 2 p2p channels, …".
    void totals(int rank) const;

  private:
    [[nodiscard]] std::size_t position(int rank) const;
    void say(Subsystem subsystem, int rank, const std::string& text) const;

    const Decision& decision_;
    const std::vector<int>& devices_;
    const std::vector<int>& tree_;
    DebugLog& log_;
};

}  // namespace hopbench::sim::nccl

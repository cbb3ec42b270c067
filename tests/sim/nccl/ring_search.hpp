// How fast a ring (and a tree) NCCL thinks it can have: channels × GB/s.
#pragma once

#include <vector>

#include "tests/sim/nccl/paths.hpp"

namespace hopbench::sim::nccl {

// Numbers of NCCL's patterns, as it prints them.
inline constexpr int kPatternBalancedTree = 1;
inline constexpr int kPatternTree = 3;
inline constexpr int kPatternRing = 4;
inline constexpr int kPatternNvls = 5;
inline constexpr int kPatternCollnetDirect = 6;

struct ChannelGraph {
    int id = 0;
    int pattern = kPatternRing;
    int channels = 0;
    double gbps = 0;  // of one channel; 0.1 where nothing was found
    PathType type = PathType::loc;
    bool fell_back = false;
    std::vector<int> order = {};  // ranks; every channel has the same
};

// The most that a ring of all ranks can carry. Ranks are grouped by CPU, and below it by switch, in
// order of first appearance. Each link is shared by the channels that use it; a channel through a
// CPU has at most 30 GB/s. Of the speeds that NCCL tries, none slower than about half of the best
// so far, the one with the largest total wins, among equals the fastest. None fits: "simple order"
// 0 … n−1, one channel of 0.1 GB/s.
ChannelGraph search_ring(const Topology& topology, const Paths& paths, int ranks);

// The fastest chain with as many channels as the ring has.
ChannelGraph search_tree(const Topology& topology, const Paths& paths, const ChannelGraph& ring);

// GB/s of the fastest way between two GPUs, and of the fastest port.
double fastest_path(const Topology& topology, const Paths& paths);
double fastest_port(const Topology& topology);

}  // namespace hopbench::sim::nccl

// The ways between GPUs that NCCL sees, and whether they may go peer to peer.
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "tests/sim/nccl/topology.hpp"

namespace hopbench::sim::nccl {

struct TopoPath {
    std::vector<const TopoLink*> links = {};
    PathType type = PathType::dis;
    double gbps = 0;
};

// Fewest links, among equals the fastest; GPUs and network devices forward nothing. type dis: none.
TopoPath shortest_path(const TopoNode& from, const TopoNode& to);

// Farther than this a pair does not go peer to peer (NCCL_P2P_LEVEL).
inline constexpr PathType kDefaultPeerLevel = PathType::pxb;

class Paths {
  public:
    // granted: whether the driver lets these ranks' GPUs reach each other.
    Paths(const Topology& topology, PathType peer_level,
          const std::function<bool(int from_rank, int to_rank)>& granted);

    // Between two GPUs. Where they do not go peer to peer it leads over the receiver's CPU.
    [[nodiscard]] const TopoPath& between(const TopoNode& from, const TopoNode& to) const;
    [[nodiscard]] bool peer(const TopoNode& from, const TopoNode& to) const;
    // Pairs that are near enough although the driver refuses them.
    [[nodiscard]] const std::vector<std::pair<int, int>>& refused() const { return refused_; }

    // The CPU that a GPU counts as its own. NCCL looks CPUs up by numaid: of two with the same one
    // it is always the first.
    static const TopoNode& local_cpu(const Topology& topology, const TopoNode& gpu);

  private:
    struct Pair {
        TopoPath path = {};
        bool peer = false;
    };
    std::map<std::pair<const TopoNode*, const TopoNode*>, Pair> pairs_ = {};
    std::vector<std::pair<int, int>> refused_ = {};  // by device number
};

}  // namespace hopbench::sim::nccl

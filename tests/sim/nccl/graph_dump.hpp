// What the searches found, as NCCL prints and dumps it.
#pragma once

#include <span>
#include <string>

#include "tests/sim/nccl/ring_search.hpp"

namespace hopbench::sim::nccl {

// "Pattern 4, crossNic 0, nChannels 1, bw 15.000000/15.000000, type SYS/PIX, sameChannels 1" and
// the GPUs of each channel; before them, where the search failed, the line that says so.
void print_graph(const ChannelGraph& graph, const Topology& topology, const SayGraph& say);

// NCCL_GRAPH_DUMP_FILE: the ring, the tree and the three kinds that no single machine without
// NVSwitch has.
std::string graph_dump(const ChannelGraph& ring, const ChannelGraph& tree,
                       const Topology& topology);

}  // namespace hopbench::sim::nccl

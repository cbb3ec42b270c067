// The NCCL_* variables that decide what is perceived.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tests/sim/nccl/debug_log.hpp"
#include "tests/sim/nccl/paths.hpp"

namespace hopbench::sim::nccl {

inline constexpr int kMostChannelsInUse = 64;

struct Settings {
    std::optional<std::string> topo_file = {};
    std::optional<std::string> topo_dump = {};
    std::optional<std::string> graph_dump = {};
    PathType peer_level = kDefaultPeerLevel;
    int least_channels = 0;
    int most_channels = kMostChannelsInUse;
    bool allows_ll = true;  // NCCL_PROTO
    bool allows_simple = true;
};

// Reads them; what is set is said in log as NCCL does ("NCCL_P2P_LEVEL set by environment to SYS").
// The file names are not: NCCL names those when it uses them.
Settings read_settings(int device, DebugLog& log);

}  // namespace hopbench::sim::nccl

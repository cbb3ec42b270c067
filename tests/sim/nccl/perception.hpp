// What simulated NCCL perceives of its machine, and what it decides from that.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/sim/model/machine_model.hpp"
#include "tests/sim/nccl/debug_log.hpp"

namespace hopbench::sim::nccl {

inline constexpr const char* kDefaultVersion = "2.28.9";

enum class Protocol { ll, simple };

struct Decision {
    int error = 0;         // an ncclResult_t; 0: ok, otherwise only error and why hold anything
    std::string why = {};  // the warning that init gave
    std::vector<int> ring = {};       // ranks in ring order; a single rank: {0}
    std::vector<bool> p2p_edge = {};  // by ring position: i → i+1 (the last: → 0) goes peer to peer
    int search_channels = 0;          // of the ring search
    double channel_gbps = 0;          // of one of them, GB/s; 0.1 where the search failed
    bool fell_back = false;           // "falling back to simple order"
    int channels = 0;                 // in use: twice the search's, NCCL_MIN/MAX_NCHANNELS honoured
    std::uint64_t simple_from = 0;  // bytes from which the protocol is Simple
    std::string version = {};       // of NCCL, e.g. "2.28.9"
};

// Whether a rank's GPU may reach another one's directly: arguments are GPU indices of the model.
using PeersGranted = std::function<bool(int src, int dst)>;

// Perceives the machine as NCCL would at init and decides. root: where sys/, proc/ and var/ of the
// machine lie ("/" for the real ones). local_ranks: those of this process, whose lines are written;
// empty: all of them. Reads NCCL_TOPO_FILE, NCCL_P2P_DISABLE, NCCL_P2P_LEVEL, NCCL_MIN_NCHANNELS,
// NCCL_MAX_NCHANNELS, NCCL_PROTO; rank 0's process writes NCCL_TOPO_DUMP_FILE and
// NCCL_GRAPH_DUMP_FILE. Never throws for what a user can cause.
Decision perceive(const MachineModel& model, const std::filesystem::path& root,
                  const std::vector<int>& gpu_of_rank, const PeersGranted& peers_granted,
                  DebugLog& log, const std::vector<int>& local_ranks = {});

// Puts what NCCL's configuration files say into the environment, where it is not set yet:
// NCCL_CONF_FILE or else ~/.nccl.conf, then etc/nccl.conf below root. perceive does it too, but
// they may set NCCL_DEBUG, so call it before the first use of the debug log.
void read_config_files(const std::filesystem::path& root);

// The protocol of an all-reduce (or another collective) over this many bytes.
Protocol proto_of(const Decision& decision, std::uint64_t bytes);
// "LL" or "SIMPLE", as the tuning line names it.
const char* name_of(Protocol protocol);

}  // namespace hopbench::sim::nccl

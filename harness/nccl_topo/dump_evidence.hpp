#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench::nccl_topo {

/// What NCCL's topology dump tells.
struct TopologyDump {
    std::vector<NcclCpu> cpus;          ///< as in the file
    std::map<int, int> rank_of_device;  ///< NVML device index → rank
    bool nvlinks = false;
};

/// What NCCL's graph dump tells of the ring search (graph 0).
struct GraphDump {
    std::optional<double> channel_gbps;
    std::optional<int> channels;
    std::string path_type;
    std::vector<int> devices;  ///< of channel 0, NVML device indices
};

/// `bdf_by_rank`: canonical addresses, for dumps whose GPUs carry no rank. An unreadable file gives
/// an empty answer.
[[nodiscard]] TopologyDump read_topology_dump(const std::filesystem::path& file,
                                              const std::vector<std::string>& bdf_by_rank);
[[nodiscard]] GraphDump read_graph_dump(const std::filesystem::path& file);

}  // namespace hopbench::nccl_topo

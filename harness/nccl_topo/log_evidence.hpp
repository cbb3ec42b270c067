#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hopbench::nccl_topo {

/// What the lines of a log tell; the fewest, slowest and farthest where ranks differ.
struct LogEvidence {
    std::string version;
    std::vector<std::string> topo_files;  ///< different ones, in order
    std::optional<double> inter_cpu_gbps;
    std::string gpu_path_type;   ///< of the lines of paths between GPUs
    std::string ring_path_type;  ///< of the ring search
    std::optional<double> channel_gbps;
    std::optional<int> search_channels, channels;
    std::vector<int> ring;
    bool fell_back = false;
    std::optional<std::uint64_t> simple_from_bytes;
    std::map<std::string, int> transports;
    std::vector<std::string> warnings;
    std::set<int> unpinned;  ///< GPUs whose affinity is empty
};

[[nodiscard]] LogEvidence read_log(const std::filesystem::path& file);

/// Takes in one line. Lines that tell nothing or are cut short change nothing.
void take_log_line(LogEvidence& evidence, std::string_view line);

}  // namespace hopbench::nccl_topo

#include "harness/nccl_topo/evidence.hpp"

#include <algorithm>

#include "harness/nccl_topo/dump_evidence.hpp"
#include "harness/nccl_topo/log_evidence.hpp"
#include "harness/nccl_topo/path_type.hpp"
#include "harness/nccl_topo/pci_address.hpp"

namespace hopbench::nccl_topo {
namespace {

/// NCCL's mark of a search that found nothing.
constexpr double failed_search_gbps = 0.1;

std::string shortened(const std::string& file, const std::filesystem::path& base) {
    if (base.empty()) return file;
    const auto relative =
        std::filesystem::path(file).lexically_normal().lexically_relative(base.lexically_normal());
    if (relative.empty() || relative == "." || *relative.begin() == "..") return file;
    return relative.string();
}

/// A ring from rank 0 on; none where a device has no rank.
std::vector<int> ring_of(const std::vector<int>& devices, const std::map<int, int>& ranks) {
    std::vector<int> ring;
    for (const int device : devices) {
        const auto rank = ranks.find(device);
        if (rank == ranks.end()) return {};
        ring.push_back(rank->second);
    }
    std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end()), ring.end());
    return ring;
}

/// The farthest pair of GPUs. The search's own type says it too, but not where it failed.
std::string path_type(const LogEvidence& log, const TopologyDump& topology, const GraphDump& graph,
                      bool fell_back) {
    if (!log.gpu_path_type.empty()) return log.gpu_path_type;
    if (!fell_back && !log.ring_path_type.empty()) return log.ring_path_type;
    if (!fell_back && path_rank(graph.path_type) >= 0) return graph.path_type;
    const auto with_gpus = std::count_if(topology.cpus.begin(), topology.cpus.end(),
                                         [](const NcclCpu& cpu) { return !cpu.gpus.empty(); });
    return with_gpus > 1 && !topology.nvlinks ? "SYS" : "";
}

void add_warnings(NcclEvidence& evidence, LogEvidence log) {
    evidence.warnings = std::move(log.warnings);
    if (log.topo_files.size() > 1)
        evidence.warnings.push_back("Ranks loaded different topology files: " + log.topo_files[0] +
                                    ", " + log.topo_files[1]);
    if (log.unpinned.empty()) return;
    std::string gpus;
    for (const int gpu : log.unpinned)
        gpus.append(gpus.empty() ? "" : ", ").append(std::to_string(gpu));
    evidence.warnings.push_back("Affinity is empty, ignoring (GPU " + gpus + ")");
}

}  // namespace

NcclEvidence read_evidence(const EvidenceFiles& files,
                           const std::vector<std::string>& bdf_by_rank) {
    std::vector<std::string> addresses;
    addresses.reserve(bdf_by_rank.size());
    for (const auto& bdf : bdf_by_rank) addresses.push_back(canonical_bdf(bdf).value_or(bdf));
    auto log = read_log(files.log);
    auto topology = read_topology_dump(files.topo_dump, addresses);
    const auto graph = read_graph_dump(files.graph_dump);

    NcclEvidence evidence;
    evidence.version = log.version;
    if (!log.topo_files.empty())
        evidence.topo_file = shortened(log.topo_files.front(), files.relative_to);
    evidence.inter_cpu_gbps = log.inter_cpu_gbps;
    evidence.channel_gbps = log.channel_gbps ? log.channel_gbps : graph.channel_gbps;
    evidence.search_channels = log.search_channels ? log.search_channels : graph.channels;
    evidence.channels = log.channels;
    evidence.ring = !log.ring.empty() ? log.ring : ring_of(graph.devices, topology.rank_of_device);
    evidence.fell_back =
        log.fell_back || (evidence.channel_gbps && *evidence.channel_gbps == failed_search_gbps);
    evidence.path_type = path_type(log, topology, graph, evidence.fell_back);
    evidence.simple_from_bytes = log.simple_from_bytes;
    evidence.transports = log.transports;
    evidence.cpus = std::move(topology.cpus);
    add_warnings(evidence, std::move(log));
    return evidence;
}

}  // namespace hopbench::nccl_topo

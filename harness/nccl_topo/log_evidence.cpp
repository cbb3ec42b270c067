#include "harness/nccl_topo/log_evidence.hpp"

#include <algorithm>

#include "harness/nccl_topo/log_line.hpp"
#include "harness/nccl_topo/path_type.hpp"
#include "harness/nccl_topo/scan.hpp"

namespace hopbench::nccl_topo {
namespace {

constexpr std::size_t most_warnings = 64;
constexpr std::size_t longest_warning = 400;
constexpr std::size_t most_transports = 64;
constexpr int ring_pattern = 4;

template <class Number>
void keep_lower(std::optional<Number>& kept, Number value) {
    kept = kept ? std::min(*kept, value) : value;
}

void add_warning(LogEvidence& evidence, std::string_view text) {
    std::string line(text.substr(0, longest_warning));
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    auto& known = evidence.warnings;
    if (known.size() < most_warnings && std::find(known.begin(), known.end(), line) == known.end())
        known.push_back(std::move(line));
}

/// "NCCL version 2.28.9+cuda13.0"
bool take_version(LogEvidence& evidence, Scan scan) {
    if (!scan.skip("NCCL version ")) return false;
    if (evidence.version.empty()) evidence.version = scan.until("+ ");
    return true;
}

/// "Loading topology file /path"
bool take_topology_file(LogEvidence& evidence, Scan scan) {
    if (!scan.skip("Loading topology file ")) return false;
    std::string file(scan.rest());
    auto& known = evidence.topo_files;
    if (!file.empty() && known.size() < 8 &&
        std::find(known.begin(), known.end(), file) == known.end())
        known.push_back(std::move(file));
    return true;
}

/// "             + SYS[16.0] - CPU/0-1"
bool take_cpu_link(LogEvidence& evidence, Scan scan) {
    if (!scan.skip_to("+ SYS[")) return false;
    const auto gbps = scan.real();
    if (gbps && scan.skip("] - CPU/")) keep_lower(evidence.inter_cpu_gbps, *gbps);
    return true;
}

/// "GPU/0-1000 :GPU/0-1000 (0/5000.0/LOC) GPU/0-2000 (4/16.0/SYS) CPU/0-0 (1/24.0/PHB) "
bool take_paths(LogEvidence& evidence, Scan scan) {
    if (!scan.skip("GPU/") || !scan.skip_to(" :")) return false;
    while (scan.skip_to("GPU/")) {
        if (!scan.skip_to(" (") || !scan.skip_to("/") || !scan.skip_to("/")) break;
        const auto type = scan.until(")");
        if (scan.skip(")")) keep_farther(evidence.gpu_path_type, type);
    }
    return true;
}

/// "Pattern 4, crossNic 0, nChannels 1, bw 15.000000/15.000000, type SYS/PIX, sameChannels 1"
bool take_search(LogEvidence& evidence, Scan scan) {
    if (!scan.skip("Pattern ")) return false;
    if (scan.integer() != ring_pattern || !scan.skip_to("nChannels ")) return true;
    const auto channels = scan.integer();
    if (!channels || !scan.skip(", bw ")) return true;
    const auto gbps = scan.real();
    if (!gbps || !scan.skip_to("type ")) return true;
    const auto type = scan.until("/");
    if (!scan.skip("/")) return true;
    keep_lower(evidence.search_channels, *channels);
    keep_lower(evidence.channel_gbps, *gbps);
    keep_farther(evidence.ring_path_type, type);
    return true;
}

/// "Could not find a path for pattern 4, falling back to simple order"
bool take_fall_back(LogEvidence& evidence, Scan scan) {
    if (!scan.skip_to("Could not find a path for pattern ")) return false;
    if (scan.integer() == ring_pattern && scan.skip(", falling back to simple order"))
        evidence.fell_back = true;
    return true;
}

/// "Channel 00/02 :  0  1  2  3": the ring of a channel, from rank 0 on.
bool take_ring(LogEvidence& evidence, Scan scan) {
    if (!scan.skip("Channel ")) return false;
    const auto channel = scan.integer();
    if (!channel || !scan.skip("/") || !scan.integer() || !scan.skip(" :")) return false;
    if (*channel != 0 || !evidence.ring.empty()) return true;
    std::vector<int> ring;
    while (scan.skip(" ")) {
        while (scan.skip(" ")) {
        }
        const auto rank = scan.integer();
        if (!rank) break;
        ring.push_back(*rank);
    }
    auto sorted = ring;
    std::sort(sorted.begin(), sorted.end());
    const bool whole = scan.rest().empty() && !sorted.empty() && sorted.front() == 0 &&
                       sorted.back() == static_cast<int>(sorted.size()) - 1 &&
                       std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
    if (whole) evidence.ring = std::move(ring);
    return true;
}

/// "Channel 00 : 0[0] -> 1[1] via SHM/direct/direct", "Channel 00/0 : 0[0] -> 1[1] [send] via …"
bool take_connection(LogEvidence& evidence, Scan scan) {
    if (!scan.skip("Channel ") || !scan.skip_to("] -> ") || !scan.skip_to("]")) return false;
    if (scan.skip(" [receive]")) return true;  // its sender is counted
    (void)scan.skip(" [send]");
    if (!scan.skip(" via ") || scan.rest().empty()) return true;
    const std::string transport(scan.rest().substr(0, 64));
    if (evidence.transports.contains(transport) || evidence.transports.size() < most_transports)
        ++evidence.transports[transport];
    return true;
}

/// "2 coll channels, 2 collnet channels, 0 nvls channels, …"
bool take_channels(LogEvidence& evidence, Scan scan) {
    const auto channels = scan.integer();
    if (!channels || !scan.skip(" coll channels")) return false;
    keep_lower(evidence.channels, *channels);
    return true;
}

/// "AllReduce: 4096 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..1}"
bool take_tuning(LogEvidence& evidence, Scan scan) {
    if (!scan.skip("AllReduce: ")) return false;
    const auto bytes = scan.count();
    if (bytes && scan.skip(" Bytes -> Algo ") && scan.skip_to(" proto ") &&
        scan.until(" ") == "SIMPLE")
        keep_lower(evidence.simple_from_bytes, *bytes);
    return true;
}

/// "ncclTopoGetCpuAffinity: Affinity for GPU 2 is empty, ignoring. (GPU affinity = …"
bool take_affinity(LogEvidence& evidence, Scan scan) {
    if (!scan.skip_to("Affinity for GPU ")) return false;
    const auto gpu = scan.integer();
    if (gpu && scan.skip(" is empty, ignoring") && evidence.unpinned.size() < 1024)
        evidence.unpinned.insert(*gpu);
    return true;
}

bool is_complaint(std::string_view text) {
    return text.starts_with("KV Convert to ") || text.starts_with("Ignoring element ") ||
           text.starts_with("XML Parse : Ignoring ");
}

}  // namespace

void take_log_line(LogEvidence& evidence, std::string_view line) {
    const auto [level, text] = split_log_line(line);
    if (level == LogLine::Level::warn || (level == LogLine::Level::info && is_complaint(text)))
        add_warning(evidence, text);
    const Scan scan(text);
    if (level == LogLine::Level::other) {
        (void)take_version(evidence, scan);
        return;
    }
    for (const auto take :
         {take_version, take_topology_file, take_cpu_link, take_paths, take_search, take_fall_back,
          take_connection, take_ring, take_channels, take_tuning, take_affinity})
        if (take(evidence, scan)) return;
}

LogEvidence read_log(const std::filesystem::path& file) {
    LogEvidence evidence;
    for_each_line(file, [&](std::string_view line) { take_log_line(evidence, line); });
    return evidence;
}

}  // namespace hopbench::nccl_topo

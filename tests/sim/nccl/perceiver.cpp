#include "tests/sim/nccl/perceiver.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "tests/sim/nccl/affinity.hpp"
#include "tests/sim/nccl/graph_dump.hpp"
#include "tests/sim/nccl/init_failure.hpp"
#include "tests/sim/nccl/init_lines.hpp"
#include "tests/sim/nccl/topology_print.hpp"

namespace hopbench::sim::nccl {
namespace {

constexpr const char* kDefaultFile = "/var/run/nvidia-topologyd/virtualTopology.xml";
constexpr std::uint64_t kSimpleFromFallback = 4096;
constexpr std::uint64_t kSimpleFromSlow = std::uint64_t{1} << 20U;
constexpr std::uint64_t kSimpleFromFast = std::uint64_t{4} << 20U;
constexpr double kFastGbps = 40;  // of all search channels together

// One machine, one hash: FNV-1a of its name.
std::uint64_t host_hash_of(const std::string& name) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

bool write_file(const std::string& file, const std::string& text) {
    std::ofstream out(file, std::ios::trunc);
    out << text;
    return static_cast<bool>(out.flush());
}

std::uint64_t simple_from_of(const Settings& settings, const ChannelGraph& ring) {
    if (!settings.allows_ll) return 0;
    if (!settings.allows_simple) return ~std::uint64_t{0};
    if (ring.fell_back) return kSimpleFromFallback;
    return ring.channels * ring.gbps >= kFastGbps ? kSimpleFromFast : kSimpleFromSlow;
}

}  // namespace

Perceiver::Perceiver(const MachineModel& model, std::filesystem::path root,
                     const std::vector<int>& gpu_of_rank, const PeersGranted& peers_granted,
                     DebugLog& log, const std::vector<int>& local_ranks)
    : model_(model),
      root_(std::move(root)),
      gpu_of_rank_(gpu_of_rank),
      peers_granted_(peers_granted),
      log_(log),
      local_(gpu_of_rank.size(), local_ranks.empty()),
      say_graph_([this](const std::string& text) { say(Subsystem::graph, text); }) {
    for (const int rank : local_ranks) local_.at(static_cast<std::size_t>(rank)) = true;
}

void Perceiver::become(int rank) {
    device_ = gpu_of_rank_[static_cast<std::size_t>(rank)];
    speaks_ = local_[static_cast<std::size_t>(rank)];
}

void Perceiver::say(Subsystem subsystem, const std::string& text) const {
    if (speaks_) log_.info(subsystem, device_, text);
}

void Perceiver::check_duplicates() const {
    for (std::size_t i = 0; i < gpu_of_rank_.size(); ++i)
        for (std::size_t j = i + 1; j < gpu_of_rank_.size(); ++j)
            if (gpu_of_rank_[i] == gpu_of_rank_[j])
                throw InitFailure(kInvalidUsage, "init.cc:904",
                                  "Duplicate GPU detected : rank " + std::to_string(i) +
                                      " and rank " + std::to_string(j) + " both on CUDA device " +
                                      model_.gpus[static_cast<std::size_t>(gpu_of_rank_[i])].bdf);
}

void Perceiver::load_file(XmlTree& tree) {
    const MachineRoot root(root_, say_graph_);
    const auto& given = settings_.topo_file;
    if (given) say(Subsystem::env, "NCCL_TOPO_FILE set by environment to " + *given);
    const auto name = given.value_or(kDefaultFile);
    const auto text =
        MachineRoot::read_file(given ? std::filesystem::path(*given) : root.path(kDefaultFile));
    if (!text) {
        const std::string reason = std::strerror(errno);
        if (given)
            say(Subsystem::graph | Subsystem::env,
                "Could not open XML topology file " + name + " : " + reason);
        return;
    }
    say(Subsystem::graph, "Loading topology file " + name);
    parse_topology(*text, tree, say_graph_);
}

XmlTree Perceiver::tree_of_rank(int rank) {
    become(rank);
    XmlTree tree;
    load_file(tree);
    const MachineRoot root(root_, say_graph_);
    const Detection detection(model_, root, host_hash_of(model_.name), say_graph_);
    for (std::size_t i = 0; i < tree.size(); ++i)
        if (tree.at(i).name == "cpu") tree.at(i).set("host_hash", detection.host_hash());
    if (tree.size() == 0) tree.add(nullptr, "system").set("version", "1");
    if (auto* gpu = detection.add_gpu(tree, device_)) {
        gpu->set("keep", "1");
        gpu->set("rank", std::to_string(rank));
        gpu->set_if_unset("gdr", "1");
    }
    say(Subsystem::graph, "TOPO/NET : Importing network plugins to topology");
    detection.add_nics(tree);
    trim(tree.at(0));
    return tree;
}

XmlTree Perceiver::fused_tree() {
    XmlTree fused;
    for (int rank = 0; rank < static_cast<int>(gpu_of_rank_.size()); ++rank) {
        auto own = tree_of_rank(rank);
        fuse(fused, own.at(0));
    }
    return fused;
}

// NCCL goes through detection once more for the dump.
void Perceiver::dump_topology() {
    if (!settings_.topo_dump) return;
    auto fused = fused_tree();
    become(0);
    if (!speaks_) return;
    say(Subsystem::env, "NCCL_TOPO_DUMP_FILE set by environment to " + *settings_.topo_dump);
    std::ostringstream text;
    write_xml(text, fused.at(0));
    if (!write_file(*settings_.topo_dump, text.str()))
        say(Subsystem::graph | Subsystem::env,
            "Unable to open " + *settings_.topo_dump + ", not dumping topology.");
}

void Perceiver::dump_graphs(const Topology& topology) {
    if (!settings_.graph_dump) return;
    become(0);
    if (!speaks_) return;
    say(Subsystem::env, "NCCL_GRAPH_DUMP_FILE set by environment to " + *settings_.graph_dump);
    if (!write_file(*settings_.graph_dump, graph_dump(ring_, tree_, topology)))
        say(Subsystem::graph | Subsystem::env,
            "Unable to open " + *settings_.graph_dump + ", not dumping topology.");
}

void Perceiver::decide(const Topology& topology, const Paths& paths) {
    const auto& ring = ring_.order;
    decision_.ring = ring;
    for (std::size_t i = 0; i < ring.size(); ++i)
        decision_.p2p_edge.push_back(paths.peer(topology.gpu_of_rank(ring[i]),
                                                topology.gpu_of_rank(ring[(i + 1) % ring.size()])));
    decision_.search_channels = ring_.channels;
    decision_.channel_gbps = ring_.gbps;
    decision_.fell_back = ring_.fell_back;
    decision_.channels =
        std::max(std::min({2 * ring_.channels, settings_.most_channels, kMostChannelsInUse}),
                 settings_.least_channels);
    decision_.simple_from = simple_from_of(settings_, ring_);
}

void Perceiver::write_lines(const Topology& topology, const Paths& paths) {
    const int ranks = static_cast<int>(gpu_of_rank_.size());
    const bool one_process = std::find(local_.begin(), local_.end(), false) == local_.end();
    const InitLines lines(decision_, gpu_of_rank_, tree_.order, log_);
    for (int rank = 0; rank < ranks; ++rank) {
        become(rank);
        if (!speaks_) continue;
        for (const auto& [from, to] : paths.refused())
            say(Subsystem::init,
                "P2P is disabled between connected GPUs " + std::to_string(from) + " and " +
                    std::to_string(to) +
                    ". You can repress this message with NCCL_IGNORE_DISABLED_P2P=1.");
        print_topology(topology, paths, say_graph_);
        const auto& gpu = topology.gpu_of_rank(rank);
        say(Subsystem::init, affinity_line(gpu.dev, Paths::local_cpu(topology, gpu).affinity));
        print_graph(ring_, topology, say_graph_);
        print_graph(tree_, topology, say_graph_);
        if (rank == 0) lines.channels();
        lines.rings_and_trees(rank);
        lines.connections(rank, one_process);
        lines.totals(rank);
    }
}

Decision Perceiver::run() {
    decision_.version = model_.nccl.version.empty() ? kDefaultVersion : model_.nccl.version;
    become(0);
    if (speaks_) InitLines::version(decision_.version, device_, log_);
    settings_ = read_settings(device_, log_);
    check_duplicates();
    dump_topology();
    auto fused = fused_tree();
    become(0);
    const Topology topology(fused.at(0), say_graph_);
    for (int rank = 0; rank < static_cast<int>(gpu_of_rank_.size()); ++rank)
        (void)topology.gpu_of_rank(rank);
    const Paths paths(topology, settings_.peer_level, [this](int from, int to) {
        return peers_granted_(gpu_of_rank_[static_cast<std::size_t>(from)],
                              gpu_of_rank_[static_cast<std::size_t>(to)]);
    });
    ring_ = search_ring(topology, paths, static_cast<int>(gpu_of_rank_.size()));
    tree_ = search_tree(topology, paths, ring_);
    decide(topology, paths);
    write_lines(topology, paths);
    dump_graphs(topology);
    return decision_;
}

}  // namespace hopbench::sim::nccl

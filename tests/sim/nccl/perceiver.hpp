// One perception, step by step, in NCCL's order.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/sim/nccl/detection.hpp"
#include "tests/sim/nccl/perception.hpp"
#include "tests/sim/nccl/ring_search.hpp"
#include "tests/sim/nccl/settings.hpp"

namespace hopbench::sim::nccl {

class Perceiver {
  public:
    Perceiver(const MachineModel& model, std::filesystem::path root,
              const std::vector<int>& gpu_of_rank, const PeersGranted& peers_granted, DebugLog& log,
              const std::vector<int>& local_ranks);

    // Throws InitFailure.
    Decision run();
    // The device of the rank at work, for whoever reports a failure.
    [[nodiscard]] int device() const { return device_; }

  private:
    void check_duplicates() const;
    [[nodiscard]] XmlTree tree_of_rank(int rank);
    [[nodiscard]] XmlTree fused_tree();
    void dump_topology();
    void load_file(XmlTree& tree);
    void decide(const Topology& topology, const Paths& paths);
    void write_lines(const Topology& topology, const Paths& paths);
    void dump_graphs(const Topology& topology);
    void become(int rank);
    void say(Subsystem subsystem, const std::string& text) const;

    const MachineModel& model_;
    std::filesystem::path root_;
    const std::vector<int>& gpu_of_rank_;
    const PeersGranted& peers_granted_;
    DebugLog& log_;
    std::vector<bool> local_;  // by rank
    Settings settings_ = {};
    Decision decision_ = {};
    ChannelGraph ring_ = {};
    ChannelGraph tree_ = {};
    int device_ = 0;
    bool speaks_ = true;
    SayGraph say_graph_;
};

}  // namespace hopbench::sim::nccl

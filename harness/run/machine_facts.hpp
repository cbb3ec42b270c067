#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/model/machine.hpp"
#include "harness/plan/pair_class.hpp"
#include "harness/run/bench_probe.hpp"

namespace hopbench {

/// What is known of the machine under a run.
struct MachineFacts {
    Probe probe;
    Topology topology;
    std::string platform;  ///< "simulated", "bare metal", "KVM guest", …
    std::string kernel;    ///< empty under simulation: the numbers do not depend on it
    std::string host, boot_id;
    Machine captured = {};  ///< files, hwloc and NVML; empty where a run did not ask

    [[nodiscard]] bool simulated() const noexcept { return probe.model.has_value(); }
};

/// GPUs with their believed nodes.
[[nodiscard]] std::vector<Gpu> gpus_of(const MachineFacts& facts);

/// "SIMULATED NVIDIA …", several models joined by " + ".
[[nodiscard]] std::string gpu_model_of(const MachineFacts& facts, const std::vector<int>& gpus);

/// Writes machine.json (hopbench.machine/1): what was captured, what the probe said, and the nodes
/// taken as true.
void write_machine_file(const std::filesystem::path& file, const MachineFacts& facts);

}  // namespace hopbench

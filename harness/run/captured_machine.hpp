#pragma once
#include <filesystem>
#include <optional>

#include "harness/model/machine.hpp"
#include "harness/run/bench_probe.hpp"

namespace hopbench {

/// Where facts that need a driver come from. Each is asked in a child process of its own, which is
/// ended when it does not answer.
struct DriverSources {
    std::filesystem::path hopbench;  ///< program that answers the hidden `nvml-facts`; empty: not
    std::filesystem::path bench;     ///< program that answers --probe; empty: not asked
    std::string bench_missing = {};  ///< why there is none where it was wanted
    Environment environment;         ///< of these children
};

/// Facts of files and hwloc under `root`, and of the drivers where they are asked. A driver that is
/// not there or does not answer is an unreadable fact. Throws Error (exit 2) when `root` is no
/// directory.
[[nodiscard]] Machine capture_machine(const std::filesystem::path& root,
                                      const DriverSources& drivers);

/// What the CUDA runtime said, as facts of GPUs and pairs.
void add_probe_facts(Machine& machine, const Probe& probe);

/// NVML's facts, asked in a child: `hopbench nvml-facts`.
void add_nvml_facts_of_child(Machine& machine, const DriverSources& drivers);

/// hopbench.machine/1 of a captured machine.
[[nodiscard]] std::string machine_text(const Machine& machine,
                                       const std::optional<ModelIdentity>& model);

}  // namespace hopbench

#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench {

struct ProbedDevice {
    int index = 0;
    std::string name, uuid, bdf;
    std::vector<int> sm;  ///< compute capability, {12, 0}
    std::uint64_t memory_bytes = 0;
    int multiprocessors = 0;
    std::optional<int> host_numa_id;  ///< what the driver says; not the truth
};

/// Output of a bench's --probe (hopbench.probe/1).
struct Probe {
    std::optional<ModelIdentity> model;  ///< present exactly when the stack is simulated
    std::string driver_version, runtime_version;
    std::vector<ProbedDevice> devices;
    std::vector<std::vector<int>> can_access_peer;  ///< [from][to], 0 or 1
};

/// Reads the JSON of --probe. `where` names the program in errors (exit 2).
[[nodiscard]] Probe parse_probe(const std::string& text, const std::string& where);

/// Runs `bench --probe`. Throws Error: exit 4 when the machine has no usable CUDA device.
[[nodiscard]] Probe probe_machine(const std::filesystem::path& bench,
                                  const Environment& environment);

}  // namespace hopbench

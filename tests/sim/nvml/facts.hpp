// What NVML says of a modelled machine.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tests/sim/model/machine_model.hpp"
#include "tests/sim/nvml/abi.hpp"

namespace hopbench::sim::nvml {

PciInfo pci_info(const GpuModel& gpu);

// By "0000:81:00.0" or "00000000:81:00.0", in either case of letters; -1: none.
int gpu_at(const MachineModel& model, const std::string& bus_id);
int gpu_with_uuid(const MachineModel& model, const std::string& uuid);

// Where the ways from two GPUs to the processor meet, from the PCI tree: the same root port, the
// same host bridge, the same node according to the firmware, or none of these.
int common_ancestor(const MachineModel& model, int a, int b);

// One capability between two different GPUs, as "p2p.nvml_status" has it; NVLink and native atomics
// only over a link between the two.
int p2p_status(const MachineModel& model, int a, int b, int capability);

// Links of gpu that end at another GPU.
int nvlinks(const MachineModel& model, int gpu);

// PCI Express generation of a port speed such as "32.0 GT/s PCIe": 5.
unsigned link_generation(const std::string& port_speed);

// Node ids and CPUs that the firmware says are near the GPU; all of them when it says nothing.
std::vector<int> near_nodes(const MachineModel& model, int gpu);
std::vector<int> near_cpus(const MachineModel& model, int gpu);

// Sets the bits of numbers in words, clearing all others. False when a number does not fit.
bool set_bits(std::span<unsigned long> words, const std::vector<int>& numbers);

}  // namespace hopbench::sim::nvml

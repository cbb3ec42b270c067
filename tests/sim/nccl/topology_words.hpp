// The words of a topology file that stand for numbers.
#pragma once

#include <string>

#include "tests/sim/nccl/topology.hpp"

namespace hopbench::sim::nccl {

// Unknown words are reported ("KV Convert to int …") and become NCCL's default.
NodeType pci_class_of(const std::string& text, const SayGraph& say);      // default: a bridge
double lane_gbps_of(const std::string& link_speed, const SayGraph& say);  // default: Gen3
int cpu_arch_of(const std::string& text, const SayGraph& say);            // default: 0
int cpu_vendor_of(const std::string& text, const SayGraph& say);          // default: 0
// -1: the vendor has no models.
int cpu_model_of(int vendor, int family, int model);
// "0000:01:00.0" → 0x1000: hexadecimal digits without separators, up to the first other character.
std::int64_t bus_number(const std::string& busid);
// GB/s between CPUs, by the CPU they leave.
double inter_cpu_gbps(const TopoNode& cpu);

inline constexpr double kLocalGbps = 5000;
inline constexpr int kArchX86 = 1;
inline constexpr int kVendorIntel = 1;
inline constexpr int kVendorAmd = 2;
inline constexpr int kVendorZhaoxin = 3;

}  // namespace hopbench::sim::nccl

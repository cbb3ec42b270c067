// CPU masks as NCCL reads and prints them.
#pragma once

#include <string>
#include <vector>

namespace hopbench::sim::nccl {

// The CPUs of "ff,00000003": hexadecimal words of 32 bits, the highest first. Anything else reads
// as far as it is hexadecimal: "0-15" is an empty mask.
std::vector<int> cpus_of_mask(const std::string& mask);

// "0-3,8": as NCCL prints a set.
std::string cpu_ranges(const std::vector<int>& cpus);

// "ncclTopoGetCpuAffinity: Affinity for GPU 0 is 64-127. (GPU affinity = 64-127 ; CPU affinity =
// 0-127)."
std::string affinity_line(int device, const std::string& mask);

}  // namespace hopbench::sim::nccl

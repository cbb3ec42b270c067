// What the runtime says of a modelled GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <optional>

#include "tests/sim/model/machine_model.hpp"

namespace hopbench::sim {

inline constexpr int kMaxThreadsPerBlock = 1024;
inline constexpr int kThreadsPerMultiprocessor = 1536;

cudaDeviceProp device_properties(const GpuModel& gpu);

// Nothing for an attribute that this runtime does not know.
std::optional<int> device_attribute(const GpuModel& gpu, cudaDeviceAttr attribute);

// The process's cudaSetDeviceFlags.
unsigned& device_flags();

}  // namespace hopbench::sim

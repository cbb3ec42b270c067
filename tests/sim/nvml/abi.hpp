// The part of NVML's binary interface that is simulated: numbers, layouts and nothing else.
#pragma once

#include <cstdint>

using nvmlDevice_t = struct SimulatedDevice*;  // opaque; 1 + index
using nvmlReturn_t = int;

namespace hopbench::sim::nvml {

inline constexpr nvmlReturn_t kSuccess = 0;
inline constexpr nvmlReturn_t kUninitialized = 1;
inline constexpr nvmlReturn_t kInvalidArgument = 2;
inline constexpr nvmlReturn_t kNotSupported = 3;
inline constexpr nvmlReturn_t kNotFound = 6;
inline constexpr nvmlReturn_t kInsufficientSize = 7;
inline constexpr nvmlReturn_t kGpuIsLost = 15;
inline constexpr nvmlReturn_t kUnknown = 999;

// Of nvmlDeviceGetPciInfo_v3.
struct PciInfo {
    char bus_id_legacy[16];  // "0000:81:00.0"
    std::uint32_t domain;
    std::uint32_t bus;
    std::uint32_t device;
    std::uint32_t device_id;     // device << 16 | vendor
    std::uint32_t subsystem_id;  // likewise
    char bus_id[32];             // "00000000:81:00.0"
};
static_assert(sizeof(PciInfo) == 68);

// Bytes.
struct MemoryInfo {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

// nvmlGpuTopologyLevel_t
inline constexpr int kSingleSwitch = 10;
inline constexpr int kHostBridge = 30;
inline constexpr int kNode = 40;
inline constexpr int kSystem = 50;

// nvmlGpuP2PStatus_t
inline constexpr int kP2pOk = 0;
inline constexpr int kP2pChipsetNotSupported = 1;
inline constexpr int kP2pGpuNotSupported = 2;
inline constexpr int kP2pTopologyNotSupported = 3;
inline constexpr int kP2pDisabledByRegkey = 4;
inline constexpr int kP2pNotSupported = 5;
inline constexpr int kP2pUnknown = 6;

// nvmlGpuP2PCapsIndex_t
inline constexpr int kCapsRead = 0;
inline constexpr int kCapsWrite = 1;
inline constexpr int kCapsNvlink = 2;
inline constexpr int kCapsAtomics = 3;
inline constexpr int kCapsProp = 4;

// nvmlAffinityScope_t
inline constexpr unsigned kScopeNode = 0;
inline constexpr unsigned kScopeSocket = 1;

}  // namespace hopbench::sim::nvml

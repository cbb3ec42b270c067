#include "tests/sim/cudart/device_facts.hpp"

#include <cstdio>
#include <cstring>

namespace hopbench::sim {
namespace {

constexpr int kWarp = 32;
constexpr int kSharedPerBlock = 48 << 10;
constexpr int kSharedPerMultiprocessor = 100 << 10;
constexpr int kRegisters = 65536;
constexpr int kL2Bytes = 128 << 20;

struct PciAddress {
    unsigned domain = 0;
    unsigned bus = 0;
    unsigned device = 0;
};

PciAddress pci_address(const GpuModel& gpu) {
    PciAddress address;
    std::sscanf(gpu.bdf.c_str(), "%x:%x:%x", &address.domain, &address.bus, &address.device);
    return address;
}

std::size_t memory_bytes(const GpuModel& gpu) {
    return static_cast<std::size_t>(gpu.memory_gib * static_cast<double>(std::size_t{1} << 30U));
}

// "GPU-" and 32 hexadecimal digits with dashes between, as nvidia-smi prints it.
cudaUUID_t uuid_bytes(const GpuModel& gpu) {
    cudaUUID_t uuid{};
    std::size_t digit = 0;
    for (const char c : gpu.uuid.substr(4)) {
        if (c == '-') continue;
        const int value = c <= '9' ? c - '0' : c - 'a' + 10;
        auto& byte = uuid.bytes[digit / 2];
        byte = static_cast<char>(static_cast<unsigned char>(byte) |
                                 (digit % 2 == 0 ? value << 4 : value));
        ++digit;
    }
    return uuid;
}

}  // namespace

cudaDeviceProp device_properties(const GpuModel& gpu) {
    cudaDeviceProp properties{};
    std::snprintf(properties.name, sizeof properties.name, "%s", gpu.name.c_str());
    properties.uuid = uuid_bytes(gpu);
    properties.totalGlobalMem = memory_bytes(gpu);
    properties.sharedMemPerBlock = kSharedPerBlock;
    properties.sharedMemPerMultiprocessor = kSharedPerMultiprocessor;
    properties.regsPerBlock = properties.regsPerMultiprocessor = kRegisters;
    properties.warpSize = kWarp;
    properties.maxThreadsPerBlock = kMaxThreadsPerBlock;
    properties.maxThreadsDim[0] = properties.maxThreadsDim[1] = kMaxThreadsPerBlock;
    properties.maxThreadsDim[2] = 64;
    properties.maxGridSize[0] = 0x7fffffff;
    properties.maxGridSize[1] = properties.maxGridSize[2] = 65535;
    properties.maxThreadsPerMultiProcessor = kThreadsPerMultiprocessor;
    properties.major = gpu.sm_major;
    properties.minor = gpu.sm_minor;
    properties.multiProcessorCount = gpu.sms;
    properties.concurrentKernels = 1;
    properties.asyncEngineCount = 2;
    properties.unifiedAddressing = 1;
    properties.canMapHostMemory = 1;
    properties.l2CacheSize = kL2Bytes;
    const auto pci = pci_address(gpu);
    properties.pciDomainID = static_cast<int>(pci.domain);
    properties.pciBusID = static_cast<int>(pci.bus);
    properties.pciDeviceID = static_cast<int>(pci.device);
    return properties;
}

std::optional<int> device_attribute(const GpuModel& gpu, cudaDeviceAttr attribute) {
    const auto pci = pci_address(gpu);
    switch (attribute) {
        case cudaDevAttrMaxThreadsPerBlock:
        case cudaDevAttrMaxBlockDimX:
        case cudaDevAttrMaxBlockDimY:
            return kMaxThreadsPerBlock;
        case cudaDevAttrMaxBlockDimZ:
            return 64;
        case cudaDevAttrMaxGridDimX:
            return 0x7fffffff;
        case cudaDevAttrMaxGridDimY:
        case cudaDevAttrMaxGridDimZ:
            return 65535;
        case cudaDevAttrMaxSharedMemoryPerBlock:
        case cudaDevAttrMaxSharedMemoryPerBlockOptin:
            return kSharedPerBlock;
        case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
            return kSharedPerMultiprocessor;
        case cudaDevAttrWarpSize:
            return kWarp;
        case cudaDevAttrMaxRegistersPerBlock:
        case cudaDevAttrMaxRegistersPerMultiprocessor:
            return kRegisters;
        case cudaDevAttrClockRate:
            return static_cast<int>(gpu.clock_ghz * 1e6);
        case cudaDevAttrMultiProcessorCount:
            return gpu.sms;
        case cudaDevAttrMaxThreadsPerMultiProcessor:
            return kThreadsPerMultiprocessor;
        case cudaDevAttrL2CacheSize:
            return kL2Bytes;
        case cudaDevAttrComputeCapabilityMajor:
            return gpu.sm_major;
        case cudaDevAttrComputeCapabilityMinor:
            return gpu.sm_minor;
        case cudaDevAttrPciBusId:
            return static_cast<int>(pci.bus);
        case cudaDevAttrPciDeviceId:
            return static_cast<int>(pci.device);
        case cudaDevAttrPciDomainId:
            return static_cast<int>(pci.domain);
        case cudaDevAttrAsyncEngineCount:
            return 2;
        case cudaDevAttrUnifiedAddressing:
        case cudaDevAttrConcurrentKernels:
        case cudaDevAttrCanMapHostMemory:
        case cudaDevAttrStreamPrioritiesSupported:
        case cudaDevAttrCanUseHostPointerForRegisteredMem:
            return 1;
        // The driver asks the kernel, so it is told what sysfs is told.
        case cudaDevAttrHostNumaId:
            return gpu.sysfs_numa;
        case cudaDevAttrIntegrated:
        case cudaDevAttrKernelExecTimeout:
        case cudaDevAttrEccEnabled:
        case cudaDevAttrTccDriver:
        case cudaDevAttrManagedMemory:
        case cudaDevAttrConcurrentManagedAccess:
        case cudaDevAttrPageableMemoryAccess:
        case cudaDevAttrHostNativeAtomicSupported:
        case cudaDevAttrCooperativeLaunch:
        case cudaDevAttrComputeMode:
            return 0;
        default:
            return std::nullopt;
    }
}

unsigned& device_flags() {
    static unsigned flags = cudaDeviceScheduleAuto;
    return flags;
}

}  // namespace hopbench::sim

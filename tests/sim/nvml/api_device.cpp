// What a device is.
#include "tests/sim/nvml/call.hpp"
#include "tests/sim/nvml/facts.hpp"

using namespace hopbench::sim;
using namespace hopbench::sim::nvml;

namespace {

// body(model of the GPU, index)
template <typename Body>
nvmlReturn_t gpu_call(nvmlDevice_t device, Body&& body) {
    return device_call(device, [&](Engine& engine, int gpu) {
        return body(engine.model().gpus[static_cast<std::size_t>(gpu)], gpu);
    });
}

}  // namespace

extern "C" {

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char* text, unsigned size) {
    return gpu_call(device,
                    [&](const GpuModel& gpu, int) { return copy_text(gpu.name, text, size); });
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char* text, unsigned size) {
    return gpu_call(device,
                    [&](const GpuModel& gpu, int) { return copy_text(gpu.uuid, text, size); });
}

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned* index) {
    return gpu_call(device, [&](const GpuModel&, int gpu) {
        return answer(index, static_cast<unsigned>(gpu));
    });
}

nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned* minor) {
    return gpu_call(device, [&](const GpuModel&, int gpu) {
        return answer(minor, static_cast<unsigned>(gpu));
    });
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, PciInfo* info) {
    return gpu_call(device, [&](const GpuModel& gpu, int) { return answer(info, pci_info(gpu)); });
}

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int* major, int* minor) {
    return gpu_call(device, [&](const GpuModel& gpu, int) {
        return minor == nullptr ? kInvalidArgument
                                : (*minor = gpu.sm_minor, answer(major, gpu.sm_major));
    });
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, MemoryInfo* memory) {
    return device_call(device, [&](Engine& engine, int gpu) {
        constexpr double kGib = 1U << 30U;
        const auto total = static_cast<unsigned long long>(
            engine.model().gpus[static_cast<std::size_t>(gpu)].memory_gib * kGib);
        const unsigned long long used = engine.memory().used(gpu);
        return answer(memory, MemoryInfo{.total = total, .free = total - used, .used = used});
    });
}

// Links do not idle in the model: they are as fast and wide as they can be.
nvmlReturn_t nvmlDeviceGetCurrPcieLinkGeneration(nvmlDevice_t device, unsigned* generation) {
    return gpu_call(device, [&](const GpuModel& gpu, int) {
        return answer(generation, link_generation(gpu.port_speed));
    });
}

nvmlReturn_t nvmlDeviceGetMaxPcieLinkGeneration(nvmlDevice_t device, unsigned* generation) {
    return nvmlDeviceGetCurrPcieLinkGeneration(device, generation);
}

nvmlReturn_t nvmlDeviceGetCurrPcieLinkWidth(nvmlDevice_t device, unsigned* width) {
    return gpu_call(device, [&](const GpuModel& gpu, int) {
        return answer(width, static_cast<unsigned>(gpu.port_width));
    });
}

nvmlReturn_t nvmlDeviceGetMaxPcieLinkWidth(nvmlDevice_t device, unsigned* width) {
    return nvmlDeviceGetCurrPcieLinkWidth(device, width);
}

nvmlReturn_t nvmlDeviceGetPcieReplayCounter(nvmlDevice_t device, unsigned* count) {
    return gpu_call(device, [&](const GpuModel&, int) { return answer(count, 0U); });
}

nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t device, int* mode) {
    return gpu_call(device, [&](const GpuModel&, int) { return answer(mode, 0); });
}

// For GPUs whose memory is a node of the system; none of these is.
nvmlReturn_t nvmlDeviceGetNumaNodeId(nvmlDevice_t device, unsigned*) {
    return gpu_call(device, [](const GpuModel&, int) { return kNotSupported; });
}

}  // extern "C"

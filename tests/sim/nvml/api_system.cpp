// The library, the system, finding devices.
#include "tests/sim/nvml/call.hpp"
#include "tests/sim/nvml/facts.hpp"

using namespace hopbench::sim;
using namespace hopbench::sim::nvml;

namespace hopbench::sim::nvml {

int& initialisations() {
    static int count = 0;
    return count;
}

}  // namespace hopbench::sim::nvml

namespace {

constexpr int kCudaVersion = 13000;
constexpr const char* kDriverVersion = "SIMULATED-580.0";
constexpr const char* kNvmlVersion = "13.SIMULATED-580.0";

nvmlReturn_t initialise() {
    return library_call([](Engine&) {
        ++initialisations();
        return kSuccess;
    });
}

nvmlReturn_t found(int gpu, nvmlDevice_t* device) {
    return gpu < 0 ? kNotFound : answer(device, handle_of(gpu));
}

}  // namespace

extern "C" {

nvmlReturn_t nvmlInit_v2() {
    return initialise();
}
nvmlReturn_t nvmlInitWithFlags(unsigned) {
    return initialise();
}

nvmlReturn_t nvmlShutdown() {
    return nvml_call([](Engine&) {
        --initialisations();
        return kSuccess;
    });
}

const char* nvmlErrorString(nvmlReturn_t result) {
    switch (result) {
        case kSuccess:
            return "Success";
        case kUninitialized:
            return "Uninitialized";
        case kInvalidArgument:
            return "Invalid Argument";
        case kNotSupported:
            return "Not Supported";
        case kNotFound:
            return "Not Found";
        case kInsufficientSize:
            return "Insufficient Size";
        case kGpuIsLost:
            return "GPU is lost";
        default:
            return "Unknown Error";
    }
}

nvmlReturn_t nvmlSystemGetDriverVersion(char* text, unsigned size) {
    return nvml_call([&](Engine&) { return copy_text(kDriverVersion, text, size); });
}

nvmlReturn_t nvmlSystemGetNVMLVersion(char* text, unsigned size) {
    return nvml_call([&](Engine&) { return copy_text(kNvmlVersion, text, size); });
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int* version) {
    return nvml_call([&](Engine&) { return answer(version, kCudaVersion); });
}

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned* count) {
    return nvml_call([&](Engine& engine) {
        return answer(count, static_cast<unsigned>(engine.model().gpu_count()));
    });
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t* device) {
    return nvml_call([&](Engine& engine) {
        return index < engine.model().gpus.size()
                   ? answer(device, handle_of(static_cast<int>(index)))
                   : kInvalidArgument;
    });
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, nvmlDevice_t* device) {
    return nvml_call([&](Engine& engine) {
        return bus_id == nullptr ? kInvalidArgument : found(gpu_at(engine.model(), bus_id), device);
    });
}

nvmlReturn_t nvmlDeviceGetHandleByUUID(const char* uuid, nvmlDevice_t* device) {
    return nvml_call([&](Engine& engine) {
        return uuid == nullptr ? kInvalidArgument
                               : found(gpu_with_uuid(engine.model(), uuid), device);
    });
}

}  // extern "C"

// Devices: count, current one, properties, attributes, limits of the process.
#include <cstdio>
#include <cstring>
#include <string>

#include "tests/sim/cudart/call.hpp"
#include "tests/sim/cudart/device_facts.hpp"

using namespace hopbench::sim;

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    return runtime_call(HOPBENCH_API(cudaGetDeviceCount), [&](Engine& engine) {
        if (count == nullptr) return cudaErrorInvalidValue;
        *count = engine.model().gpu_count();
        return cudaSuccess;
    });
}

cudaError_t cudaSetDevice(int device) {
    return runtime_call(HOPBENCH_API(cudaSetDevice), [&](Engine& engine) {
        if (!valid_device(engine, device)) return cudaErrorInvalidDevice;
        thread_state().device = device;
        return cudaSuccess;
    });
}

cudaError_t cudaGetDevice(int* device) {
    return runtime_call(HOPBENCH_API(cudaGetDevice), [&](Engine&) {
        if (device == nullptr) return cudaErrorInvalidValue;
        *device = thread_state().device;
        return cudaSuccess;
    });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
    return runtime_call(HOPBENCH_API(cudaInitDevice), [&](Engine& engine) {
        return valid_device(engine, device) ? cudaSuccess : cudaErrorInvalidDevice;
    });
}

cudaError_t cudaDriverGetVersion(int* version) {
    return runtime_call(HOPBENCH_API(cudaDriverGetVersion), [&](Engine&) {
        if (version == nullptr) return cudaErrorInvalidValue;
        *version = CUDART_VERSION;
        return cudaSuccess;
    });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    return runtime_call(HOPBENCH_API(cudaRuntimeGetVersion), [&](Engine&) {
        if (version == nullptr) return cudaErrorInvalidValue;
        *version = CUDART_VERSION;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSynchronize() {
    return runtime_call(HOPBENCH_API(cudaDeviceSynchronize), [&](Engine& engine) {
        engine.wait_device(thread_state().device);
        return cudaSuccess;
    });
}

// Waits for the device; what was allocated stays valid, as the programs at hand call this only on
// their way out.
cudaError_t cudaDeviceReset() {
    return runtime_call(HOPBENCH_API(cudaDeviceReset), [&](Engine& engine) {
        engine.wait_device(thread_state().device);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int device) {
    return runtime_call(HOPBENCH_API(cudaDeviceGetPCIBusId), [&](Engine& engine) {
        if (!valid_device(engine, device)) return cudaErrorInvalidDevice;
        const auto& bdf = engine.model().gpus[static_cast<std::size_t>(device)].bdf;
        if (text == nullptr || bytes <= static_cast<int>(bdf.size())) return cudaErrorInvalidValue;
        std::snprintf(text, static_cast<std::size_t>(bytes), "%s", bdf.c_str());
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
    return runtime_call(HOPBENCH_API(cudaDeviceGetByPCIBusId), [&](Engine& engine) {
        if (device == nullptr || text == nullptr) return cudaErrorInvalidValue;
        // With or without the domain, and a function; in either case of letters.
        unsigned parts[3] = {};
        if (std::sscanf(text, "%x:%x:%x", &parts[0], &parts[1], &parts[2]) != 3) {
            parts[0] = 0;
            if (std::sscanf(text, "%x:%x", &parts[1], &parts[2]) != 2) return cudaErrorInvalidValue;
        }
        char wanted[32];
        std::snprintf(wanted, sizeof wanted, "%04x:%02x:%02x.0", parts[0], parts[1], parts[2]);
        for (int i = 0; i < engine.model().gpu_count(); ++i)
            if (engine.model().gpus[static_cast<std::size_t>(i)].bdf == wanted) {
                *device = i;
                return cudaSuccess;
            }
        return cudaErrorInvalidDevice;
    });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    return runtime_call(HOPBENCH_API(cudaGetDeviceProperties), [&](Engine& engine) {
        if (properties == nullptr) return cudaErrorInvalidValue;
        if (!valid_device(engine, device)) return cudaErrorInvalidDevice;
        *properties = device_properties(engine.model().gpus[static_cast<std::size_t>(device)]);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return runtime_call(HOPBENCH_API(cudaDeviceGetAttribute), [&](Engine& engine) {
        if (value == nullptr) return cudaErrorInvalidValue;
        if (!valid_device(engine, device)) return cudaErrorInvalidDevice;
        const auto fact =
            device_attribute(engine.model().gpus[static_cast<std::size_t>(device)], attribute);
        if (!fact) return cudaErrorInvalidValue;
        *value = *fact;
        return cudaSuccess;
    });
}

// How a thread waits is real time, of which the simulated machine has none: flags are kept and
// change nothing.
cudaError_t cudaSetDeviceFlags(unsigned flags) {
    return runtime_call(HOPBENCH_API(cudaSetDeviceFlags), [&](Engine&) {
        if ((flags & ~static_cast<unsigned>(cudaDeviceMask)) != 0) return cudaErrorInvalidValue;
        device_flags() = flags;
        return cudaSuccess;
    });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return runtime_call(HOPBENCH_API(cudaGetDeviceFlags), [&](Engine&) {
        if (flags == nullptr) return cudaErrorInvalidValue;
        *flags = device_flags();
        return cudaSuccess;
    });
}

}  // extern "C"

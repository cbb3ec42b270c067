// How every NVML function begins and ends.
#pragma once

#include <cstdint>
#include <cstdio>
#include <exception>
#include <mutex>
#include <string>

#include "tests/sim/nvml/abi.hpp"
#include "tests/sim/preload/machine.hpp"

namespace hopbench::sim::nvml {

// How often the library has been initialised and not shut down.
int& initialisations();

// A call at the model's default cost: body(engine) under the engine's lock. NVML goes on answering
// after CUDA errors, but not about a lost device.
template <typename Body>
nvmlReturn_t library_call(Body&& body) {
    constexpr int kCannotHere = 4;
    auto& engine = started_machine();
    const Inside inside;
    const std::lock_guard lock(engine.mutex());
    try {
        engine.enter_call(-1);
        return body(engine);
    } catch (const std::exception& failure) {
        refuse(failure.what(), kCannotHere);
    }
}

// The same once the library has been initialised.
template <typename Body>
nvmlReturn_t nvml_call(Body&& body) {
    return library_call(
        [&](Engine& engine) { return initialisations() > 0 ? body(engine) : kUninitialized; });
}

inline nvmlDevice_t handle_of(int gpu) {
    return reinterpret_cast<nvmlDevice_t>(static_cast<std::uintptr_t>(gpu) + 1);
}

// The same about a device: body(engine, index).
template <typename Body>
nvmlReturn_t device_call(nvmlDevice_t handle, Body&& body) {
    return nvml_call([&](Engine& engine) -> nvmlReturn_t {
        const auto number = reinterpret_cast<std::uintptr_t>(handle);
        if (number < 1 || number > engine.model().gpus.size()) return kInvalidArgument;
        if (engine.failure() == Failure::kDeviceLost) return kGpuIsLost;
        return body(engine, static_cast<int>(number - 1));
    });
}

// text and its end into out; kInsufficientSize when it does not fit.
inline nvmlReturn_t copy_text(const std::string& text, char* out, unsigned size) {
    if (out == nullptr) return kInvalidArgument;
    if (size <= text.size()) return kInsufficientSize;
    std::snprintf(out, size, "%s", text.c_str());
    return kSuccess;
}

template <typename T>
nvmlReturn_t answer(T* out, T value) {
    if (out == nullptr) return kInvalidArgument;
    *out = value;
    return kSuccess;
}

}  // namespace hopbench::sim::nvml

// How every runtime function begins and ends.
#pragma once

#include <cuda_runtime_api.h>

#include <mutex>

#include "tests/sim/engine/engine.hpp"
#include "tests/sim/model/runtime_names.hpp"
#include "tests/sim/preload/machine.hpp"

namespace hopbench::sim {

// The calling thread's current device and last error.
struct ThreadState {
    int device = 0;
    cudaError_t last_error = cudaSuccess;
};
ThreadState& thread_state();

// The error that a failed machine answers every call with; cudaSuccess while it works.
cudaError_t sticky_error(const Engine& engine);

// Remembers an error for cudaGetLastError and returns it.
cudaError_t remembered(cudaError_t error);

// Ends the process for a Deadlock: names the call and why.
[[noreturn]] void report_deadlock(int api, const char* why);

// Pays for the call (api: position in runtime_function_names()), refuses when the machine has
// failed, else runs body(engine) under the engine's lock.
template <typename Body>
cudaError_t runtime_call(int api, Body&& body) {
    auto& engine = started_machine();
    const Inside inside;
    const std::lock_guard lock(engine.mutex());
    cudaError_t error = cudaSuccess;
    try {
        engine.enter_call(api);
        error = sticky_error(engine);
        if (error == cudaSuccess) error = body(engine);
        // What went wrong while this call let the devices run is this call's error too.
        if (error == cudaSuccess) error = sticky_error(engine);
    } catch (const Deadlock& deadlock) {
        report_deadlock(api, deadlock.what());
    } catch (const std::bad_alloc&) {
        error = cudaErrorMemoryAllocation;
    } catch (const std::exception& failure) {
        refuse(failure.what(), 4);
    }
    return error == cudaSuccess ? error : remembered(error);
}

inline bool valid_device(const Engine& engine, int device) {
    return device >= 0 && device < engine.model().gpu_count();
}

// The stream behind a handle: 0, 1 and 2 mean the current device's default stream. Nothing for a
// handle that was destroyed or never was one.
Stream* resolve(Engine& engine, cudaStream_t handle);
Event* resolve(cudaEvent_t handle);

}  // namespace hopbench::sim

// The function's position, looked up once.
#define HOPBENCH_API(name)                                                          \
    ([]() {                                                                         \
        static const int position = ::hopbench::sim::runtime_function_index(#name); \
        return position;                                                            \
    }())

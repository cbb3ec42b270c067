#include "tests/sim/cudart/call.hpp"

#include <string>

namespace hopbench::sim {
namespace {

// Handles 1 and 2 are cudaStreamLegacy and cudaStreamPerThread.
constexpr std::uintptr_t kLargestStandardHandle = 2;

}  // namespace

ThreadState& thread_state() {
    static thread_local ThreadState state;
    return state;
}

cudaError_t sticky_error(const Engine& engine) {
    switch (engine.failure()) {
        case Failure::kNone:
            return cudaSuccess;
        case Failure::kIllegalAddress:
            return cudaErrorIllegalAddress;
        case Failure::kDeviceLost:
            return cudaErrorUnknown;
    }
    return cudaErrorUnknown;
}

cudaError_t remembered(cudaError_t error) {
    return thread_state().last_error = error;
}

void report_deadlock(int api, const char* why) {
    const std::string name =
        api < 0 ? "runtime call" : runtime_function_names()[static_cast<std::size_t>(api)];
    constexpr int kDeadlockExit = 98;
    refuse(
        ("deadlock: " + name + ": " + why + " (open the gate or record the event before waiting)")
            .c_str(),
        kDeadlockExit);
}

Stream* resolve(Engine& engine, cudaStream_t handle) {
    if (reinterpret_cast<std::uintptr_t>(handle) <= kLargestStandardHandle)
        return &engine.default_stream(thread_state().device);
    auto* stream = reinterpret_cast<Stream*>(handle);
    return stream->magic == Stream::kMagic && stream->alive ? stream : nullptr;
}

Event* resolve(cudaEvent_t handle) {
    auto* event = reinterpret_cast<Event*>(handle);
    return event != nullptr && event->magic == Event::kMagic && event->alive ? event : nullptr;
}

}  // namespace hopbench::sim

// For the other libraries of the stack.
extern "C" int hopbench_sim_current_device() {
    return hopbench::sim::thread_state().device;
}

// How every NCCL function begins and ends.
#pragma once

#include <nccl.h>

#include <mutex>
#include <string>

#include "tests/sim/model/runtime_names.hpp"
#include "tests/sim/nccl/communicator.hpp"
#include "tests/sim/preload/machine.hpp"

// The calling thread's current device, from the simulated CUDA runtime.
extern "C" int hopbench_sim_current_device();

namespace hopbench::sim::nccl {

// Pays for the call (api: position in runtime_function_names()), refuses when the machine has
// failed, else runs body(engine) under the engine's lock.
template <typename Body>
ncclResult_t nccl_call(int api, const char* name, Body&& body) {
    constexpr int kDeadlockExit = 98;
    constexpr int kCannotHere = 4;
    auto& engine = started_machine();
    const Inside inside;
    const std::lock_guard lock(engine.mutex());
    try {
        engine.enter_call(api);
        if (engine.failure() != Failure::kNone) return ncclUnhandledCudaError;
        return body(engine);
    } catch (const Deadlock& deadlock) {
        refuse((std::string("deadlock: ") + name + ": " + deadlock.what() +
                " (all ranks of a communicator must take part)")
                   .c_str(),
               kDeadlockExit);
    } catch (const std::bad_alloc&) {
        return ncclSystemError;
    } catch (const std::exception& failure) {
        refuse(failure.what(), kCannotHere);
    }
}

// The same with a valid communicator: body(engine, comm).
template <typename Body>
ncclResult_t comm_call(int api, const char* name, ncclComm_t handle, Body&& body) {
    return nccl_call(api, name, [&](Engine& engine) {
        auto* comm = resolve(handle);
        if (comm == nullptr)
            return complain(ncclInvalidArgument, hopbench_sim_current_device(),
                            std::string(name) + " : comm argument is not a live communicator");
        return body(engine, *comm);
    });
}

}  // namespace hopbench::sim::nccl

// The function's position, looked up once, and its name.
#define HOPBENCH_NCCL_API(name)                                                     \
    ([]() {                                                                         \
        static const int position = ::hopbench::sim::runtime_function_index(#name); \
        return position;                                                            \
    }()),                                                                           \
        #name

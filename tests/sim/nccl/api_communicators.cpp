// Communicators: making, asking, ending.
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "tests/sim/nccl/call.hpp"
#include "tests/sim/nccl/requests.hpp"

using namespace hopbench::sim;
using namespace hopbench::sim::nccl;

namespace {

ncclUniqueId next_id() {
    static int count = 0;
    ncclUniqueId id{};
    std::snprintf(id.internal, sizeof id.internal, "hopbench-sim-%d-%d", getpid(), count++);
    return id;
}

// Outside of a group the caller waits until the other ranks, on other threads, have come.
ncclResult_t join_or_defer(Engine& engine, const ncclUniqueId& id, int ranks, int rank, int device,
                           ncclComm_t* handle) {
    if (const auto result = join(engine, id, ranks, rank, device, handle); result != ncclSuccess)
        return result;
    if (group().depth == 0) return await_settled(engine, handle);
    group().joining.push_back(handle);
    return ncclSuccess;
}

// What NCCL_CONFIG_INITIALIZER has filled in.
bool is_initialised(const ncclConfig_t& config) {
    constexpr unsigned kMagic = 0xcafebeef;
    return config.magic == kMagic && config.size >= offsetof(ncclConfig_t, blocking);
}

// The communicator's own collectives come to their end. Blocks for good when they hang.
void drain(Engine& engine, const ncclComm& comm) {
    if (comm.last_stream == nullptr || comm.last_stream->completed >= comm.last_sequence) return;
    Event end;
    end.records = 1;
    end.stream = comm.last_stream;
    end.sequence = comm.last_sequence;
    engine.wait_event(end);
}

ncclResult_t init_all(Engine& engine, ncclComm_t* handles, int count, const int* devices) {
    if (handles == nullptr || count < 1 || count > engine.model().gpu_count())
        return complain(ncclInvalidArgument, 0,
                        "ncclCommInitAll : invalid number of devices " + std::to_string(count));
    for (int i = 0; i < count; ++i)
        if (devices != nullptr && (devices[i] < 0 || devices[i] >= engine.model().gpu_count()))
            return complain(ncclInvalidArgument, 0,
                            "ncclCommInitAll : there is no device " + std::to_string(devices[i]));
    const auto id = next_id();
    for (int i = 0; i < count; ++i)
        if (const auto result =
                join(engine, id, count, i, devices != nullptr ? devices[i] : i, &handles[i]);
            result != ncclSuccess)
            return result;
    auto result = ncclSuccess;
    for (int i = 0; i < count; ++i) result = await_settled(engine, &handles[i]);
    return result;
}

}  // namespace

extern "C" {

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
    return nccl_call(HOPBENCH_NCCL_API(ncclGetUniqueId), [&](Engine&) {
        if (id == nullptr) return ncclInvalidArgument;
        *id = next_id();
        return ncclSuccess;
    });
}

ncclResult_t ncclCommInitAll(ncclComm_t* handles, int count, const int* devices) {
    return noted(nccl_call(HOPBENCH_NCCL_API(ncclCommInitAll), [&](Engine& engine) {
        return init_all(engine, handles, count, devices);
    }));
}

ncclResult_t ncclCommInitRank(ncclComm_t* handle, int ranks, ncclUniqueId id, int rank) {
    return noted(nccl_call(HOPBENCH_NCCL_API(ncclCommInitRank), [&](Engine& engine) {
        return join_or_defer(engine, id, ranks, rank, hopbench_sim_current_device(), handle);
    }));
}

// A communicator that need not block has finished all the same when the call returns.
ncclResult_t ncclCommInitRankConfig(ncclComm_t* handle, int ranks, ncclUniqueId id, int rank,
                                    ncclConfig_t* config) {
    return noted(nccl_call(HOPBENCH_NCCL_API(ncclCommInitRankConfig), [&](Engine& engine) {
        const int device = hopbench_sim_current_device();
        if (config != nullptr && !is_initialised(*config))
            return complain(ncclInvalidArgument, device,
                            "ncclConfig_t argument not initialized via NCCL_CONFIG_INITIALIZER");
        return join_or_defer(engine, id, ranks, rank, device, handle);
    }));
}

ncclResult_t ncclCommFinalize(ncclComm_t handle) {
    return comm_call(HOPBENCH_NCCL_API(ncclCommFinalize), handle,
                     [](Engine& engine, ncclComm& comm) {
                         if (comm.finalized) return ncclInvalidArgument;
                         drain(engine, comm);
                         comm.finalized = true;
                         return ncclSuccess;
                     });
}

ncclResult_t ncclCommDestroy(ncclComm_t handle) {
    return comm_call(HOPBENCH_NCCL_API(ncclCommDestroy), handle,
                     [](Engine& engine, ncclComm& comm) {
                         drain(engine, comm);
                         comm.magic = 0;
                         return ncclSuccess;
                     });
}

// Collectives that are stuck end without effect.
ncclResult_t ncclCommAbort(ncclComm_t handle) {
    return comm_call(HOPBENCH_NCCL_API(ncclCommAbort), handle, [](Engine& engine, ncclComm& comm) {
        for (const auto& known : comm.works)
            if (const auto work = known.lock()) engine.cancel(work);
        comm.magic = 0;
        return ncclSuccess;
    });
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t handle, ncclResult_t* error) {
    return comm_call(HOPBENCH_NCCL_API(ncclCommGetAsyncError), handle,
                     [&](Engine&, ncclComm& comm) {
                         if (error == nullptr) return ncclInvalidArgument;
                         *error = comm.async_error;
                         return ncclSuccess;
                     });
}

ncclResult_t ncclCommCount(const ncclComm_t handle, int* count) {
    return comm_call(HOPBENCH_NCCL_API(ncclCommCount), handle, [&](Engine&, ncclComm& comm) {
        if (count == nullptr) return ncclInvalidArgument;
        *count = comm.clique->ranks();
        return ncclSuccess;
    });
}

ncclResult_t ncclCommCuDevice(const ncclComm_t handle, int* device) {
    return comm_call(HOPBENCH_NCCL_API(ncclCommCuDevice), handle, [&](Engine&, ncclComm& comm) {
        if (device == nullptr) return ncclInvalidArgument;
        *device = comm.device;
        return ncclSuccess;
    });
}

ncclResult_t ncclCommUserRank(const ncclComm_t handle, int* rank) {
    return comm_call(HOPBENCH_NCCL_API(ncclCommUserRank), handle, [&](Engine&, ncclComm& comm) {
        if (rank == nullptr) return ncclInvalidArgument;
        *rank = comm.rank;
        return ncclSuccess;
    });
}

// Registration changes nothing about a ring; handles are checked nevertheless.
ncclResult_t ncclCommRegister(const ncclComm_t handle, void* buffer, size_t bytes,
                              void** registration) {
    return comm_call(HOPBENCH_NCCL_API(ncclCommRegister), handle,
                     [&](Engine& engine, ncclComm& comm) {
                         if (registration == nullptr || bytes == 0 ||
                             engine.memory().find(buffer, bytes) == nullptr)
                             return complain(ncclInvalidArgument, comm.device,
                                             "ncclCommRegister : not a buffer of the devices");
                         comm.registered.insert(++comm.registrations);
                         *registration = reinterpret_cast<void*>(comm.registrations);
                         return ncclSuccess;
                     });
}

ncclResult_t ncclCommDeregister(const ncclComm_t handle, void* registration) {
    return comm_call(HOPBENCH_NCCL_API(ncclCommDeregister), handle, [&](Engine&, ncclComm& comm) {
        if (comm.registered.erase(reinterpret_cast<std::uintptr_t>(registration)) == 0)
            return complain(ncclInvalidArgument, comm.device,
                            "ncclCommDeregister : not a registration of this communicator");
        return ncclSuccess;
    });
}

}  // extern "C"

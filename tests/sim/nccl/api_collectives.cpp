// Collectives, groups, reduction operators.
#include <cstring>

#include "tests/sim/nccl/call.hpp"
#include "tests/sim/nccl/requests.hpp"

using namespace hopbench::sim;
using namespace hopbench::sim::nccl;

namespace {

ncclResult_t collective(int api, const char* name, ncclComm_t handle, const Arguments& arguments,
                        cudaStream_t stream) {
    return noted(comm_call(api, name, handle, [&](Engine& engine, ncclComm& comm) {
        return request(engine, name, comm, arguments, stream);
    }));
}

}  // namespace

extern "C" {

ncclResult_t ncclAllReduce(const void* send, void* recv, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
    return collective(HOPBENCH_NCCL_API(ncclAllReduce), comm,
                      {.kind = CollectiveKind::all_reduce,
                       .send = send,
                       .recv = recv,
                       .count = count,
                       .type = type,
                       .op = op},
                      stream);
}

ncclResult_t ncclReduceScatter(const void* send, void* recv, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
    return collective(HOPBENCH_NCCL_API(ncclReduceScatter), comm,
                      {.kind = CollectiveKind::reduce_scatter,
                       .send = send,
                       .recv = recv,
                       .count = count,
                       .type = type,
                       .op = op},
                      stream);
}

ncclResult_t ncclAllGather(const void* send, void* recv, size_t count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream) {
    return collective(HOPBENCH_NCCL_API(ncclAllGather), comm,
                      {.kind = CollectiveKind::all_gather,
                       .send = send,
                       .recv = recv,
                       .count = count,
                       .type = type},
                      stream);
}

ncclResult_t ncclBroadcast(const void* send, void* recv, size_t count, ncclDataType_t type,
                           int root, ncclComm_t comm, cudaStream_t stream) {
    return collective(HOPBENCH_NCCL_API(ncclBroadcast), comm,
                      {.kind = CollectiveKind::broadcast,
                       .send = send,
                       .recv = recv,
                       .count = count,
                       .type = type,
                       .root = root},
                      stream);
}

ncclResult_t ncclBcast(void* buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream) {
    return collective(HOPBENCH_NCCL_API(ncclBcast), comm,
                      {.kind = CollectiveKind::broadcast,
                       .send = buffer,
                       .recv = buffer,
                       .count = count,
                       .type = type,
                       .root = root},
                      stream);
}

ncclResult_t ncclReduce(const void* send, void* recv, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
    return collective(HOPBENCH_NCCL_API(ncclReduce), comm,
                      {.kind = CollectiveKind::reduce,
                       .send = send,
                       .recv = recv,
                       .count = count,
                       .type = type,
                       .op = op,
                       .root = root},
                      stream);
}

ncclResult_t ncclGroupStart() {
    return nccl_call(HOPBENCH_NCCL_API(ncclGroupStart), [](Engine&) {
        ++group().depth;
        return ncclSuccess;
    });
}

// The outermost end lets everything inside happen, unless one of its calls has failed.
ncclResult_t ncclGroupEnd() {
    return nccl_call(HOPBENCH_NCCL_API(ncclGroupEnd), [](Engine& engine) {
        auto& current = group();
        if (current.depth == 0)
            return complain(ncclInvalidUsage, hopbench_sim_current_device(),
                            "ncclGroupEnd: not in a group call.");
        if (--current.depth > 0) return ncclSuccess;
        const auto ended = std::exchange(current, {});
        if (ended.error != ncclSuccess) {
            for (auto* handle : ended.joining) leave(handle);
            return ended.error;
        }
        auto result = ncclSuccess;
        for (auto* handle : ended.joining)
            if (const auto joined = await_settled(engine, handle); joined != ncclSuccess)
                result = joined;
        return result == ncclSuccess ? submit(engine, ended.requests) : result;
    });
}

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t* op, void* scalar, ncclDataType_t type,
                                      ncclScalarResidence_t residence, ncclComm_t handle) {
    return comm_call(
        HOPBENCH_NCCL_API(ncclRedOpCreatePreMulSum), handle, [&](Engine& engine, ncclComm& comm) {
            const bool on_host = residence == ncclScalarHostImmediate;
            if (op == nullptr || scalar == nullptr || !is_type(type) || is_fp8(type) ||
                (!on_host && residence != ncclScalarDevice) ||
                (!on_host && engine.memory().find(scalar, bytes_of(type)) == nullptr))
                return complain(ncclInvalidArgument, comm.device,
                                "ncclRedOpCreatePreMulSum : invalid type, scalar or residence");
            ScaledSum made{.type = type};
            if (on_host) {
                std::memcpy(made.factor.data(), scalar, bytes_of(type));
            } else {
                made.factor_address = scalar;
            }
            *op = static_cast<ncclRedOp_t>(static_cast<int>(ncclNumOps) +
                                           static_cast<int>(comm.scaled_sums.size()));
            comm.scaled_sums.push_back(made);
            return ncclSuccess;
        });
}

ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t handle) {
    return comm_call(HOPBENCH_NCCL_API(ncclRedOpDestroy), handle, [&](Engine&, ncclComm& comm) {
        const auto position = static_cast<std::size_t>(op) - ncclNumOps;
        if (op < ncclNumOps || position >= comm.scaled_sums.size() ||
            !comm.scaled_sums[position].alive)
            return complain(ncclInvalidArgument, comm.device,
                            "ncclRedOpDestroy : not an operator of this communicator");
        comm.scaled_sums[position].alive = false;
        return ncclSuccess;
    });
}

}  // extern "C"

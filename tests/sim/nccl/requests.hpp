// Collectives on their way into streams: checked when they are called, submitted at once or when
// the group ends.
#pragma once

#include <nccl.h>

#include <vector>

#include "tests/sim/nccl/communicator.hpp"

namespace hopbench::sim::nccl {

// One rank's call.
struct Request {
    const char* name = "";  // of the function
    ncclComm* comm = nullptr;
    Shape shape = {};
    Part part = {};
    Stream* stream = nullptr;
};

// The calling thread's group.
struct Group {
    int depth = 0;
    ncclResult_t error = ncclSuccess;  // of a call inside; the group then does nothing
    std::vector<Request> requests = {};
    std::vector<ncclComm_t*> joining = {};  // handles whose ranks have taken their places
};
Group& group();

// A collective's arguments as the caller gives them.
struct Arguments {
    CollectiveKind kind;
    const void* send;
    void* recv;
    std::size_t count;
    ncclDataType_t type;
    ncclRedOp_t op = ncclSum;
    int root = 0;
};

// Checks and submits, or keeps for the end of the group. Errors: ncclInvalidArgument for what this
// call alone shows to be wrong, ncclInvalidUsage when the ranks disagree.
ncclResult_t request(Engine& engine, const char* name, ncclComm& comm, const Arguments& arguments,
                     cudaStream_t stream);

// All of them or none.
ncclResult_t submit(Engine& engine, const std::vector<Request>& requests);

// A call inside a group has failed, or not.
ncclResult_t noted(ncclResult_t result);

}  // namespace hopbench::sim::nccl

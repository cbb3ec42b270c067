#include "tests/sim/nccl/requests.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace hopbench::sim::nccl {
namespace {

constexpr std::uintptr_t kLargestStandardHandle = 2;  // cudaStreamPerThread

ncclResult_t refuse_argument(const ncclComm& comm, const char* name, const std::string& what) {
    return complain(ncclInvalidArgument, comm.device, std::string(name) + " : " + what);
}

// The stream behind a handle: 0, 1 and 2 mean the default stream of the communicator's device.
Stream* stream_of(Engine& engine, const ncclComm& comm, cudaStream_t handle) {
    if (reinterpret_cast<std::uintptr_t>(handle) <= kLargestStandardHandle)
        return &engine.default_stream(comm.device);
    auto* stream = reinterpret_cast<Stream*>(handle);
    const bool good =
        stream->magic == Stream::kMagic && stream->alive && stream->device == comm.device;
    return good ? stream : nullptr;
}

// Memory that the rank's GPU can use: its own, the host's, or that of an enabled peer.
bool usable(Engine& engine, const ncclComm& comm, const void* address, std::size_t bytes) {
    if (bytes == 0) return true;
    if (address == nullptr || engine.memory().find(address, bytes) == nullptr) return false;
    const int window = window_of(address);
    return !is_gpu_window(window) || window == comm.device ||
           engine.peer_enabled(comm.device, window);
}

// Resolves an operator made by ncclRedOpCreatePreMulSum.
bool resolve_operator(const ncclComm& comm, Shape& shape, Part& part) {
    if (shape.op >= 0 && shape.op < ncclNumOps) return true;
    const auto position = static_cast<std::size_t>(shape.op) - ncclNumOps;
    if (shape.op < 0 || position >= comm.scaled_sums.size()) return false;
    const auto& sum = comm.scaled_sums[position];
    if (!sum.alive || sum.type != shape.type) return false;
    shape.op = ncclNumOps;
    part.factor = sum.factor;
    part.factor_address = sum.factor_address;
    return true;
}

bool reduces(CollectiveKind kind) {
    return kind != CollectiveKind::all_gather && kind != CollectiveKind::broadcast;
}

std::string disagreement(const Shape& a, const Shape& b) {
    if (a.kind != b.kind) return std::string(name_of(a.kind)) + " against " + name_of(b.kind);
    if (a.count != b.count)
        return "count " + std::to_string(a.count) + " against " + std::to_string(b.count);
    if (a.type != b.type)
        return "datatype " + std::to_string(a.type) + " against " + std::to_string(b.type);
    if (a.op != b.op)
        return "operator " + std::to_string(a.op) + " against " + std::to_string(b.op);
    return "root " + std::to_string(a.root) + " against " + std::to_string(b.root);
}

// Every rank's n-th collective must be the same.
ncclResult_t check_agreement(const std::vector<Request>& requests) {
    std::map<std::pair<const Clique*, std::uint64_t>, Shape> seen;
    std::map<const ncclComm*, std::uint64_t> issued;
    for (const auto& request : requests) {
        const auto& comm = *request.comm;
        const auto number = comm.issued + issued[&comm]++;
        const auto open = comm.clique->open.find(number);
        const auto& agreed =
            seen.try_emplace({comm.clique.get(), number}, open == comm.clique->open.end()
                                                              ? request.shape
                                                              : open->second->shape())
                .first->second;
        if (agreed == request.shape) continue;
        for (auto* member : comm.clique->members) member->async_error = ncclInvalidUsage;
        return complain(
            ncclInvalidUsage, comm.device,
            std::string(request.name) + " : rank " + std::to_string(comm.rank) +
                " disagrees with the other ranks: " + disagreement(request.shape, agreed));
    }
    return ncclSuccess;
}

void announce(const Request& request) {
    auto& log = DebugLog::instance();
    if (!log.enabled(Subsystem::tuning)) return;
    const auto& decision = request.comm->clique->decision;
    const auto bytes = message_bytes(request.shape, request.comm->clique->ranks());
    log.info(Subsystem::tuning, request.comm->device,
             std::string(name_of(request.shape.kind)) + ": " + std::to_string(bytes) +
                 " Bytes -> Algo RING proto " + name_of(proto_of(decision, bytes)) +
                 " channel{Lo..Hi}={0.." + std::to_string(decision.channels - 1) + "}");
}

void submit_one(Engine& engine, const Request& request) {
    auto& comm = *request.comm;
    auto& open = comm.clique->open;
    const auto number = comm.issued++;
    auto& slot = open[number];
    if (!slot) slot = std::make_shared<Work>(comm.clique->ring, request.shape);
    const auto work = slot;
    work->join(comm.rank, request.part);
    std::erase_if(comm.works, [](const auto& known) { return known.expired(); });
    comm.works.push_back(work);
    const auto& members = comm.clique->members;
    if (std::all_of(members.begin(), members.end(),
                    [number](const auto* member) { return member->issued > number; }))
        open.erase(number);
    announce(request);
    engine.submit_collective(*request.stream, work);
    comm.last_stream = request.stream;
    comm.last_sequence = request.stream->enqueued;
}

}  // namespace

Group& group() {
    static thread_local Group current;
    return current;
}

ncclResult_t noted(ncclResult_t result) {
    auto& current = group();
    if (current.depth > 0 && current.error == ncclSuccess) current.error = result;
    return result;
}

ncclResult_t request(Engine& engine, const char* name, ncclComm& comm, const Arguments& arguments,
                     cudaStream_t stream) {
    if (comm.async_error != ncclSuccess) return comm.async_error;
    if (comm.finalized) return refuse_argument(comm, name, "communicator is finalized");
    Request made{
        .name = name,
        .comm = &comm,
        .shape = {arguments.kind, arguments.count, arguments.type, arguments.op, arguments.root},
        .part = {.send = arguments.send, .recv = arguments.recv},
        .stream = stream_of(engine, comm, stream)};
    const int ranks = comm.clique->ranks();
    if (!is_type(made.shape.type))
        return refuse_argument(comm, name, "invalid type " + std::to_string(made.shape.type));
    if (made.shape.root < 0 || made.shape.root >= ranks)
        return refuse_argument(comm, name,
                               "invalid root " + std::to_string(made.shape.root) +
                                   " (root should be in the 0.." + std::to_string(ranks - 1) +
                                   " range)");
    if (reduces(made.shape.kind)) {
        if (is_fp8(made.shape.type))
            return refuse_argument(comm, name, "reductions of 8-bit floats are not simulated");
        if (!resolve_operator(comm, made.shape, made.part))
            return refuse_argument(comm, name,
                                   "invalid reduction operation " + std::to_string(arguments.op));
    }
    if (made.stream == nullptr)
        return complain(
            ncclUnhandledCudaError, comm.device,
            std::string(name) + " : stream is not one of device " + std::to_string(comm.device));
    if (!usable(engine, comm, made.part.send, sent_bytes(made.shape, ranks, comm.rank)))
        return refuse_argument(comm, name, "sendbuff is not a valid pointer");
    if (!usable(engine, comm, made.part.recv, received_bytes(made.shape, ranks, comm.rank)))
        return refuse_argument(comm, name, "recvbuff is not a valid pointer");
    if (made.shape.count == 0) return ncclSuccess;  // nothing happens, in no stream
    if (group().depth == 0) return submit(engine, {made});
    group().requests.push_back(made);
    return ncclSuccess;
}

ncclResult_t submit(Engine& engine, const std::vector<Request>& requests) {
    if (const auto result = check_agreement(requests); result != ncclSuccess) return result;
    for (const auto& request : requests) submit_one(engine, request);
    return ncclSuccess;
}

}  // namespace hopbench::sim::nccl

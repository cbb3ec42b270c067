#include "tests/sim/nccl/communicator.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "tests/sim/preload/machine.hpp"
#include "tests/sim/prepare/scratch_root.hpp"

namespace hopbench::sim::nccl {
namespace {

// Communicators that wait for ranks, by unique id.
std::map<std::string, std::shared_ptr<Clique>>& gatherings() {
    static auto* all = new std::map<std::string, std::shared_ptr<Clique>>;
    return *all;
}

std::string text_of(const ncclUniqueId& id) {
    return {id.internal, strnlen(id.internal, sizeof id.internal)};
}

// Perceives below HOPBENCH_SIM_ROOT; where there is none, as below one that has just been laid out,
// and not what the files of the machine at hand say.
Decision perceive_machine(const MachineModel& model, const std::vector<int>& gpus,
                          const PeersGranted& granted) {
    auto& log = DebugLog::instance();
    const char* given = std::getenv("HOPBENCH_SIM_ROOT");
    if (given != nullptr && *given != '\0') return perceive(model, given, gpus, granted, log);
    auto folder = (std::filesystem::temp_directory_path() / "hopbench-sim-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr)
        throw std::runtime_error(folder + ": cannot be made (set HOPBENCH_SIM_ROOT)");
    write_scratch_root(model, folder);
    auto decision = perceive(model, folder, gpus, granted, log);
    std::filesystem::remove_all(folder);
    return decision;
}

ncclResult_t check_devices(const Clique& clique) {
    for (const auto* a : clique.members)
        for (const auto* b : clique.members)
            if (a->rank < b->rank && a->device == b->device)
                return complain(ncclInvalidUsage, a->device,
                                "Duplicate GPU detected : rank " + std::to_string(a->rank) +
                                    " and rank " + std::to_string(b->rank) +
                                    " both on CUDA device " + std::to_string(a->device));
    return ncclSuccess;
}

// Peers that the ring needs; what is granted may still fail, or deceive.
ncclResult_t check_edges(Engine& engine, const Clique& clique, bool& hangs) {
    const auto& ring = clique.decision.ring;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        if (ring.size() == 1 || !clique.decision.p2p_edge.at(i)) continue;
        const auto device_of = [&](std::size_t position) {
            return clique.members.at(static_cast<std::size_t>(ring[position % ring.size()]))
                ->device;
        };
        const int src = device_of(i);
        const int dst = device_of(i + 1);
        if (engine.faults().peer_enable_fails(src, dst))
            return complain(ncclUnhandledCudaError, src,
                            "failed to peer with device " + std::to_string(dst) +
                                ": mapping of buffer object failed");
        // The receiver polls its own memory for flags that never come.
        hangs |= engine.faults().peer_hangs(src, dst) || engine.faults().mirrors(src, dst);
    }
    return ncclSuccess;
}

ncclResult_t settle(Engine& engine, Clique& clique) {
    const int ranks = clique.ranks();
    if (const auto result = check_devices(clique); result != ncclSuccess) return result;
    if (engine.faults().nccl_init_fails(ranks))
        return complain(
            ncclSystemError, clique.members.front()->device,
            "init of " + std::to_string(ranks) + " ranks fails, as the machine model wants");
    std::vector<int> gpus;
    for (const auto* member : clique.members) gpus.push_back(member->device);
    const auto granted = [&engine](int src, int dst) {
        return src != dst && engine.model().p2p.can_access;
    };
    clique.decision = perceive_machine(engine.model(), gpus, granted);
    if (clique.decision.error != 0) return static_cast<ncclResult_t>(clique.decision.error);
    bool hangs = engine.faults().nccl_hangs(ranks);
    if (const auto result = check_edges(engine, clique, hangs); result != ncclSuccess)
        return result;
    std::vector<bool> corrupts;
    for (int rank = 0; rank < ranks; ++rank)
        corrupts.push_back(engine.faults().nccl_corrupts(rank));
    clique.ring =
        std::make_shared<const Ring>(Ring{.time = RingTime(engine.model(), clique.decision, gpus),
                                          .ranks = ranks,
                                          .hangs = hangs,
                                          .corrupts = std::move(corrupts),
                                          .outcomes = std::make_shared<Outcomes>()});
    return ncclSuccess;
}

}  // namespace

ncclResult_t join(Engine& engine, const ncclUniqueId& id, int ranks, int rank, int device,
                  ncclComm_t* out) {
    if (out == nullptr || ranks < 1 || rank < 0 || rank >= ranks)
        return complain(
            ncclInvalidArgument, device,
            "Invalid rank requested : " + std::to_string(rank) + "/" + std::to_string(ranks));
    const auto key = text_of(id);
    auto& clique = gatherings()[key];
    if (!clique) {
        clique = std::make_shared<Clique>();
        clique->members.resize(static_cast<std::size_t>(ranks));
    }
    if (clique->ranks() != ranks || clique->members[static_cast<std::size_t>(rank)] != nullptr)
        return complain(ncclInvalidUsage, device,
                        "rank " + std::to_string(rank) + " of " + std::to_string(ranks) +
                            " does not fit the other ranks of this unique id");
    *out = new ncclComm{.clique = clique, .rank = rank, .device = device};
    clique->members[static_cast<std::size_t>(rank)] = *out;
    if (++clique->joined < ranks) return ncclSuccess;
    const auto complete = clique;
    gatherings().erase(key);
    complete->init_result = settle(engine, *complete);
    complete->settled = true;
    return ncclSuccess;
}

ncclResult_t await_settled(Engine& engine, ncclComm_t* handle) {
    const auto clique = (*handle)->clique;
    engine.wait_for_threads([&clique] { return clique->settled; });
    if (clique->init_result != ncclSuccess) leave(handle);
    return clique->init_result;
}

void leave(ncclComm_t* handle) {
    (*handle)->magic = 0;
    *handle = nullptr;
}

ncclComm* resolve(ncclComm_t handle) {
    return handle != nullptr && handle->magic == ncclComm::kMagic ? handle : nullptr;
}

int version_code(const std::string& version) {
    int major = 0;
    int minor = 0;
    int patch = 0;
    std::sscanf(version.c_str(), "%d.%d.%d", &major, &minor, &patch);
    return NCCL_VERSION(major, minor, patch);
}

ncclResult_t complain(ncclResult_t result, int device, const std::string& text) {
    DebugLog::instance().warn(device, "hopbench-sim:0", text);
    return result;
}

}  // namespace hopbench::sim::nccl

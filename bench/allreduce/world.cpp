#include "bench/allreduce/world.hpp"

#include "harness/model/error.hpp"

namespace hopbench {

void World::reserve(std::uint64_t bytes, std::uint64_t key) {
    for (const Rank& rank : ranks_) {
        set_device(rank.device->index);
        rank.memory->reserve(bytes, key);
    }
    synchronize();
}

/// `memory`: where a rank's inputs are and its sums go.
template <class Memory>
void World::reduce(Memory memory, std::uint64_t floats) {
    NcclGroup group;
    for (const Rank& rank : ranks_) {
        const auto [inputs, sums] = memory(*rank.memory);
        check_nccl(ncclAllReduce(inputs, sums, floats, ncclFloat, ncclSum, rank.comm.get(),
                                 rank.device->stream.get()),
                   "ncclAllReduce");
    }
    group.end();
}

void World::all_reduce(std::uint64_t offset, std::uint64_t bytes) {
    reduce(
        [offset](const RankMemory& rank) {
            return std::pair(rank.inputs() + offset, rank.sums() + offset);
        },
        bytes / sizeof(float));
}

void World::barrier() {
    constexpr std::uint64_t floats = 2;
    reduce([](const RankMemory& rank) { return std::pair(rank.inputs(), rank.scratch()); }, floats);
}

void World::synchronize() {
    for (const Rank& rank : ranks_) rank.device->stream.synchronize();
    set_device(ranks_.front().device->index);
}

void World::check_async() const {
    for (const Rank& rank : ranks_) rank.comm.check_async();
}

void World::abort() noexcept {
    for (Rank& rank : ranks_) rank.comm.abort();
}

World& Worlds::of(CaseContext& context) {
    const CaseName& name = context.planned.name;
    if (!name.ranks)
        throw usage_error(format_case_name(name), "the case needs a number of ranks",
                          "name it, as in allreduce/sizes/ranks:8");
    Entry& entry = entries_[*name.ranks];
    if (entry.failure) throw *entry.failure;
    if (!entry.world) {
        try {
            entry.world = std::make_unique<World>(connect(
                context.machine, context.gpus.first(static_cast<std::size_t>(*name.ranks))));
        } catch (const NcclError& error) {
            entry.failure = error;
            throw;
        }
    }
    return *entry.world;
}

void Worlds::give_up(int ranks, const NcclError& error) {
    Entry& entry = entries_[ranks];
    entry.world->abort();
    entry.world.reset();
    entry.failure = error;
}

std::vector<Rank> Worlds::connect(Machine& machine, std::span<const int> gpus) {
    for (int rank = 0; const int gpu : gpus) {
        PreparedDevice& device = machine.device(gpu);
        set_device(gpu);
        auto& memory = memory_[rank];
        if (!memory) memory = std::make_unique<RankMemory>(device, rank);
        ++rank;
    }
    std::vector<NcclComm> comms = connect_ranks(gpus);
    std::vector<Rank> ranks;
    for (std::size_t i = 0; i < gpus.size(); ++i)
        ranks.push_back({.device = &machine.device(gpus[i]),
                         .memory = memory_[static_cast<int>(i)].get(),
                         .comm = std::move(comms[i])});
    return ranks;
}

}  // namespace hopbench

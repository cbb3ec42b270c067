#include <chrono>

#include "bench/allreduce/catalogue.hpp"
#include "bench/allreduce/sum_check.hpp"
#include "bench/allreduce/sum_key.hpp"

// Evidence, not a measurement: NCCL logs what it uses for each size, and every rank's sum is
// checked.
namespace hopbench {
namespace {

constexpr std::uint64_t least_bytes = 8;
constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;

/// One all-reduce of this size; what its check found is added to the record.
void reduce_once(World& world, std::uint64_t bytes, std::uint64_t key, CaseRecord& record) {
    SumCheck owners(world, slices_of(bytes, 1), key);
    owners.poison();
    world.all_reduce(0, bytes);
    world.synchronize();
    owners.check(false);
    CaseRecord size;
    owners.finish(size);
    auto& sum = record.verification;
    ++sum.samples_checked;
    sum.bytes_checked += size.verification.bytes_checked;
    sum.mismatches += size.verification.mismatches;
    if (size.status == Status::ok || record.status != Status::ok) return;
    record.status = size.status;
    record.reason = "all-reduce of " + std::to_string(bytes) + " bytes: " + size.reason;
}

}  // namespace

void run_sizes(CaseContext& context) {
    using Clock = std::chrono::steady_clock;
    context.record.engine = "nccl/float/sum";
    with_world(context, [&](World& world) {
        const std::uint64_t key = sum_key(context.seed);
        world.reserve(most_bytes, key);
        for ([[maybe_unused]] auto _ : context.state) {
            const auto begin = Clock::now();
            for (std::uint64_t bytes = least_bytes; bytes <= most_bytes; bytes *= 2)
                reduce_once(world, bytes, key, context.record);
            context.state.SetIterationTime(
                std::chrono::duration<double>(Clock::now() - begin).count());
        }
        context.record.verification.status =
            context.record.status == Status::corrupt ? "corrupt" : "verified";
    });
}

}  // namespace hopbench

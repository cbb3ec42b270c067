#include "bench/allreduce/sum_check.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "bench/common/host_parts.hpp"
#include "kernels/reduction.hpp"

namespace hopbench {
namespace {

/// As a float, no sum that ranks could come to.
constexpr int poison_byte = 0xA5;

}  // namespace

SumCheck::SumCheck(World& world, SliceLayout slices, std::uint64_t key)
    : world_(world), slices_(slices), key_(key), host_views_(world.ranks().size()) {
    // Findings of a case that failed before it read them.
    for (const Rank& rank : world_.ranks()) {
        set_device(rank.device->index);
        rank.memory->clear_verdict();
    }
    set_device(world_.ranks().front().device->index);
}

void SumCheck::poison() {
    for (const Rank& rank : world_.ranks()) {
        set_device(rank.device->index);
        enqueue_poison(rank);
    }
    world_.synchronize();
}

void SumCheck::enqueue_poison(const Rank& rank) {
    hopbench::check(cudaMemsetAsync(rank.memory->sums(), poison_byte, slices_.extent(),
                                    rank.device->stream.get()),
                    "cudaMemsetAsync");
}

void SumCheck::enqueue_host_copies(const Rank& rank) {
    const HostParts parts = host_parts(slices_);
    const auto copy = [&](std::uint64_t at, std::uint64_t position, std::uint64_t bytes) {
        if (bytes == 0) return;
        hopbench::check(
            cudaMemcpyAsync(rank.device->staging.data() + at, rank.memory->sums() + position, bytes,
                            cudaMemcpyDeviceToHost, rank.device->stream.get()),
            "cudaMemcpyAsync");
    };
    copy(0, 0, parts.head);
    copy(parts.head, parts.tail_position, parts.tail);
}

void SumCheck::check(bool poison_again) {
    for (const Rank& rank : world_.ranks()) {
        set_device(rank.device->index);
        launch_reduction_check(rank.device->stream, rank.memory->sums(), slices_, key_,
                               world_.size(), rank.memory->verdict());
        enqueue_host_copies(rank);
        if (poison_again) enqueue_poison(rank);
    }
    world_.synchronize();
    for (std::size_t i = 0; const Rank& rank : world_.ranks())
        compare_on_host(rank, host_views_[i++]);
    ++samples_checked_;
}

void SumCheck::compare_on_host(const Rank& rank, HostView& view) {
    const HostParts parts = host_parts(slices_);
    const auto compare = [&](std::uint64_t at, std::uint64_t position, std::uint64_t bytes) {
        const auto* floats = reinterpret_cast<const float*>(rank.device->staging.data() + at);
        const std::span seen(floats, bytes / sizeof(float));
        const std::uint64_t index = position / sizeof(float);
        const std::size_t bad = first_reduction_mismatch(seen, index, key_, world_.size());
        if (bad == seen.size()) return;
        if (view.mismatches++ == 0) view.first_bad = index + bad;
    };
    compare(0, 0, parts.head);
    compare(parts.head, parts.tail_position, parts.tail);
}

void SumCheck::finish(CaseRecord& record) {
    world_.check_async();
    auto& verification = record.verification;
    const std::uint64_t each = samples_checked_ * slices_.payload();
    verification.samples_checked = samples_checked_;
    verification.bytes_checked = each * world_.ranks().size();
    if (each == 0) {
        verification.status = "unverified";
        if (verification.note.empty()) verification.note = "no bytes were checked";
        return;
    }
    verification.status = "verified";
    for (std::size_t i = 0; const Rank& rank : world_.ranks()) {
        set_device(rank.device->index);
        ReductionVerdict seen = rank.memory->read_verdict();
        const HostView& host = host_views_[i];
        if (host.mismatches > 0) seen.first_bad = std::min(seen.first_bad, host.first_bad);
        const std::uint64_t bad = std::max(seen.mismatches, host.mismatches);
        if (bad > 0 && verification.mismatches == 0) {
            record.status = Status::corrupt;
            verification.status = "corrupt";
            record.reason = std::to_string(bad) + " of " + std::to_string(each / sizeof(float)) +
                            " checked sums at rank " + std::to_string(i) + " (GPU " +
                            std::to_string(rank.device->index) + ") are wrong, the first at " +
                            "element " + std::to_string(seen.first_bad);
        }
        verification.mismatches += bad;
        ++i;
    }
    set_device(world_.ranks().front().device->index);
}

}  // namespace hopbench

#include "bench/allreduce/rank_memory.hpp"

#include <algorithm>
#include <cstddef>

#include "kernels/reduction.hpp"

namespace hopbench {

RankMemory::RankMemory(PreparedDevice& device, int rank) : device_(device), rank_(rank) {
    clear_verdict();
}

void RankMemory::reserve(std::uint64_t bytes, std::uint64_t key) {
    constexpr std::uint64_t least = std::uint64_t{16} << 20;  // seldom does a case need more
    constexpr std::uint64_t page = DeviceBuffer::alignment;
    if (bytes > capacity_ || capacity_ == 0) {
        const std::uint64_t wanted = (std::max(bytes, least) + page - 1) / page * page;
        inputs_.reset();  // before the new ones: all together may not fit
        sums_.reset();
        capacity_ = filled_ = 0;
        inputs_.emplace(wanted);
        sums_.emplace(wanted);
        capacity_ = wanted;
    }
    if (key != key_) filled_ = 0;
    key_ = key;
    const std::uint64_t end = (bytes + 15) / 16 * 16;
    if (end <= filled_) return;
    launch_reduction_fill(device_.stream, inputs_->data(), filled_, end - filled_, key, rank_);
    filled_ = end;
}

void RankMemory::clear_verdict() {
    constexpr ReductionVerdict none;
    static_assert(none.mismatches == 0 && none.first_bad == UINT64_MAX);
    const auto set = [&](std::size_t offset, int byte) {
        check(cudaMemsetAsync(verdict_.data() + offset, byte, sizeof(std::uint64_t),
                              device_.stream.get()),
              "cudaMemsetAsync");
    };
    set(offsetof(ReductionVerdict, mismatches), 0);
    set(offsetof(ReductionVerdict, first_bad), 0xff);
}

ReductionVerdict RankMemory::read_verdict() {
    auto* copy = verdict_copy_.data<ReductionVerdict>();
    check(cudaMemcpyAsync(copy, verdict(), sizeof *copy, cudaMemcpyDeviceToHost,
                          device_.stream.get()),
          "cudaMemcpyAsync");
    device_.stream.synchronize();
    return *copy;
}

}  // namespace hopbench

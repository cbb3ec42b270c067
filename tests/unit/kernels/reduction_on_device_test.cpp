// The kernels of all-reduce on device 0: run on a GPU, and on the simulated stack.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "bench/common/prepared_device.hpp"
#include "kernels/reduction.hpp"

namespace hopbench {
namespace {

constexpr std::uint64_t key = 44;

class ReductionOnDevice : public ::testing::Test {
  protected:
    void SetUp() override { device_.emplace(0); }

    void copy(void* to, const void* from, std::size_t bytes) {
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, device_->stream.get()),
              "cudaMemcpyAsync");
        device_->stream.synchronize();
    }
    ReductionVerdict check_sums(SliceLayout slices, int ranks) {
        DeviceBuffer memory(sizeof(ReductionVerdict));
        auto* verdict = reinterpret_cast<ReductionVerdict*>(memory.data());
        ReductionVerdict found;
        copy(verdict, &found, sizeof found);
        launch_reduction_check(device_->stream, arena_.data(), slices, key, ranks, verdict);
        copy(&found, verdict, sizeof found);
        return found;
    }
    /// The arena as `ranks` ranks would leave it, summed up on the host.
    void put_sums(std::uint64_t elements, int ranks) {
        sums_.assign(elements, 0);
        for (std::uint64_t i = 0; i < elements; ++i)
            for (int rank = 0; rank < ranks; ++rank) sums_[i] += reduction_input_at(i, key, rank);
        copy(arena_.data(), sums_.data(), elements * sizeof(float));
    }

    static constexpr std::uint64_t arena_bytes = 1 << 20;
    std::optional<PreparedDevice> device_;
    DeviceBuffer arena_{arena_bytes};
    std::vector<float> sums_;
};

TEST_F(ReductionOnDevice, FillAgreesWithTheHostsDefinition) {
    constexpr std::uint64_t elements = arena_bytes / sizeof(float);
    for (const int rank : {0, 1, 7}) {
        // In two pieces, as a growing arena is filled.
        launch_reduction_fill(device_->stream, arena_.data(), 0, 4096, key, rank);
        launch_reduction_fill(device_->stream, arena_.data(), 4096, arena_bytes - 4096, key, rank);
        std::vector<float> seen(elements);
        copy(seen.data(), arena_.data(), arena_bytes);
        std::size_t bad = 0;
        for (std::uint64_t i = 0; i < elements; ++i)
            bad += seen[i] != reduction_input_at(i, key, rank);
        EXPECT_EQ(bad, 0u) << rank;
    }
}

TEST_F(ReductionOnDevice, CheckFindsExactlyTheElementsThatDiffer) {
    for (const std::uint64_t bytes : {4u, 8u, 12u, 16u, 20u, 4096u, 65540u}) {
        const SliceLayout slices = slices_of(bytes, 3);
        put_sums(slices.extent() / sizeof(float), 8);
        const ReductionVerdict right = check_sums(slices, 8);
        EXPECT_EQ(right.mismatches, 0u) << bytes;
        EXPECT_EQ(right.first_bad, UINT64_MAX);
        EXPECT_EQ(check_sums(slices, 7).mismatches, slices.payload() / sizeof(float));

        // The last element of the second slice and the first of the third, which come later in the
        // arena than in time.
        const std::uint64_t second = (slices.stride + bytes) / sizeof(float) - 1;
        const std::uint64_t third = 2 * slices.stride / sizeof(float);
        for (const std::uint64_t bad : {third, second}) {
            const float wrong = sums_[bad] + 1;
            copy(arena_.data() + bad * sizeof(float), &wrong, sizeof wrong);
        }
        const ReductionVerdict found = check_sums(slices, 8);
        EXPECT_EQ(found.mismatches, 2u) << bytes;
        EXPECT_EQ(found.first_bad, second) << bytes;
    }
}

TEST_F(ReductionOnDevice, WhatLiesBetweenSlicesIsNotChecked) {
    const SliceLayout slices = slices_of(100, 4);
    put_sums(slices.extent() / sizeof(float), 2);
    const float wrong = -1;
    copy(arena_.data() + 100, &wrong, sizeof wrong);
    EXPECT_EQ(check_sums(slices, 2).mismatches, 0u);
}

}  // namespace
}  // namespace hopbench

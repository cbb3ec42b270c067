// The kernels on device 0: run on a GPU, and on the simulated stack.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "bench/common/prepared_device.hpp"
#include "kernels/copy.hpp"
#include "kernels/pattern.hpp"
#include "kernels/runtime/device.hpp"

namespace hopbench {
namespace {

class OnDevice : public ::testing::Test {
  protected:
    void SetUp() override { device_.emplace(0); }

    // All on the device's own stream: it does not wait for the default stream, on which cudaMemset
    // and small copies from pageable memory may return before they are done.
    void copy(void* to, const void* from, std::size_t bytes) {
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, device_->stream.get()),
              "cudaMemcpyAsync");
        device_->stream.synchronize();
    }

    PatternVerdict verdict() {
        PatternVerdict found;
        constexpr PatternVerdict none;
        copy(&found, device_->verdict(), sizeof found);
        copy(device_->verdict(), &none, sizeof none);
        return found;
    }

    std::optional<PreparedDevice> device_;
};

TEST_F(OnDevice, FillAgreesWithTheHostsDefinition) {
    constexpr std::uint64_t bytes = (1 << 20) + 4096;
    constexpr std::uint64_t key = 42;
    const unsigned char* data = device_->source.filled(device_->stream, bytes, key);
    std::vector<unsigned char> seen(bytes);
    copy(seen.data(), data, bytes);
    EXPECT_EQ(count_pattern_mismatches(seen, 0, key), 0u);
}

TEST_F(OnDevice, CheckFindsExactlyTheBytesThatDiffer) {
    constexpr std::uint64_t key = 43;
    for (const std::uint64_t bytes : {1u, 4u, 15u, 16u, 1000u, 4096u, 262144u}) {
        const SliceLayout slices{.bytes = bytes, .stride = (bytes + 255) / 256 * 256, .count = 3};
        unsigned char* data = device_->source.filled(device_->stream, slices.extent(), key);
        launch_pattern_check(device_->stream, data, slices, key, device_->verdict());
        EXPECT_EQ(verdict().mismatches, 0u) << bytes;

        const std::uint64_t bad = slices.stride + bytes - 1;  // last byte of the second slice
        unsigned char byte = 0;
        copy(&byte, data + bad, 1);
        const auto flipped = static_cast<unsigned char>(byte ^ 1);
        copy(data + bad, &flipped, 1);
        launch_pattern_check(device_->stream, data, slices, key, device_->verdict());
        const PatternVerdict found = verdict();
        EXPECT_EQ(found.mismatches, 1u) << bytes;
        EXPECT_EQ(found.first_bad, bad) << bytes;
        copy(data + bad, &byte, 1);
    }
}

TEST_F(OnDevice, CopyMovesExactlyItsBytes) {
    constexpr std::uint64_t key = 44;
    constexpr std::uint64_t room = 3 << 20;
    for (const std::uint64_t bytes : {1u, 15u, 16u, 17u, 1000u, 4096u, 32768u, 32784u, 1048583u}) {
        const unsigned char* from = device_->source.filled(device_->stream, room, key);
        unsigned char* to = device_->destination.reserve(room);
        check(cudaMemsetAsync(to, 0xA5, room, device_->stream.get()), "cudaMemsetAsync");
        launch_copy(device_->stream, to, from, bytes);
        std::vector<unsigned char> seen(bytes + 4096);
        copy(seen.data(), to, seen.size());
        const std::span written(seen.data(), bytes);
        EXPECT_EQ(count_pattern_mismatches(written, 0, key), 0u) << bytes;
        for (std::uint64_t i = bytes; i < seen.size(); ++i) ASSERT_EQ(seen[i], 0xA5) << bytes;
    }
    launch_copy(device_->stream, nullptr, nullptr, 0);
    device_->stream.synchronize();
}

TEST_F(OnDevice, GateOpensAbortsAndTimesOut) {
    auto& gate = device_->gate;
    gate.close(device_->stream);
    EXPECT_EQ(cudaStreamQuery(device_->stream.get()), cudaErrorNotReady);
    (void)cudaGetLastError();
    gate.open();
    device_->stream.synchronize();
    EXPECT_EQ(gate.outcome(), GateOutcome::opened);

    gate.close(device_->stream);
    gate.abort();
    device_->stream.synchronize();
    EXPECT_EQ(gate.outcome(), GateOutcome::aborted);

    const auto begin = std::chrono::steady_clock::now();
    gate.close(device_->stream);
    device_->stream.synchronize();
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(gate.outcome(), GateOutcome::timed_out);
    EXPECT_GT(waited.count(), 0.9e-9 * Gate::budget_ns);
    EXPECT_LT(waited.count(), 1.0);
}

TEST(Errors, CarryCallCodeAndPlaceAndClearTheLastError) {
    try {
        check(cudaMemset(nullptr, 0, 1), "cudaMemset");
        ADD_FAILURE() << "no error";
    } catch (const CudaError& error) {
        EXPECT_STREQ(error.call(), "cudaMemset");
        EXPECT_EQ(error.code(), cudaErrorInvalidValue);
        EXPECT_NE(std::string(error.where().file).find("device_test.cpp"), std::string::npos);
        EXPECT_FALSE(error.sticky());
        EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    }
}

}  // namespace
}  // namespace hopbench

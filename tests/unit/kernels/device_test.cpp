// The kernels on device 0: run on a GPU, and on the simulated stack.
#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "bench/common/prepared_device.hpp"
#include "kernels/pattern.hpp"
#include "kernels/runtime/device.hpp"

namespace hopbench {
namespace {

class OnDevice : public ::testing::Test {
  protected:
    void SetUp() override { device_.emplace(0); }

    PatternVerdict verdict() {
        PatternVerdict found;
        check(cudaMemcpy(&found, device_->verdict(), sizeof found, cudaMemcpyDeviceToHost),
              "cudaMemcpy");
        check(cudaMemset(device_->verdict(), 0, sizeof found), "cudaMemset");
        return found;
    }

    std::optional<PreparedDevice> device_;
};

TEST_F(OnDevice, FillAgreesWithTheHostsDefinition) {
    constexpr std::uint64_t bytes = (1 << 20) + 4096;
    constexpr std::uint64_t key = 42;
    const unsigned char* data = device_->source.filled(device_->stream, bytes, key);
    device_->stream.synchronize();
    std::vector<unsigned char> seen(bytes);
    check(cudaMemcpy(seen.data(), data, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    EXPECT_EQ(count_pattern_mismatches(seen, 0, key), 0u);
}

TEST_F(OnDevice, CheckFindsExactlyTheBytesThatDiffer) {
    constexpr std::uint64_t key = 43;
    for (const std::uint64_t bytes : {1u, 4u, 15u, 16u, 1000u, 4096u, 262144u}) {
        const SliceLayout slices{.bytes = bytes, .stride = (bytes + 255) / 256 * 256, .count = 3};
        unsigned char* data = device_->source.filled(device_->stream, slices.extent(), key);
        launch_pattern_check(device_->stream, data, slices, key, device_->verdict());
        device_->stream.synchronize();
        EXPECT_EQ(verdict().mismatches, 0u) << bytes;

        const std::uint64_t bad = slices.stride + bytes - 1;  // last byte of the second slice
        unsigned char byte = 0;
        check(cudaMemcpy(&byte, data + bad, 1, cudaMemcpyDeviceToHost), "cudaMemcpy");
        const auto flipped = static_cast<unsigned char>(byte ^ 1);
        check(cudaMemcpy(data + bad, &flipped, 1, cudaMemcpyHostToDevice), "cudaMemcpy");
        launch_pattern_check(device_->stream, data, slices, key, device_->verdict());
        device_->stream.synchronize();
        const PatternVerdict found = verdict();
        EXPECT_EQ(found.mismatches, 1u) << bytes;
        EXPECT_EQ(found.first_bad, bad) << bytes;
        check(cudaMemcpy(data + bad, &byte, 1, cudaMemcpyHostToDevice), "cudaMemcpy");
    }
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

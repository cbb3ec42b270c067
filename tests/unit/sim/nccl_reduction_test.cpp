#include "tests/sim/nccl/reduction.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace hopbench::sim::nccl {
namespace {

template <typename T>
std::vector<T> reduced(const Reduction& reduction, const std::vector<std::vector<T>>& inputs) {
    std::vector<const void*> in;
    for (const auto& input : inputs) in.push_back(input.data());
    std::vector<T> result(inputs.front().size());
    std::vector<void*> out{result.data()};
    reduce(reduction, in, out, result.size());
    return result;
}

template <typename T>
void check_integers(ncclDataType_t type) {
    const std::vector<std::vector<T>> inputs{{7, 2}, {3, 5}, {2, 8}};
    const auto with = [&](ncclRedOp_t op) { return reduced<T>({.type = type, .op = op}, inputs); };
    EXPECT_EQ(with(ncclSum), (std::vector<T>{12, 15}));
    EXPECT_EQ(with(ncclProd), (std::vector<T>{42, 80}));
    EXPECT_EQ(with(ncclMax), (std::vector<T>{7, 8}));
    EXPECT_EQ(with(ncclMin), (std::vector<T>{2, 2}));
    EXPECT_EQ(with(ncclAvg), (std::vector<T>{4, 5}));
}

TEST(Reduction, OfEveryInteger) {
    check_integers<std::int8_t>(ncclInt8);
    check_integers<std::uint8_t>(ncclUint8);
    check_integers<std::int32_t>(ncclInt32);
    check_integers<std::uint32_t>(ncclUint32);
    check_integers<std::int64_t>(ncclInt64);
    check_integers<std::uint64_t>(ncclUint64);
}

TEST(Reduction, IntegersWrapAroundAndAveragesTruncate) {
    EXPECT_EQ(reduced<std::int8_t>({.type = ncclInt8}, {{127}, {1}}),
              (std::vector<std::int8_t>{-128}));
    EXPECT_EQ(reduced<std::int32_t>({.type = ncclInt32, .op = ncclAvg}, {{-4}, {-3}, {-1}}),
              (std::vector<std::int32_t>{-2}));
    EXPECT_EQ(reduced<std::int64_t>({.type = ncclInt64, .op = ncclProd}, {{INT64_MAX}, {2}}),
              (std::vector<std::int64_t>{-2}));
}

TEST(Reduction, OfFloats) {
    const std::vector<std::vector<float>> inputs{{1.5F, -2}, {0.25F, 4}};
    EXPECT_EQ(reduced<float>({.type = ncclFloat32}, inputs), (std::vector<float>{1.75F, 2}));
    EXPECT_EQ(reduced<float>({.type = ncclFloat32, .op = ncclProd}, inputs),
              (std::vector<float>{0.375F, -8}));
    EXPECT_EQ(reduced<float>({.type = ncclFloat32, .op = ncclAvg}, inputs),
              (std::vector<float>{0.875F, 1}));
    EXPECT_EQ(reduced<double>({.type = ncclFloat64, .op = ncclMin}, {{1e300}, {-1e300}}),
              (std::vector<double>{-1e300}));
}

template <typename T, typename Make, typename Read>
void check_short_floats(ncclDataType_t type, Make make, Read read) {
    const auto with = [&](ncclRedOp_t op) {
        return read(reduced<T>({.type = type, .op = op}, {{make(1.5F)}, {make(0.25F)}})[0]);
    };
    EXPECT_EQ(with(ncclSum), 1.75F);
    EXPECT_EQ(with(ncclProd), 0.375F);
    EXPECT_EQ(with(ncclMax), 1.5F);
    EXPECT_EQ(with(ncclMin), 0.25F);
    EXPECT_EQ(with(ncclAvg), 0.875F);
}

TEST(Reduction, OfShortFloats) {
    check_short_floats<__half>(ncclFloat16, __float2half_rn, __half2float);
    check_short_floats<__nv_bfloat16>(ncclBfloat16, __float2bfloat16_rn, __bfloat162float);
}

TEST(Reduction, RoundsAfterEachStep) {
    // 2048 + 1 is a tie in half precision and goes to the even neighbour, twice.
    const auto make = [](float value) { return __float2half_rn(value); };
    const auto sum = reduced<__half>({.type = ncclFloat16}, {{make(2048)}, {make(1)}, {make(1)}});
    EXPECT_EQ(__half2float(sum[0]), 2048.0F);
}

TEST(Reduction, ScalesEachRanksInput) {
    const auto scalar = [](float value) {
        Scalar bytes{};
        std::memcpy(bytes.data(), &value, sizeof value);
        return bytes;
    };
    EXPECT_EQ(reduced<float>(
                  {.type = ncclFloat32, .op = ncclNumOps, .scalars = {scalar(2), scalar(0.5F)}},
                  {{3}, {8}}),
              (std::vector<float>{10}));
}

TEST(Reduction, LongVectorsAndResultsInPlaceOfInputs) {
    constexpr std::size_t kCount = 10001;
    std::vector<std::int32_t> first(kCount), second(kCount), third(kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
        first[i] = static_cast<std::int32_t>(i);
        second[i] = 3;
    }
    const std::vector<const void*> inputs{first.data(), second.data()};
    const std::vector<void*> outputs{second.data(), third.data()};
    reduce({.type = ncclInt32}, inputs, outputs, kCount);
    for (const std::size_t i : {std::size_t{0}, std::size_t{4096}, kCount - 1}) {
        EXPECT_EQ(second[i], static_cast<std::int32_t>(i) + 3);
        EXPECT_EQ(third[i], second[i]);
    }
}

}  // namespace
}  // namespace hopbench::sim::nccl

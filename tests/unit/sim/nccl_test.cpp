// NCCL's collectives as programs see them, on the simulated bare-metal machine.
#include "tests/unit/sim/nccl_fixture.hpp"

namespace hopbench::sim {
namespace {

TEST_F(Nccl, SaysWhatItIs) {
    int version = 0;
    EXPECT_EQ(ncclGetVersion(&version), ncclSuccess);
    EXPECT_EQ(version, 22809);
    EXPECT_STREQ(ncclGetErrorString(ncclSuccess), "no error");
    start(4);
    int number = -1;
    EXPECT_EQ(ncclCommCount(comm(2), &number), ncclSuccess);
    EXPECT_EQ(number, 4);
    EXPECT_EQ(ncclCommUserRank(comm(2), &number), ncclSuccess);
    EXPECT_EQ(number, 2);
    EXPECT_EQ(ncclCommCuDevice(comm(3), &number), ncclSuccess);
    EXPECT_EQ(number, 3);
    ncclResult_t async = ncclInternalError;
    EXPECT_EQ(ncclCommGetAsyncError(comm(0), &async), ncclSuccess);
    EXPECT_EQ(async, ncclSuccess);
}

TEST_F(Nccl, AllReduceSumsEverywhere) {
    start(8);
    std::vector<float*> send, recv;
    for (int rank = 0; rank < 8; ++rank) {
        send.push_back(buffer(rank, std::vector<float>(kCount, static_cast<float>(rank + 1))));
        recv.push_back(buffer(rank, std::vector<float>(kCount, -1)));
    }
    for (int again = 0; again < 3; ++again) {
        ASSERT_EQ(grouped([&](int rank) {
                      const auto r = static_cast<size_t>(rank);
                      EXPECT_EQ(ncclAllReduce(send[r], recv[r], kCount, ncclFloat, ncclSum,
                                              comm(rank), stream(rank)),
                                ncclSuccess);
                  }),
                  ncclSuccess);
        for (int rank = 0; rank < 8; ++rank)
            EXPECT_EQ(values(rank, recv[static_cast<size_t>(rank)], kCount),
                      std::vector<float>(kCount, 36));
        // The second time one result has been spoilt, the third time two inputs have changed
        // places.
        cudaSetDevice(3);
        if (again == 0) cudaMemset(recv[3], 0, kCount * sizeof(float));
        if (again == 1) {
            const std::vector<float> one(kCount, 1);
            const std::vector<float> two(kCount, 2);
            cudaMemcpy(send[0], two.data(), kCount * sizeof(float), cudaMemcpyDefault);
            cudaMemcpy(send[1], one.data(), kCount * sizeof(float), cudaMemcpyDefault);
        }
    }
}

TEST_F(Nccl, AnInputThatChangesChangesTheResult) {
    start(2);
    auto* a = buffer<int>(0, {1, 2});
    auto* b = buffer<int>(1, {10, 20});
    auto* at_a = buffer<int>(0, {0, 0});
    auto* at_b = buffer<int>(1, {0, 0});
    const auto sum = [&] {
        return grouped([&](int rank) {
            ncclAllReduce(rank == 0 ? a : b, rank == 0 ? at_a : at_b, 2, ncclInt, ncclSum,
                          comm(rank), stream(rank));
        });
    };
    ASSERT_EQ(sum(), ncclSuccess);
    EXPECT_EQ(values(1, at_b, 2), (std::vector<int>{11, 22}));
    const std::vector<int> changed{5, 6};
    cudaSetDevice(0);
    cudaMemcpy(a, changed.data(), 8, cudaMemcpyDefault);
    ASSERT_EQ(sum(), ncclSuccess);
    EXPECT_EQ(values(1, at_b, 2), (std::vector<int>{15, 26}));
    EXPECT_EQ(values(0, at_a, 2), (std::vector<int>{15, 26}));
}

TEST_F(Nccl, InPlaceAndOtherTypes) {
    start(3);
    std::vector<double*> data;
    for (int rank = 0; rank < 3; ++rank) data.push_back(buffer<double>(rank, {1.0 + rank, 4}));
    for (int again = 0; again < 2; ++again)
        ASSERT_EQ(grouped([&](int rank) {
                      auto* mine = data[static_cast<size_t>(rank)];
                      ncclAllReduce(mine, mine, 2, ncclDouble, ncclSum, comm(rank), stream(rank));
                  }),
                  ncclSuccess);
    for (int rank = 0; rank < 3; ++rank)
        EXPECT_EQ(values(rank, data[static_cast<size_t>(rank)], 2), (std::vector<double>{18, 36}));
}

TEST_F(Nccl, TheOtherCollectives) {
    start(2);
    auto* a = buffer<int>(0, {1, 2});
    auto* b = buffer<int>(1, {10, 20});
    auto* at_a = buffer<int>(0, {0, 0, 0, 0});
    auto* at_b = buffer<int>(1, {0, 0, 0, 0});
    const auto from = [&](int rank) { return rank == 0 ? a : b; };
    const auto to = [&](int rank) { return rank == 0 ? at_a : at_b; };
    ASSERT_EQ(grouped([&](int rank) {
                  ncclAllGather(from(rank), to(rank), 2, ncclInt, comm(rank), stream(rank));
              }),
              ncclSuccess);
    EXPECT_EQ(values(0, at_a, 4), (std::vector<int>{1, 2, 10, 20}));
    EXPECT_EQ(values(1, at_b, 4), (std::vector<int>{1, 2, 10, 20}));
    ASSERT_EQ(grouped([&](int rank) {
                  ncclReduceScatter(from(rank), to(rank), 1, ncclInt, ncclProd, comm(rank),
                                    stream(rank));
              }),
              ncclSuccess);
    EXPECT_EQ(values(0, at_a, 1), std::vector<int>{10});
    EXPECT_EQ(values(1, at_b, 1), std::vector<int>{40});
    ASSERT_EQ(grouped([&](int rank) {
                  ncclReduce(from(rank), rank == 1 ? at_b : nullptr, 2, ncclInt, ncclMax, 1,
                             comm(rank), stream(rank));
              }),
              ncclSuccess);
    EXPECT_EQ(values(1, at_b, 2), (std::vector<int>{10, 20}));
    ASSERT_EQ(grouped([&](int rank) {
                  ncclBroadcast(from(rank), to(rank), 2, ncclInt, 0, comm(rank), stream(rank));
              }),
              ncclSuccess);
    EXPECT_EQ(values(1, at_b, 2), (std::vector<int>{1, 2}));
    ASSERT_EQ(
        grouped([&](int rank) { ncclBcast(from(rank), 2, ncclInt, 1, comm(rank), stream(rank)); }),
        ncclSuccess);
    EXPECT_EQ(values(0, a, 2), (std::vector<int>{10, 20}));
}

TEST_F(Nccl, ScaledSums) {
    start(2);
    auto* a = buffer<float>(0, {1, 2});
    auto* b = buffer<float>(1, {10, 20});
    std::vector<ncclRedOp_t> ops(2);
    float factor = 0.5F;
    auto* on_device = buffer<float>(1, {2});
    ASSERT_EQ(
        ncclRedOpCreatePreMulSum(&ops[0], &factor, ncclFloat, ncclScalarHostImmediate, comm(0)),
        ncclSuccess);
    ASSERT_EQ(ncclRedOpCreatePreMulSum(&ops[1], on_device, ncclFloat, ncclScalarDevice, comm(1)),
              ncclSuccess);
    factor = 100;
    ASSERT_EQ(grouped([&](int rank) {
                  auto* mine = rank == 0 ? a : b;
                  ncclAllReduce(mine, mine, 2, ncclFloat, ops[static_cast<size_t>(rank)],
                                comm(rank), stream(rank));
              }),
              ncclSuccess);
    EXPECT_EQ(values(0, a, 2), (std::vector<float>{20.5F, 41}));
    EXPECT_EQ(ncclRedOpDestroy(ops[0], comm(0)), ncclSuccess);
    EXPECT_EQ(ncclRedOpDestroy(ops[0], comm(0)), ncclInvalidArgument);
    EXPECT_EQ(ncclAllReduce(a, a, 2, ncclFloat, ops[0], comm(0), stream(0)), ncclInvalidArgument);
}

// The model's numbers: 14 steps of 1500 ns and the slowest hop; all ranks end together.
TEST_F(Nccl, TakesTheModelsTimeOnEveryStream) {
    start(8);
    std::vector<float*> data;
    std::vector<cudaEvent_t> begin(8), end(8);
    for (int rank = 0; rank < 8; ++rank) {
        const auto r = static_cast<size_t>(rank);
        data.push_back(buffer<float>(rank, {1, 1}));
        cudaEventCreate(&begin[r]);
        cudaEventCreate(&end[r]);
    }
    const auto all_reduce = [&](int rank) {
        auto* mine = data[static_cast<size_t>(rank)];
        ncclAllReduce(mine, mine, 2, ncclFloat, ncclSum, comm(rank), stream(rank));
    };
    const auto measured = [&](int count) {
        for (int rank = 0; rank < 8; ++rank) {
            cudaSetDevice(rank);
            cudaEventRecord(begin[static_cast<size_t>(rank)], stream(rank));
        }
        for (int i = 0; i < count; ++i) EXPECT_EQ(grouped(all_reduce), ncclSuccess);
        std::vector<float> times(8);
        for (int rank = 0; rank < 8; ++rank) {
            const auto r = static_cast<size_t>(rank);
            cudaSetDevice(rank);
            cudaEventRecord(end[r], stream(rank));
            cudaEventSynchronize(end[r]);
            cudaEventElapsedTime(&times[r], begin[r], end[r]);
        }
        return times;
    };
    const auto short_times = measured(20);
    const auto long_times = measured(60);
    for (std::size_t rank = 0; rank < 8; ++rank) {
        const double each = (long_times[rank] - short_times[rank]) * 1e6 / 40;
        EXPECT_NEAR(each, 4000 + 14 * (1500 + 2 * 120 + 280) + 1, 700.0 / 40 + 40);
    }
}

}  // namespace
}  // namespace hopbench::sim

// The NCCL facade as programs see it, on the simulated bare-metal machine.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <nccl.h>

#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr size_t kCount = 1000;

class Nccl : public testing::Test {
  protected:
    void TearDown() override {
        for (auto comm : comms_) ncclCommDestroy(comm);
        for (int device = 0; device < ranks(); ++device) {
            cudaSetDevice(device);
            EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        }
        cudaSetDevice(0);
    }
    void start(int count) {
        comms_.resize(static_cast<size_t>(count));
        ASSERT_EQ(ncclCommInitAll(comms_.data(), count, nullptr), ncclSuccess);
        for (int rank = 0; rank < count; ++rank) {
            cudaSetDevice(rank);
            cudaStream_t stream = nullptr;
            ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
            streams_.push_back(stream);
        }
    }
    [[nodiscard]] int ranks() const { return static_cast<int>(comms_.size()); }

    template <typename T>
    T* buffer(int rank, const std::vector<T>& values) {
        cudaSetDevice(rank);
        void* pointer = nullptr;
        EXPECT_EQ(cudaMalloc(&pointer, values.size() * sizeof(T)), cudaSuccess);
        EXPECT_EQ(cudaMemcpy(pointer, values.data(), values.size() * sizeof(T), cudaMemcpyDefault),
                  cudaSuccess);
        return static_cast<T*>(pointer);
    }
    template <typename T>
    std::vector<T> values(int rank, const T* pointer, size_t count) {
        cudaSetDevice(rank);
        EXPECT_EQ(cudaStreamSynchronize(streams_[static_cast<size_t>(rank)]), cudaSuccess);
        std::vector<T> result(count);
        EXPECT_EQ(cudaMemcpy(result.data(), pointer, count * sizeof(T), cudaMemcpyDefault),
                  cudaSuccess);
        return result;
    }
    // call(rank) inside a group.
    template <typename Call>
    ncclResult_t grouped(Call&& call) {
        EXPECT_EQ(ncclGroupStart(), ncclSuccess);
        for (int rank = 0; rank < ranks(); ++rank) call(rank);
        return ncclGroupEnd();
    }
    ncclComm_t comm(int rank) { return comms_[static_cast<size_t>(rank)]; }
    cudaStream_t stream(int rank) { return streams_[static_cast<size_t>(rank)]; }

    std::vector<ncclComm_t> comms_;
    std::vector<cudaStream_t> streams_;
};

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

TEST_F(Nccl, RefusesWhatOneCallShowsToBeWrong) {
    start(2);
    auto* a = buffer<float>(0, {1, 2});
    auto* other = buffer<float>(1, {1, 2});
    const auto reduce = [&](const void* send, void* recv, size_t count, int type, int op) {
        return ncclAllReduce(send, recv, count, static_cast<ncclDataType_t>(type),
                             static_cast<ncclRedOp_t>(op), comm(0), stream(0));
    };
    EXPECT_EQ(reduce(a, a, 3, ncclFloat, ncclSum), ncclInvalidArgument);  // beyond its end
    EXPECT_EQ(reduce(nullptr, a, 2, ncclFloat, ncclSum), ncclInvalidArgument);
    EXPECT_EQ(reduce(other, a, 2, ncclFloat, ncclSum), ncclInvalidArgument);
    EXPECT_EQ(reduce(a, a, 2, 99, ncclSum), ncclInvalidArgument);
    EXPECT_EQ(reduce(a, a, 2, ncclFloat, 77), ncclInvalidArgument);
    EXPECT_EQ(reduce(a, a, 2, 10, ncclSum), ncclInvalidArgument);
    EXPECT_NE(std::string(ncclGetLastError(nullptr)).find("8-bit"), std::string::npos);
    EXPECT_EQ(ncclBroadcast(a, a, 2, ncclFloat, 2, comm(0), stream(0)), ncclInvalidArgument);
    EXPECT_EQ(ncclAllReduce(a, a, 2, ncclFloat, ncclSum, comm(0), stream(1)),
              ncclUnhandledCudaError);
    EXPECT_EQ(ncclAllReduce(a, a, 2, ncclFloat, ncclSum, nullptr, stream(0)), ncclInvalidArgument);
    EXPECT_EQ(ncclGroupEnd(), ncclInvalidUsage);
    EXPECT_EQ(reduce(a, a, 0, ncclFloat, ncclSum), ncclSuccess);
}

TEST_F(Nccl, AFailedCallFailsItsGroup) {
    start(2);
    auto* a = buffer<float>(0, {1, 2});
    EXPECT_EQ(grouped([&](int rank) {
                  if (rank == 0) ncclAllReduce(a, a, 2, ncclFloat, ncclSum, comm(0), stream(0));
                  if (rank == 1)
                      ncclAllReduce(nullptr, a, 2, ncclFloat, ncclSum, comm(1), stream(1));
              }),
              ncclInvalidArgument);
    EXPECT_EQ(values(0, a, 2), (std::vector<float>{1, 2}));
}

TEST_F(Nccl, RanksThatDisagreeAreTold) {
    start(2);
    auto* a = buffer<float>(0, {1, 2});
    auto* b = buffer<float>(1, {1, 2});
    EXPECT_EQ(grouped([&](int rank) {
                  ncclAllReduce(rank == 0 ? a : b, rank == 0 ? a : b, rank == 0 ? 2U : 1U,
                                ncclFloat, ncclSum, comm(rank), stream(rank));
              }),
              ncclInvalidUsage);
    EXPECT_NE(std::string(ncclGetLastError(comm(0))).find("count 1 against 2"), std::string::npos);
    ncclResult_t async = ncclSuccess;
    EXPECT_EQ(ncclCommGetAsyncError(comm(0), &async), ncclSuccess);
    EXPECT_EQ(async, ncclInvalidUsage);
    EXPECT_EQ(ncclAllReduce(a, a, 2, ncclFloat, ncclSum, comm(0), stream(0)), ncclInvalidUsage);
}

TEST_F(Nccl, DisagreementBetweenSeparateCalls) {
    start(2);
    auto* a = buffer<float>(0, {1, 2});
    auto* b = buffer<float>(1, {1, 2});
    ASSERT_EQ(ncclAllReduce(a, a, 2, ncclFloat, ncclSum, comm(0), stream(0)), ncclSuccess);
    EXPECT_EQ(ncclAllReduce(b, b, 2, ncclFloat, ncclMax, comm(1), stream(1)), ncclInvalidUsage);
    EXPECT_EQ(ncclCommAbort(comm(0)), ncclSuccess);  // lets the stream go on
    EXPECT_EQ(values(0, a, 2), (std::vector<float>{1, 2}));
}

TEST_F(Nccl, DestroyedCommunicatorsAreRecognised) {
    start(2);
    auto* a = buffer<float>(0, {1, 2});
    const auto gone = comm(0);
    EXPECT_EQ(ncclCommFinalize(gone), ncclSuccess);
    EXPECT_EQ(ncclAllReduce(a, a, 2, ncclFloat, ncclSum, gone, stream(0)), ncclInvalidArgument);
    EXPECT_EQ(ncclCommDestroy(gone), ncclSuccess);
    EXPECT_EQ(ncclCommDestroy(gone), ncclInvalidArgument);
    int count = 0;
    EXPECT_EQ(ncclCommCount(gone, &count), ncclInvalidArgument);
}

TEST_F(Nccl, RanksMeetInAGroup) {
    ncclUniqueId id;
    ASSERT_EQ(ncclGetUniqueId(&id), ncclSuccess);
    comms_.resize(2);
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    ASSERT_EQ(ncclGroupStart(), ncclSuccess);
    for (int rank = 0; rank < 2; ++rank) {
        cudaSetDevice(5 + rank);
        ASSERT_EQ(ncclCommInitRankConfig(&comms_[static_cast<size_t>(rank)], 2, id, rank, &config),
                  ncclSuccess);
    }
    ASSERT_EQ(ncclGroupEnd(), ncclSuccess);
    int device = -1;
    EXPECT_EQ(ncclCommCuDevice(comm(1), &device), ncclSuccess);
    EXPECT_EQ(device, 6);
    config.magic = 0;
    ncclComm_t other = nullptr;
    EXPECT_EQ(ncclCommInitRankConfig(&other, 1, id, 0, &config), ncclInvalidArgument);
}

TEST_F(Nccl, RanksMeetOnThreads) {
    ncclUniqueId id;
    ASSERT_EQ(ncclGetUniqueId(&id), ncclSuccess);
    comms_.resize(2);
    std::vector<ncclResult_t> results(2, ncclInternalError);
    const auto enter = [&](int rank) {
        cudaSetDevice(rank);
        const auto r = static_cast<size_t>(rank);
        results[r] = ncclCommInitRank(&comms_[r], 2, id, rank);
    };
    std::thread other(enter, 1);
    enter(0);
    other.join();
    EXPECT_EQ(results, (std::vector<ncclResult_t>{ncclSuccess, ncclSuccess}));
}

TEST_F(Nccl, RefusesOneGpuTwiceAndRanksOutOfRange) {
    const int twice[] = {1, 1};
    ncclComm_t handles[2] = {};
    EXPECT_EQ(ncclCommInitAll(handles, 2, twice), ncclInvalidUsage);
    EXPECT_EQ(ncclCommInitAll(handles, 9, nullptr), ncclInvalidArgument);
    ncclUniqueId id;
    ASSERT_EQ(ncclGetUniqueId(&id), ncclSuccess);
    EXPECT_EQ(ncclCommInitRank(handles, 2, id, 2), ncclInvalidArgument);
}

TEST_F(Nccl, RegistersBuffersAndAllocates) {
    start(1);
    void* memory = nullptr;
    cudaSetDevice(0);
    ASSERT_EQ(ncclMemAlloc(&memory, 4096), ncclSuccess);
    void* handle = nullptr;
    EXPECT_EQ(ncclCommRegister(comm(0), memory, 4096, &handle), ncclSuccess);
    EXPECT_EQ(ncclCommRegister(comm(0), memory, 4097, &handle), ncclInvalidArgument);
    EXPECT_EQ(ncclCommDeregister(comm(0), handle), ncclSuccess);
    EXPECT_EQ(ncclCommDeregister(comm(0), handle), ncclInvalidArgument);
    EXPECT_EQ(ncclMemFree(memory), ncclSuccess);
    EXPECT_EQ(ncclMemFree(memory), ncclUnhandledCudaError);
}

TEST_F(Nccl, SaysWhatIsNotSimulated) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(ncclSend(nullptr, 1, ncclFloat, 1, nullptr, nullptr), ncclInvalidUsage);
    EXPECT_EQ(ncclSend(nullptr, 1, ncclFloat, 1, nullptr, nullptr), ncclInvalidUsage);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "hopbench-sim: ncclSend is not simulated\n");
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

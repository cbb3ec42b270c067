// What NCCL refuses, and how ranks meet.
#include <string>
#include <thread>

#include "tests/unit/sim/nccl_fixture.hpp"

namespace hopbench::sim {
namespace {

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

TEST_F(Nccl, ARankThatIsRefusedEndsItsGroup) {
    ncclUniqueId id;
    ASSERT_EQ(ncclGetUniqueId(&id), ncclSuccess);
    ncclComm_t handles[2] = {};
    ASSERT_EQ(ncclGroupStart(), ncclSuccess);
    EXPECT_EQ(ncclCommInitRank(&handles[0], 2, id, 0), ncclSuccess);
    EXPECT_EQ(ncclCommInitRank(&handles[1], 2, id, 0), ncclInvalidUsage);
    EXPECT_EQ(ncclGroupEnd(), ncclInvalidUsage);
    EXPECT_EQ(handles[0], nullptr);
}

// On a machine where collectives hang only.
TEST_F(Nccl, DISABLED_AbortEndsAHang) {
    start(2);
    std::vector<float*> data{buffer<float>(0, {1}), buffer<float>(1, {2})};
    ASSERT_EQ(grouped([&](int rank) {
                  auto* mine = data[static_cast<size_t>(rank)];
                  ncclAllReduce(mine, mine, 1, ncclFloat, ncclSum, comm(rank), stream(rank));
              }),
              ncclSuccess);
    for (int i = 0; i < 10000; ++i) ASSERT_EQ(cudaStreamQuery(stream(0)), cudaErrorNotReady);
    for (int rank = 0; rank < 2; ++rank) EXPECT_EQ(ncclCommAbort(comm(rank)), ncclSuccess);
    EXPECT_EQ(values(0, data[0], 1), std::vector<float>{1});
}

}  // namespace
}  // namespace hopbench::sim

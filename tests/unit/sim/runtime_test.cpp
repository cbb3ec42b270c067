// The runtime facade as programs see it. Runs on the simulated bare-metal machine: libraries and
// model come from the test's environment. Tests of errors that stay run in processes of their own.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

namespace {

class Runtime : public testing::Test {
  protected:
    void SetUp() override { ASSERT_EQ(cudaSetDevice(0), cudaSuccess); }
    void TearDown() override {
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        cudaGetLastError();
    }
    static void* gpu_bytes(int device, size_t bytes) {
        void* pointer = nullptr;
        EXPECT_EQ(cudaSetDevice(device), cudaSuccess);
        EXPECT_EQ(cudaMalloc(&pointer, bytes), cudaSuccess);
        EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
        return pointer;
    }
    static cudaStream_t stream() {
        cudaStream_t created = nullptr;
        EXPECT_EQ(cudaStreamCreateWithFlags(&created, cudaStreamNonBlocking), cudaSuccess);
        return created;
    }
};

TEST_F(Runtime, DescribesTheModelledDevices) {
    int count = 0;
    ASSERT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
    EXPECT_EQ(count, 8);
    cudaDeviceProp properties{};
    ASSERT_EQ(cudaGetDeviceProperties(&properties, 2), cudaSuccess);
    EXPECT_EQ(std::string(properties.name).rfind("SIMULATED", 0), 0U);
    EXPECT_EQ(std::memcmp(properties.uuid.bytes, "SIMULATED", 9), 0);
    EXPECT_EQ(properties.major, 12);
    char address[16];
    ASSERT_EQ(cudaDeviceGetPCIBusId(address, sizeof address, 2), cudaSuccess);
    EXPECT_STREQ(address, "0000:41:00.0");
    int found = -1;
    ASSERT_EQ(cudaDeviceGetByPCIBusId(&found, address), cudaSuccess);
    EXPECT_EQ(found, 2);
    ASSERT_EQ(cudaDeviceGetByPCIBusId(&found, "C1:00.0"), cudaSuccess);
    EXPECT_EQ(found, 6);
    EXPECT_EQ(cudaDeviceGetByPCIBusId(&found, "gpu 6"), cudaErrorInvalidValue);
    int node = -2;
    ASSERT_EQ(cudaDeviceGetAttribute(&node, cudaDevAttrHostNumaId, 5), cudaSuccess);
    EXPECT_EQ(node, 1);
    EXPECT_EQ(cudaGetDeviceProperties(&properties, 8), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaSetDevice(-1), cudaErrorInvalidDevice);
}

TEST_F(Runtime, RemembersTheLastErrorOnce) {
    EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_STREQ(cudaGetErrorName(cudaErrorInvalidDevice), "cudaErrorInvalidDevice");
    EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidDevice), "invalid device ordinal");
}

TEST_F(Runtime, SaysWhatIsNotSimulated) {
    cudaGraph_t graph = nullptr;
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaErrorNotSupported);
    EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaErrorNotSupported);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "hopbench-sim: cudaGraphCreate is not simulated\n");
}

TEST_F(Runtime, ChecksPointersOfCopies) {
    auto* zero = static_cast<char*>(gpu_bytes(0, 100));
    auto* one = static_cast<char*>(gpu_bytes(1, 100));
    char host[200] = {};
    const auto s = stream();
    EXPECT_EQ(cudaMemcpyPeerAsync(one, 1, zero, 0, 100, s), cudaSuccess);
    EXPECT_EQ(cudaMemcpyPeerAsync(one, 0, zero, 0, 100, s),
              cudaErrorInvalidValue);  // not device 0's memory
    EXPECT_EQ(cudaMemcpyPeerAsync(one, 1, zero, 0, 101, s), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpyPeerAsync(one, 9, zero, 0, 100, s), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaMemcpy(zero, host, 100, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    const int number = 9;
    cudaMemcpyKind no_direction = cudaMemcpyDefault;
    std::memcpy(&no_direction, &number, sizeof number);
    EXPECT_EQ(cudaMemcpy(zero, host, 100, no_direction), cudaErrorInvalidMemcpyDirection);
    EXPECT_EQ(cudaMemcpy(zero, host, 100, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaFree(zero + 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(host), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(zero), cudaSuccess);
    EXPECT_EQ(cudaFree(zero), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(host, zero, 1, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
}

TEST_F(Runtime, CopiesRoundTripThroughPinnedAndPageableMemory) {
    char* pinned = nullptr;
    ASSERT_EQ(cudaHostAlloc(reinterpret_cast<void**>(&pinned), 64, cudaHostAllocMapped),
              cudaSuccess);
    std::memset(pinned, 7, 64);
    auto* zero = gpu_bytes(0, 64);
    auto* one = gpu_bytes(1, 64);
    const auto s = stream();
    ASSERT_EQ(cudaMemcpyAsync(zero, pinned, 64, cudaMemcpyHostToDevice, s), cudaSuccess);
    ASSERT_EQ(cudaMemcpyPeerAsync(one, 1, zero, 0, 64, s), cudaSuccess);
    char pageable[64] = {};
    ASSERT_EQ(cudaMemcpyAsync(pageable, one, 64, cudaMemcpyDeviceToHost, s), cudaSuccess);
    EXPECT_EQ(pageable[63], 7);  // unpinned memory: the call returned when it was done
    cudaPointerAttributes attributes{};
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, one), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
    EXPECT_EQ(attributes.device, 1);
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, pinned), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, pageable), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(pinned), cudaErrorInvalidValue);
}

TEST_F(Runtime, PeerAccessIsSwitchedByDirection) {
    int can = 0;
    ASSERT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), cudaSuccess);
    EXPECT_EQ(can, 1);
    ASSERT_EQ(cudaDeviceCanAccessPeer(&can, 0, 0), cudaSuccess);
    EXPECT_EQ(can, 0);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaDeviceEnablePeerAccess(2, 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaSuccess);
    EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
}

TEST_F(Runtime, DirectCopiesArrive) {
    auto* zero = gpu_bytes(0, 64);
    auto* one = gpu_bytes(1, 64);
    ASSERT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
    ASSERT_EQ(cudaMemset(zero, 5, 64), cudaSuccess);
    ASSERT_EQ(cudaMemcpyPeer(one, 1, zero, 0, 64), cudaSuccess);
    char seen[64] = {};
    ASSERT_EQ(cudaMemcpy(seen, one, 64, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(seen[63], 5);
    EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaSuccess);
}

TEST_F(Runtime, PairsHaveAttributes) {
    int value = -1;
    ASSERT_EQ(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1), cudaSuccess);
    EXPECT_EQ(value, 1);
    ASSERT_EQ(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrNativeAtomicSupported, 0, 1),
              cudaSuccess);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0),
              cudaErrorInvalidDevice);
}

TEST_F(Runtime, StreamsAndEventsAreCheckedAfterTheirDestruction) {
    const auto s = stream();
    cudaEvent_t event = nullptr;
    ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
    ASSERT_EQ(cudaEventRecord(event, s), cudaSuccess);
    ASSERT_EQ(cudaStreamDestroy(s), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(s), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventRecord(event, s), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamDestroy(s), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventSynchronize(event), cudaSuccess);  // its work is carried out all the same
    ASSERT_EQ(cudaEventDestroy(event), cudaSuccess);
    EXPECT_EQ(cudaEventQuery(event), cudaErrorInvalidResourceHandle);
}

TEST_F(Runtime, EventsBelongToADevice) {
    cudaEvent_t here = nullptr;
    cudaEvent_t there = nullptr;
    cudaEvent_t untimed = nullptr;
    ASSERT_EQ(cudaEventCreate(&here), cudaSuccess);
    ASSERT_EQ(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), cudaSuccess);
    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&there), cudaSuccess);
    const auto other = stream();
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(here, other), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventRecord(there, other), cudaSuccess);
    const auto s = stream();
    float milliseconds = 0;
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, here, here),
              cudaErrorInvalidResourceHandle);  // never recorded
    ASSERT_EQ(cudaEventRecord(here, s), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, here, here), cudaErrorNotReady);
    ASSERT_EQ(cudaEventSynchronize(here), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, here, there), cudaErrorInvalidResourceHandle);
    ASSERT_EQ(cudaEventRecord(untimed, s), cudaSuccess);
    ASSERT_EQ(cudaEventSynchronize(untimed), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, here, untimed), cudaErrorInvalidResourceHandle);
}

TEST_F(Runtime, MemoryIsLimitedAsModelled) {
    size_t free_bytes = 0;
    size_t total_bytes = 0;
    ASSERT_EQ(cudaMemGetInfo(&free_bytes, &total_bytes), cudaSuccess);
    EXPECT_EQ(total_bytes, size_t{96} << 30U);
    void* pointer = nullptr;
    EXPECT_EQ(cudaMalloc(&pointer, total_bytes + 1), cudaErrorMemoryAllocation);
    EXPECT_EQ(pointer, nullptr);
    EXPECT_EQ(cudaMalloc(&pointer, 0), cudaSuccess);
    EXPECT_EQ(pointer, nullptr);
}

TEST_F(Runtime, TheHostsClockIsTheModels) {
    const auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::hours(1));  // of virtual time
    const auto slept = std::chrono::steady_clock::now() - start;
    EXPECT_GE(slept, std::chrono::hours(1));
    EXPECT_LT(slept, std::chrono::hours(1) + std::chrono::microseconds(1));
    const auto again = std::chrono::steady_clock::now();
    EXPECT_EQ(std::chrono::steady_clock::now() - again, std::chrono::nanoseconds(25));
}

// Its output tells invocations apart: the same for one seed, another for another, once the machine
// is noisy.
TEST_F(Runtime, PrintsTheTimesOfCopies) {
    auto* zero = gpu_bytes(0, 4096);
    auto* one = gpu_bytes(1, 4096);
    const auto s = stream();
    for (int i = 0; i < 5; ++i) {
        const auto start = std::chrono::steady_clock::now();
        ASSERT_EQ(cudaMemcpyPeerAsync(one, 1, zero, 0, 4096, s), cudaSuccess);
        ASSERT_EQ(cudaStreamSynchronize(s), cudaSuccess);
        const auto took = std::chrono::steady_clock::now() - start;
        EXPECT_GT(took.count(), 0);
        std::printf("took %lld ns\n", static_cast<long long>(took.count()));
    }
}

TEST_F(Runtime, AffinityIsThatOfTheMachine) {
    cpu_set_t cpus;
    ASSERT_EQ(sched_getaffinity(0, sizeof cpus, &cpus), 0);
    EXPECT_EQ(CPU_COUNT(&cpus), 128);
}

TEST_F(Runtime, KernelsOfOtherProgramsAreNotThere) {
    EXPECT_EQ(cudaLaunchKernel(reinterpret_cast<const void*>(&std::strlen), dim3(1), dim3(1),
                               nullptr, 0, nullptr),
              cudaErrorInvalidDeviceFunction);
}

}  // namespace

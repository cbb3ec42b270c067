// Where host memory lies and whose bytes it shows, as programs on the simulated machine see it. Run
// unbound and with HOPBENCH_SIM_BIND=nodes:1.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <linux/mempolicy.h>
#include <numaif.h>
#include <sched.h>
#include <sys/mman.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

namespace {

constexpr size_t kBytes = size_t{4} << 20U;

bool bound_to_one() {
    const char* binding = std::getenv("HOPBENCH_SIM_BIND");
    return binding != nullptr && std::string(binding) == "nodes:1";
}

// A program's own memory, touched.
class Region {
  public:
    explicit Region(int flags = MAP_PRIVATE) {
        base_ = static_cast<char*>(
            mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0));
    }
    ~Region() { munmap(base_, kBytes); }
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;
    char* data() { return base_; }
    void bind(int node) {
        unsigned long mask = 1UL << static_cast<unsigned>(node);
        ASSERT_EQ(mbind(base_, kBytes, MPOL_BIND, &mask, 64, 0), 0);
    }
    void touch() { std::memset(base_, 0, kBytes); }

  private:
    char* base_;
};

int node_of(void* page) {
    int status = -1;
    EXPECT_EQ(move_pages(0, 1, &page, nullptr, &status, 0), 0);
    return status;
}

class Placement : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
        ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&gpu), kBytes), cudaSuccess);
        ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    }
    void TearDown() override {
        EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
        EXPECT_EQ(cudaFree(gpu), cudaSuccess);
    }
    std::chrono::nanoseconds time_to_device(const char* from) {
        const auto start = std::chrono::steady_clock::now();
        EXPECT_EQ(cudaMemcpyAsync(gpu, from, kBytes, cudaMemcpyDefault, stream), cudaSuccess);
        EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
        return std::chrono::steady_clock::now() - start;
    }
    char* gpu = nullptr;
    cudaStream_t stream = nullptr;
};

TEST_F(Placement, TheBindingIsTheOneRequested) {
    cpu_set_t cpus;
    ASSERT_EQ(sched_getaffinity(0, sizeof cpus, &cpus), 0);
    EXPECT_EQ(CPU_COUNT(&cpus), bound_to_one() ? 64 : 128);
    EXPECT_EQ(sched_getcpu(), bound_to_one() ? 64 : 0);
    int mode = -1;
    unsigned long mask = 0;
    ASSERT_EQ(get_mempolicy(&mode, &mask, 64, nullptr, 0), 0);
    EXPECT_EQ(mode, bound_to_one() ? MPOL_BIND : MPOL_DEFAULT);
    EXPECT_EQ(mask, bound_to_one() ? 2U : 0U);
    ASSERT_EQ(get_mempolicy(nullptr, &mask, 64, nullptr, MPOL_F_MEMS_ALLOWED), 0);
    EXPECT_EQ(mask, 3U);
}

TEST_F(Placement, PinnedMemoryFollowsTheProcess) {
    char* pinned = nullptr;
    ASSERT_EQ(cudaHostAlloc(reinterpret_cast<void**>(&pinned), kBytes, 0), cudaSuccess);
    EXPECT_EQ(node_of(pinned), bound_to_one() ? 1 : 0);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(Placement, RegisteredMemoryIsWhereItWasBoundAndIsChargedSo) {
    std::chrono::nanoseconds took[2];
    for (const int node : {0, 1}) {
        Region region;
        region.bind(node);
        EXPECT_EQ(node_of(region.data()), -ENOENT);  // not touched yet
        region.touch();
        EXPECT_EQ(node_of(region.data()), node);
        ASSERT_EQ(cudaHostRegister(region.data(), kBytes,
                                   cudaHostRegisterPortable | cudaHostRegisterMapped),
                  cudaSuccess);
        took[node] = time_to_device(region.data());
        EXPECT_EQ(cudaHostUnregister(region.data()), cudaSuccess);
    }
    // GPU 0 hangs on node 0; node 1 is behind a slower link with a latency of its own.
    EXPECT_GT(took[1], took[0]);
}

TEST_F(Placement, RegistrationIsCheckedAndGivesADevicePointer) {
    Region region;
    region.touch();
    void* device = nullptr;
    EXPECT_EQ(cudaHostGetDevicePointer(&device, region.data(), 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaHostUnregister(region.data()), cudaErrorHostMemoryNotRegistered);
    ASSERT_EQ(cudaHostRegister(region.data(), kBytes, cudaHostRegisterMapped), cudaSuccess);
    EXPECT_EQ(cudaHostRegister(region.data(), 1, 0), cudaErrorHostMemoryAlreadyRegistered);
    ASSERT_EQ(cudaHostGetDevicePointer(&device, region.data() + 5, 0), cudaSuccess);
    EXPECT_EQ(device, region.data() + 5);
    cudaPointerAttributes attributes{};
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, region.data()), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
    unsigned flags = 0;
    ASSERT_EQ(cudaHostGetFlags(&flags, region.data()), cudaSuccess);
    EXPECT_EQ(flags, static_cast<unsigned>(cudaHostAllocMapped));
    EXPECT_EQ(cudaHostUnregister(region.data()), cudaSuccess);
    EXPECT_EQ(cudaHostRegister(nullptr, kBytes, 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaHostRegister(gpu, kBytes, 0), cudaErrorInvalidValue);
}

TEST_F(Placement, ANewMappingKnowsNothingOfTheOldOne) {
    const int usual = bound_to_one() ? 1 : 0;
    Region region;
    region.bind(1 - usual);
    region.touch();
    EXPECT_EQ(node_of(region.data()), 1 - usual);
    char* base = region.data();
    ASSERT_EQ(munmap(base, kBytes), 0);
    ASSERT_EQ(mmap(base, kBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0),
              base);
    region.touch();
    EXPECT_EQ(node_of(base), usual);
    EXPECT_EQ(node_of(reinterpret_cast<void*>(8)), -EFAULT);
}

TEST_F(Placement, UnmappingEndsARegistration) {
    Region region;
    region.touch();
    ASSERT_EQ(cudaHostRegister(region.data(), kBytes, 0), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(gpu, region.data(), kBytes, cudaMemcpyHostToDevice, stream),
              cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    ASSERT_EQ(munmap(region.data(), kBytes), 0);
    EXPECT_EQ(cudaHostUnregister(region.data()), cudaErrorHostMemoryNotRegistered);
    char seen = 1;
    ASSERT_EQ(cudaMemcpy(&seen, gpu + kBytes / 2, 1, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(seen, 0);  // what was copied before stays copied
}

TEST_F(Placement, PagesAndThreadsCanBeMoved) {
    Region region;
    region.touch();
    void* page = region.data();
    const int wanted = 1;
    int status = -1;
    ASSERT_EQ(move_pages(0, 1, &page, &wanted, &status, MPOL_MF_MOVE), 0);
    EXPECT_EQ(node_of(page), 1);
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(100, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(sched_getcpu(), 100);
    CPU_ZERO(&one);
    CPU_SET(500, &one);
    EXPECT_EQ(sched_setaffinity(0, sizeof one, &one), -1);  // the machine has no such CPU
    ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

// Large copies to the host are carried out when somebody looks, whoever that is.
TEST_F(Placement, TheHostSeesItsBytesWheneverItLooks) {
    for (const int flags : {MAP_PRIVATE, MAP_SHARED}) {
        Region region(flags);
        std::memset(region.data(), 1, kBytes);
        ASSERT_EQ(cudaHostRegister(region.data(), kBytes, 0), cudaSuccess);
        ASSERT_EQ(cudaMemsetAsync(gpu, 7, kBytes, stream), cudaSuccess);
        ASSERT_EQ(cudaMemcpyAsync(region.data(), gpu, kBytes, cudaMemcpyDeviceToHost, stream),
                  cudaSuccess);
        ASSERT_EQ(cudaMemsetAsync(gpu, 8, kBytes, stream), cudaSuccess);
        ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
        int elsewhere = 0;
        std::thread([&] { elsewhere = region.data()[kBytes / 2]; }).join();
        EXPECT_EQ(elsewhere, 7);
        region.data()[kBytes - 1] = 3;
        EXPECT_EQ(region.data()[kBytes - 2], 7);
        ASSERT_EQ(cudaMemcpyAsync(gpu, region.data(), kBytes, cudaMemcpyHostToDevice, stream),
                  cudaSuccess);
        ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
        region.data()[kBytes - 1] = 4;  // too late for that copy
        char tail[2] = {};
        ASSERT_EQ(cudaMemcpy(tail, gpu + kBytes - 2, 2, cudaMemcpyDeviceToHost), cudaSuccess);
        EXPECT_EQ(tail[0], 7);
        EXPECT_EQ(tail[1], 3);
        EXPECT_EQ(cudaHostUnregister(region.data()), cudaSuccess);
        EXPECT_EQ(region.data()[kBytes - 1], 4);
    }
}

}  // namespace

// NVML as a program that opens it by name sees it, without any call of the CUDA runtime.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "tests/sim/nvml/abi.hpp"

namespace {

using namespace hopbench::sim::nvml;

class Nvml : public testing::Test {
  protected:
    static void* library() {
        static void* handle = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
        return handle;
    }
    template <typename... Arguments>
    static int call(const char* name, Arguments... arguments) {
        auto* function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library(), name));
        EXPECT_NE(function, nullptr) << name;
        return function != nullptr ? function(arguments...) : kUnknown;
    }
    static nvmlDevice_t device(unsigned index) {
        nvmlDevice_t handle = nullptr;
        EXPECT_EQ(call("nvmlDeviceGetHandleByIndex_v2", index, &handle), kSuccess);
        return handle;
    }
    void SetUp() override {
        ASSERT_NE(library(), nullptr) << dlerror();
        ASSERT_EQ(call("nvmlInit_v2"), kSuccess);
    }
    void TearDown() override { EXPECT_EQ(call("nvmlShutdown"), kSuccess); }
};

TEST_F(Nvml, NeedsToBeInitialised) {
    ASSERT_EQ(call("nvmlShutdown"), kSuccess);
    unsigned count = 0;
    EXPECT_EQ(call("nvmlDeviceGetCount_v2", &count), kUninitialized);
    ASSERT_EQ(call("nvmlInit_v2"), kSuccess);
    EXPECT_EQ(call("nvmlDeviceGetCount_v2", &count), kSuccess);
    EXPECT_EQ(count, 8U);
}

TEST_F(Nvml, MarksItsVersions) {
    char text[80];
    EXPECT_EQ(call("nvmlSystemGetDriverVersion", text, 80U), kSuccess);
    EXPECT_EQ(std::string(text).rfind("SIMULATED", 0), 0U);
    EXPECT_EQ(call("nvmlSystemGetDriverVersion", text, 4U), kInsufficientSize);
    EXPECT_EQ(call("nvmlSystemGetNVMLVersion", text, 80U), kSuccess);
    int version = 0;
    EXPECT_EQ(call("nvmlSystemGetCudaDriverVersion_v2", &version), kSuccess);
    EXPECT_EQ(version, 13000);
    auto* explain = reinterpret_cast<const char* (*)(int)>(dlsym(library(), "nvmlErrorString"));
    EXPECT_STREQ(explain(kNotFound), "Not Found");
}

TEST_F(Nvml, FindsDevices) {
    nvmlDevice_t found = nullptr;
    EXPECT_EQ(call("nvmlDeviceGetHandleByPciBusId_v2", "00000000:41:00.0", &found), kSuccess);
    EXPECT_EQ(found, device(2));
    EXPECT_EQ(call("nvmlDeviceGetHandleByPciBusId_v2", "0000:99:00.0", &found), kNotFound);
    char uuid[80];
    EXPECT_EQ(call("nvmlDeviceGetUUID", device(5), uuid, 80U), kSuccess);
    EXPECT_EQ(call("nvmlDeviceGetHandleByUUID", static_cast<const char*>(uuid), &found), kSuccess);
    EXPECT_EQ(found, device(5));
    EXPECT_EQ(call("nvmlDeviceGetHandleByIndex_v2", 8U, &found), kInvalidArgument);
    unsigned index = 0;
    EXPECT_EQ(call("nvmlDeviceGetIndex", device(5), &index), kSuccess);
    EXPECT_EQ(index, 5U);
    EXPECT_EQ(call("nvmlDeviceGetIndex", static_cast<nvmlDevice_t>(nullptr), &index),
              kInvalidArgument);
}

TEST_F(Nvml, DescribesADevice) {
    char name[96];
    EXPECT_EQ(call("nvmlDeviceGetName", device(0), name, 96U), kSuccess);
    EXPECT_EQ(std::string(name).rfind("SIMULATED", 0), 0U);
    int major = 0;
    int minor = -1;
    EXPECT_EQ(call("nvmlDeviceGetCudaComputeCapability", device(0), &major, &minor), kSuccess);
    EXPECT_EQ(major * 10 + minor, 120);
    PciInfo pci{};
    EXPECT_EQ(call("nvmlDeviceGetPciInfo_v3", device(4), &pci), kSuccess);
    EXPECT_STREQ(pci.bus_id, "00000000:81:00.0");
    MemoryInfo memory{};
    EXPECT_EQ(call("nvmlDeviceGetMemoryInfo", device(0), &memory), kSuccess);
    EXPECT_EQ(memory.total, 96ULL << 30U);
    EXPECT_EQ(memory.free + memory.used, memory.total);
    unsigned number = 0;
    EXPECT_EQ(call("nvmlDeviceGetCurrPcieLinkGeneration", device(0), &number), kSuccess);
    EXPECT_EQ(number, 5U);
    EXPECT_EQ(call("nvmlDeviceGetMaxPcieLinkWidth", device(0), &number), kSuccess);
    EXPECT_EQ(number, 16U);
    EXPECT_EQ(call("nvmlDeviceGetMinorNumber", device(3), &number), kSuccess);
    EXPECT_EQ(number, 3U);
    EXPECT_EQ(call("nvmlDeviceGetPcieReplayCounter", device(0), &number), kSuccess);
    EXPECT_EQ(number, 0U);
    EXPECT_EQ(call("nvmlDeviceGetNumaNodeId", device(0), &number), kNotSupported);
    int mode = -1;
    EXPECT_EQ(call("nvmlDeviceGetPersistenceMode", device(0), &mode), kSuccess);
    EXPECT_EQ(mode, 0);
}

TEST_F(Nvml, DescribesTheTopology) {
    int level = 0;
    EXPECT_EQ(call("nvmlDeviceGetTopologyCommonAncestor", device(0), device(4), &level), kSuccess);
    EXPECT_EQ(level, kSystem);
    EXPECT_EQ(call("nvmlDeviceGetTopologyCommonAncestor", device(0), device(0), &level),
              kInvalidArgument);
    int status = -1;
    EXPECT_EQ(call("nvmlDeviceGetP2PStatus", device(0), device(1), kCapsRead, &status), kSuccess);
    EXPECT_EQ(status, kP2pOk);
    EXPECT_EQ(call("nvmlDeviceGetP2PStatus", device(0), device(1), 5, &status), kInvalidArgument);
    int active = 0;
    EXPECT_EQ(call("nvmlDeviceGetNvLinkState", device(0), 0U, &active), kNotSupported);
}

TEST_F(Nvml, AnswersAffinity) {
    unsigned long words[2] = {};
    EXPECT_EQ(call("nvmlDeviceGetMemoryAffinity", device(6), 1U, words, kScopeNode), kSuccess);
    EXPECT_EQ(words[0], 2UL);
    EXPECT_EQ(call("nvmlDeviceGetCpuAffinity", device(6), 2U, words), kSuccess);
    EXPECT_EQ(words[0], 0UL);
    EXPECT_EQ(words[1], ~0UL);
    EXPECT_EQ(call("nvmlDeviceGetCpuAffinityWithinScope", device(0), 2U, words, kScopeSocket),
              kSuccess);
    EXPECT_EQ(words[0], ~0UL);
    EXPECT_EQ(call("nvmlDeviceGetCpuAffinity", device(6), 1U, words), kInsufficientSize);
}

}  // namespace

#include "tests/sim/prepare/scratch_root.hpp"

#include <hwloc.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

namespace fs = std::filesystem;

class ScratchRoot : public testing::Test {
  protected:
    ~ScratchRoot() override { fs::remove_all(root_); }
    void lay_out(const std::string& file, const std::string& assignments = "") {
        write_scratch_root(read_model(file, assignments), root_);
    }
    [[nodiscard]] std::string text(const std::string& file) const {
        return file_text((root_ / file).string());
    }
    fs::path root_ = fs::temp_directory_path() / ("hopbench-scratch-" + std::to_string(getpid()));
};

// The machine as hwloc sees it below a root.
class HwlocView {
  public:
    explicit HwlocView(const fs::path& root) {
        setenv("HWLOC_FSROOT", root.c_str(), 1);
        setenv("HWLOC_COMPONENTS", "linux,stop", 1);  // no x86 instructions of the real machine
        hwloc_topology_init(&topology_);
        hwloc_topology_set_io_types_filter(topology_, HWLOC_TYPE_FILTER_KEEP_ALL);
        loaded_ = hwloc_topology_load(topology_) == 0;
        unsetenv("HWLOC_FSROOT");
        unsetenv("HWLOC_COMPONENTS");
    }
    ~HwlocView() { hwloc_topology_destroy(topology_); }
    HwlocView(const HwlocView&) = delete;
    HwlocView& operator=(const HwlocView&) = delete;

    [[nodiscard]] bool loaded() const { return loaded_; }
    [[nodiscard]] int count(hwloc_obj_type_t type) const {
        return hwloc_get_nbobjs_by_type(topology_, type);
    }
    // The device itself, or nothing.
    [[nodiscard]] hwloc_obj_t pci(const std::string& bdf) const {
        return hwloc_get_pcidev_by_busidstring(topology_, bdf.c_str());
    }
    // CPUs of the smallest normal object that a device hangs on.
    [[nodiscard]] std::string cpus_near(const std::string& bdf) const {
        const auto* near = hwloc_get_non_io_ancestor_obj(topology_, pci(bdf));
        char list[64] = "";
        hwloc_bitmap_list_snprintf(list, sizeof list, near->cpuset);
        return list;
    }

  private:
    hwloc_topology_t topology_ = nullptr;
    bool loaded_ = false;
};

TEST_F(ScratchRoot, HwlocLoadsTheMachine) {
    lay_out(kBareMetal);
    const HwlocView view(root_);
    ASSERT_TRUE(view.loaded());
    EXPECT_EQ(view.count(HWLOC_OBJ_NUMANODE), 2);
    EXPECT_EQ(view.count(HWLOC_OBJ_PACKAGE), 2);
    EXPECT_EQ(view.count(HWLOC_OBJ_CORE), 128);
    EXPECT_EQ(view.count(HWLOC_OBJ_PU), 128);
    EXPECT_EQ(view.count(HWLOC_OBJ_PCI_DEVICE), 8);
    ASSERT_NE(view.pci("0000:41:00.0"), nullptr);
    EXPECT_EQ(view.cpus_near("0000:41:00.0"), "0-63");
    EXPECT_EQ(view.cpus_near("0000:c2:00.0"), "64-127");
    const auto& attributes = view.pci("0000:41:00.0")->attr->pcidev;
    EXPECT_EQ(attributes.class_id, 0x0302);
    EXPECT_EQ(attributes.vendor_id, 0x10de);
    EXPECT_NEAR(static_cast<double>(attributes.linkspeed), 63, 1);  // GB/s of 16 lanes at 32 GT/s
    // Behind its root port, which is a bridge to the GPU's bus.
    const auto* port = view.pci("0000:41:00.0")->parent;
    ASSERT_EQ(port->type, HWLOC_OBJ_BRIDGE);
    EXPECT_EQ(port->attr->bridge.downstream.pci.secondary_bus, 0x41);
}

TEST_F(ScratchRoot, HwlocSeesNoPlaceWhereTheKernelNamesNone) {
    lay_out(kVirtualMachine);
    const HwlocView view(root_);
    ASSERT_TRUE(view.loaded());
    ASSERT_NE(view.pci("0000:05:00.0"), nullptr);
    EXPECT_EQ(view.cpus_near("0000:05:00.0"), "0-127");
}

TEST_F(ScratchRoot, DevicesAreReachedThroughTheirBus) {
    lay_out(kVirtualMachine, "gpus.2.sysfs_numa=1;gpus.2.port.speed=\"16.0 GT/s PCIe\"");
    const std::string gpu = "sys/bus/pci/devices/0000:03:00.0/";
    EXPECT_EQ(fs::canonical(root_ / gpu),
              fs::canonical(root_) / "sys/devices/pci0000:00/0000:00:1c.2/0000:03:00.0");
    EXPECT_EQ(text(gpu + "numa_node"), "1\n");
    EXPECT_EQ(text(gpu + "local_cpulist"), "64-127\n");
    EXPECT_EQ(text(gpu + "local_cpus"), "ffffffff,ffffffff,00000000,00000000\n");
    EXPECT_EQ(text(gpu + "max_link_speed"), "16.0 GT/s PCIe\n");
    EXPECT_EQ(text(gpu + "subsystem_vendor"), "0x10de\n");
    EXPECT_EQ(text("sys/bus/pci/devices/0000:00:1c.2/numa_node"), "1\n");
    EXPECT_EQ(text("sys/bus/pci/devices/0000:04:00.0/numa_node"), "-1\n");
    EXPECT_EQ(text("sys/class/pci_bus/0000:03/cpulistaffinity"), "64-127\n");
    EXPECT_EQ(fs::file_size(root_ / gpu / "config"), 256U);
}

TEST_F(ScratchRoot, NodesCpusAndDriverAreThoseOfTheModel) {
    lay_out(kBareMetal);
    EXPECT_EQ(text("sys/devices/system/node/node1/distance"), "32 10\n");
    EXPECT_EQ(text("sys/devices/system/node/node1/cpumap"),
              "ffffffff,ffffffff,00000000,00000000\n");
    EXPECT_NE(text("sys/devices/system/node/node0/meminfo").find("MemTotal:       402653184 kB"),
              std::string::npos);
    EXPECT_EQ(text("sys/devices/system/cpu/cpu70/topology/physical_package_id"), "1\n");
    EXPECT_EQ(text("sys/devices/system/cpu/cpu70/topology/core_id"), "6\n");
    EXPECT_EQ(text("sys/devices/system/cpu/cpu70/topology/thread_siblings_list"), "70\n");
    EXPECT_NE(text("proc/cpuinfo").find("AuthenticAMD"), std::string::npos);
    EXPECT_NE(text("proc/driver/nvidia/gpus/0000:41:00.0/information").find("Device Minor: \t 2"),
              std::string::npos);
}

TEST_F(ScratchRoot, ANewLayoutReplacesAnOlderOne) {
    lay_out(kBareMetal, "gpus.0.sysfs_numa=1");
    lay_out(kBareMetal);
    EXPECT_EQ(text("sys/bus/pci/devices/0000:01:00.0/numa_node"), "0\n");
}

}  // namespace
}  // namespace hopbench::sim

#include "harness/fixes/sysfs_numa.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "harness/fixes/scratch_device.hpp"
#include "harness/model/error.hpp"
#include "tests/unit/nccl_topo/scratch_tree.hpp"

namespace hopbench {
namespace {

using test::ScratchTree;

const std::string bus = "sys/bus/pci/devices/";

template <class Call>
Exit exit_of(const Call& call, const std::string& mention) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find(mention), std::string::npos) << error.what();
        return error.code();
    }
    return Exit::ok;
}

TEST(SysfsFix, WritesGpusAndTheirTopmostPorts) {
    const ScratchTree tree;
    tree.add_flat_gpus(2);
    const auto writes =
        plan_sysfs_numa(tree.root(), {{"00000000:01:00.0", 1}, {"0000:02:00.0", 0}});
    ASSERT_EQ(writes.size(), 4u);
    EXPECT_EQ(writes[0], (NumaWrite{.bdf = "0000:00:1c.0",
                                    .before = -1,
                                    .after = 1,
                                    .what = "port above GPU 0000:01:00.0"}));
    EXPECT_EQ(
        writes[2],
        (NumaWrite{.bdf = "0000:01:00.0", .before = -1, .after = 1, .what = "GPU 0000:01:00.0"}));
    apply_sysfs_numa(tree.root(), writes);
    EXPECT_EQ(tree.read(bus + "0000:01:00.0/numa_node"), "1");
    EXPECT_EQ(tree.read(bus + "0000:01:00.0/local_cpus"), "0000000c");
    EXPECT_EQ(tree.read(bus + "0000:01:00.0/local_cpulist"), "2-3");
    EXPECT_EQ(tree.read(bus + "0000:00:1c.1/numa_node"), "0");
    EXPECT_EQ(tree.read(bus + "0000:00:1c.1/local_cpulist"), "0-1");
    EXPECT_EQ(read_sysfs_numa(tree.root(),
                              {"01:00.0", "0000:02:00.0", "0000:00:1c.0", "0000:77:00.0", "x"}),
              (std::map<std::string, int>{
                  {"0000:01:00.0", 1}, {"0000:02:00.0", 0}, {"0000:00:1c.0", 1}}));
}

TEST(SysfsFix, LeavesWhatIsRightAlone) {
    const ScratchTree tree;
    tree.add_flat_gpus(1);
    tree.write(bus + "0000:01:00.0/numa_node", "1");
    const auto writes = plan_sysfs_numa(tree.root(), {{"0000:01:00.0", 1}});
    ASSERT_EQ(writes.size(), 1u);
    EXPECT_EQ(writes[0].bdf, "0000:00:1c.0");
    apply_sysfs_numa(tree.root(), writes);
    EXPECT_TRUE(plan_sysfs_numa(tree.root(), {{"0000:01:00.0", 1}}).empty());
    // Of a device that holds the value already nothing is written, not even the CPUs.
    EXPECT_EQ(tree.read(bus + "0000:01:00.0/local_cpulist"), "0-3");
}

TEST(SysfsFix, BehindASwitchThePortThatNcclReadsIsWritten) {
    const ScratchTree tree;
    tree.add_function("0000:00:01.0/0000:10:00.0/0000:11:00.0", "0000:12:00.0");
    tree.add_function("0000:00:01.0/0000:10:00.0/0000:11:01.0", "0000:13:00.0");
    const auto writes = plan_sysfs_numa(tree.root(), {{"0000:12:00.0", 1}, {"0000:13:00.0", 1}});
    std::vector<std::string> devices;
    for (const auto& write : writes) devices.push_back(write.bdf);
    EXPECT_EQ(devices, (std::vector<std::string>{"0000:00:01.0", "0000:10:00.0", "0000:12:00.0",
                                                 "0000:13:00.0"}));
    EXPECT_EQ(
        exit_of(
            [&] {
                (void)plan_sysfs_numa(tree.root(), {{"0000:12:00.0", 1}, {"0000:13:00.0", 0}});
            },
            "shares port 0000:10:00.0"),
        Exit::unfit);
}

TEST(SysfsFix, BehavesAsTheKernelDoes) {
    const ScratchTree tree;
    tree.add_flat_gpus(1);
    const std::string gpu = "0000:01:00.0";
    EXPECT_EQ(write_numa_node(tree.root(), gpu, 2), EINVAL);
    EXPECT_EQ(write_numa_node(tree.root(), gpu, -2), EINVAL);
    EXPECT_EQ(write_numa_node(tree.root(), gpu, 100000), EINVAL);
    EXPECT_EQ(tree.read(bus + gpu + "/numa_node"), "-1");
    EXPECT_EQ(write_numa_node(tree.root(), gpu, 1), 0);
    EXPECT_EQ(write_numa_node(tree.root(), gpu, -1), 0);  // back to what the firmware said
    EXPECT_EQ(tree.read(bus + gpu + "/numa_node"), "-1");
    EXPECT_EQ(tree.read(bus + gpu + "/local_cpus"), "0000000f");
    EXPECT_EQ(tree.read(bus + gpu + "/local_cpulist"), "0-3");
    EXPECT_EQ(write_numa_node(tree.root(), "0000:09:00.0", 0), ENOENT);
}

TEST(SysfsFix, RefusesWhatCannotBe) {
    const ScratchTree tree;
    tree.add_flat_gpus(1);
    const auto plan = [&](const std::string& bdf, int node) {
        return [&tree, bdf, node] { (void)plan_sysfs_numa(tree.root(), {{bdf, node}}); };
    };
    EXPECT_EQ(exit_of(plan("gpu", 0), "is no PCI address"), Exit::usage);
    EXPECT_EQ(exit_of(plan("0000:01:00.8.0", 0), "is no PCI address"), Exit::usage);
    EXPECT_EQ(exit_of(plan("0000:09:00.0", 0), "0000:09:00.0"), Exit::unfit);
    EXPECT_EQ(exit_of(plan("0000:01:00.0", 2), "node 2 is not online"), Exit::unfit);
    const std::vector<NumaWrite> bad{
        {.bdf = "0000:01:00.0", .before = -1, .after = 5, .what = "GPU 0"}};
    EXPECT_EQ(exit_of([&] { apply_sysfs_numa(tree.root(), bad); }, "Invalid argument"),
              Exit::unfit);
}

TEST(SysfsFix, NeverTouchesTheRunningKernel) {
    EXPECT_EQ(exit_of([] { require_scratch_root("/"); }, "running kernel"), Exit::unfit);
    EXPECT_EQ(exit_of([] { apply_sysfs_numa("/", {}); }, "running kernel"), Exit::unfit);
    EXPECT_EQ(exit_of([] { apply_sysfs_numa("/tmp/..", {}); }, "running kernel"), Exit::unfit);
    const ScratchTree tree;
    EXPECT_NO_THROW(require_scratch_root(tree.root()));
    // A device that is a link out of the scratch root.
    const ScratchTree other;
    other.add_flat_gpus(1);
    std::filesystem::create_directories(tree.root() / bus);
    std::filesystem::create_symlink(other.root() / bus / "0000:01:00.0",
                                    tree.root() / bus / "0000:01:00.0");
    EXPECT_EQ(write_numa_node(tree.root(), "0000:01:00.0", 1), EXDEV);
    EXPECT_EQ(other.read(bus + "0000:01:00.0/numa_node"), "-1");
}

}  // namespace
}  // namespace hopbench

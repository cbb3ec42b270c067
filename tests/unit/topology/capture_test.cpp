#include "harness/topology/capture.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/model/error.hpp"
#include "harness/topology/bdf.hpp"
#include "harness/topology/machine_json.hpp"
#include "tests/unit/topology/tree.hpp"

namespace hopbench {
namespace {

const Fact& only(const Machine& machine, const char* kind, const char* id, const char* name) {
    const auto* part = machine.find(kind, id);
    if (!part) throw std::runtime_error(std::string("no part ") + kind + " " + id);
    const auto& facts = part->facts.at(name);
    if (facts.size() != 1) throw std::runtime_error(std::string(name) + " is not there once");
    return facts.front();
}

void two_packages(const Tree& tree) {
    // Two packages of two cores with two threads; cpu7 is offline and shows no topology.
    for (int cpu = 0; cpu < 7; ++cpu) {
        const auto base = "sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
        tree.file(base + "physical_package_id", std::to_string(cpu / 4) + "\n");
        tree.file(base + "core_id", std::to_string(cpu / 2 % 2) + "\n");
    }
    tree.file("sys/devices/system/cpu/cpu7/online", "0\n");
    tree.file("sys/devices/system/cpu/online", "0-6\n");
}

TEST(Capture, CpusCoresAndPackages) {
    const Tree tree;
    two_packages(tree);
    Machine machine;
    add_cpu_facts(machine, RootedFiles(tree.root()));
    EXPECT_EQ(std::get<std::int64_t>(only(machine, "system", "", "cpus").value), 7);
    EXPECT_EQ(std::get<std::int64_t>(only(machine, "system", "", "packages").value), 2);
    EXPECT_EQ(std::get<std::int64_t>(only(machine, "package", "1", "cores").value), 2);
    EXPECT_EQ(std::get<std::int64_t>(only(machine, "package", "1", "cpus").value), 3);
    EXPECT_EQ(std::get<std::string>(only(machine, "system", "", "online_cpus").value), "0-6");
}

TEST(Capture, CpuinfoOfTheFirstProcessor) {
    const Tree tree;
    tree.file("proc/cpuinfo",
              "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\n"
              "model name\t: AMD EPYC\nstepping\t: 1\nflags\t\t: fpu hypervisor\n\n"
              "processor\t: 1\nvendor_id\t: Other\n");
    Machine machine;
    add_cpu_facts(machine, RootedFiles(tree.root()));
    EXPECT_EQ(std::get<std::string>(only(machine, "system", "", "cpu_vendor").value),
              "AuthenticAMD");
    EXPECT_EQ(std::get<std::string>(only(machine, "system", "", "cpu_model").value), "17");
    EXPECT_TRUE(std::get<bool>(only(machine, "system", "", "hypervisor_flag").value));
    EXPECT_FALSE(only(machine, "system", "", "cpus").unreadable.empty());
}

TEST(Capture, NodesInNumberOrderWithMemoryAndDistances) {
    const Tree tree;
    for (const char* id : {"0", "2", "10"}) {
        const auto base = std::string("sys/devices/system/node/node") + id;
        tree.file(base + "/cpulist", "0-3\n");
        tree.file(base + "/distance", "10 21 32\n");
        tree.file(base + "/meminfo", std::string("Node ") + id + " MemTotal:     2048 kB\n");
    }
    tree.file("sys/devices/system/node/node2/distance", "10 many\n");
    tree.file("sys/devices/system/node/node10/meminfo", "nothing\n");
    Machine machine;
    add_node_facts(machine, RootedFiles(tree.root()));
    std::vector<std::string> ids;
    for (const auto& part : machine.parts)
        if (part.kind == "node") ids.push_back(part.id);
    EXPECT_EQ(ids, (std::vector<std::string>{"0", "2", "10"}));
    EXPECT_EQ(std::get<std::int64_t>(only(machine, "node", "0", "memory_bytes").value), 2097152);
    EXPECT_EQ(std::get<std::vector<std::int64_t>>(only(machine, "node", "0", "distances").value),
              (std::vector<std::int64_t>{10, 21, 32}));
    EXPECT_FALSE(only(machine, "node", "2", "distances").unreadable.empty());
    EXPECT_FALSE(only(machine, "node", "10", "memory_bytes").unreadable.empty());
}

void gpu_behind_a_port(const Tree& tree) {
    const std::string base = "sys/devices/pci0000:00/0000:00:1c.0/0000:01:00.0";
    tree.file(base + "/class", "0x030200\n");
    tree.file(base + "/vendor", "0x10de\n");
    tree.file(base + "/numa_node", "-1\n");
    tree.file(base + "/max_link_width", "16\n");
    tree.file(base + "/resource",
              "0x00000000fe000000 0x00000000feffffff 0x0000000000040200\n"
              "0x0000000000000000 0x0000001fffffffff 0x000000000014220c\n"
              "0x0000000000000000 0x0000000000000000 0x0000000000000000\n");
    tree.link(base + "/iommu_group", "../../../../kernel/iommu_groups/7");
    tree.file("sys/kernel/iommu_groups/7/type", "DMA\n");
    tree.link("sys/bus/pci/devices/0000:01:00.0",
              "../../../devices/pci0000:00/0000:00:1c.0/0000:01:00.0");
}

TEST(Capture, PciDeviceWithItsPathAndBars) {
    const Tree tree;
    gpu_behind_a_port(tree);
    Machine machine;
    add_pci_facts(machine, RootedFiles(tree.root()));
    constexpr const char* gpu = "0000:01:00.0";
    EXPECT_EQ(std::get<std::string>(only(machine, "pci", gpu, "path").value), "0000:00:1c.0");
    EXPECT_EQ(std::get<std::int64_t>(only(machine, "pci", gpu, "numa_node").value), -1);
    EXPECT_EQ(std::get<std::string>(only(machine, "pci", gpu, "iommu_group").value), "7");
    EXPECT_EQ(std::get<std::vector<std::int64_t>>(only(machine, "pci", gpu, "bar_bytes").value),
              (std::vector<std::int64_t>{16777216, 137438953472, 0}));
    EXPECT_EQ(
        std::get<std::vector<std::int64_t>>(only(machine, "pci", gpu, "unassigned_bars").value),
        (std::vector<std::int64_t>{1}));
    EXPECT_EQ(machine.find("pci", gpu)->facts.count("driver"), 0u);
}

TEST(Capture, HwlocReadsTheTreeAndNotThisMachine) {
    const Tree tree;
    two_packages(tree);
    constexpr const char* threads[] = {"3", "3", "c", "c", "30", "30", "40"};
    for (int cpu = 0; cpu < 7; ++cpu) {
        const auto base = "sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
        tree.file(base + "thread_siblings", std::string(threads[cpu]) + "\n");
        tree.file(base + "core_siblings", cpu < 4 ? "f\n" : "70\n");
    }
    for (int node = 0; node < 2; ++node) {
        const auto base = "sys/devices/system/node/node" + std::to_string(node);
        tree.file(base + "/cpumap", node == 0 ? "0000000f\n" : "00000070\n");
        tree.file(base + "/cpulist", node == 0 ? "0-3\n" : "4-6\n");
        tree.file(base + "/meminfo", "Node 0 MemTotal: 1048576 kB\n");
    }
    tree.file("sys/devices/system/node/online", "0-1\n");
    const auto machine = capture_machine(tree.root());
    const auto& cpus = machine.find("system", "")->facts.at("cpus");
    ASSERT_EQ(cpus.size(), 2u);
    ASSERT_EQ(cpus[1].unreadable, "");
    EXPECT_TRUE(cpus[1].source.starts_with("hwloc")) << cpus[1].source;
    EXPECT_EQ(std::get<std::int64_t>(cpus[1].value), 7);
    const auto& node = machine.find("node", "1")->facts.at("cpus");
    ASSERT_EQ(node.size(), 2u);
    EXPECT_EQ(std::get<std::string>(node[1].value), "4-6");
}

TEST(Capture, DriverInformationOfAGpu) {
    const Tree tree;
    tree.file("proc/driver/nvidia/version", "NVRM version: 580.1\n");
    tree.file("proc/driver/nvidia/gpus/0000:01:00.0/information",
              "Model: \t\t NVIDIA X\nGPU UUID: \t GPU-1\nBus Location: \t 0000:01:00.0\nbroken\n");
    tree.file("proc/driver/nvidia/gpus/nonsense/information", "Model: \t Y\n");
    Machine machine;
    add_driver_facts(machine, RootedFiles(tree.root()));
    EXPECT_EQ(std::get<std::string>(only(machine, "gpu", "0000:01:00.0", "gpu_uuid").value),
              "GPU-1");
    EXPECT_EQ(std::get<std::string>(only(machine, "gpu", "0000:01:00.0", "model").value),
              "NVIDIA X");
    EXPECT_EQ(machine.find("gpu", "nonsense"), nullptr);
}

TEST(RootedFiles, LinksThatLeaveTheTreeAreNotFollowed) {
    const Tree tree, outside;
    outside.file("secret", "x");
    tree.link("sys/out", (outside.root() / "secret").string());
    tree.link("sys/up", "../../../../../../../../etc");
    const RootedFiles files(tree.root());
    EXPECT_FALSE(files.read("/sys/out").text.has_value());
    EXPECT_FALSE(files.read("/sys/out").missing);
    EXPECT_TRUE(files.names("/sys/up").empty());
    EXPECT_FALSE(files.resolve("/sys/out").has_value());
    EXPECT_TRUE(files.read("/sys/nothing").missing);
    EXPECT_THROW(RootedFiles(tree.root() / "missing"), Error);
}

TEST(MachineJson, RoundTrip) {
    Machine machine;
    auto& part = machine.part("gpu", "0000:01:00.0");
    add_fact(part, "name", std::string("x \"y\" \xff"), "NVML");
    add_fact(part, "list", std::vector<std::int64_t>{1, 2}, "CUDA runtime");
    add_fact(part, "list", true, "NVML");
    add_unreadable(part, "uuid", "NVML", "not supported");
    const auto text = parts_json(machine);
    Machine again;
    add_parts(again, nlohmann::json::parse(text), "test");
    EXPECT_EQ(parts_json(again), text);
    EXPECT_EQ(again.find("gpu", "0000:01:00.0")->facts.at("uuid").front().unreadable,
              "not supported");
    EXPECT_THROW(add_parts(again, nlohmann::json::parse(R"([{"kind": 1}])"), "test"), Error);
    EXPECT_THROW(
        add_parts(again,
                  nlohmann::json::parse(
                      R"([{"kind":"a","id":"","facts":{"x":[{"value":{},"source":"s"}]}}])"),
                  "test"),
        Error);
}

TEST(Bdf, OnlyTheKernelsSpelling) {
    for (const char* good : {"0000:01:00.0", "0000:ff:1f.7", "10000:e1:00.0", "abcd:00:00.0"})
        EXPECT_TRUE(is_bdf(good)) << good;
    for (const char* bad :
         {"", "01:00.0", "0000:01:00.8", "0000:01:00", "0000:0A:00.0", "0000:01:00.0 ",
          "../0000:01:00.0", "000000000:01:00.0", "0000-01:00.0"})
        EXPECT_FALSE(is_bdf(bad)) << bad;
}

TEST(Capture, WhatMayNotBeReadSaysSo) {
    const Tree tree;
    tree.file("proc/cmdline", "quiet\n");
    tree.link("proc/loop", "loop");
    std::filesystem::permissions(tree.root(), std::filesystem::perms(0755));
    std::filesystem::permissions(tree.root() / "proc/cmdline", std::filesystem::perms(0));
    const RootedFiles files(tree.root());
    const bool root = geteuid() == 0;
    if (root) {
        ASSERT_EQ(seteuid(65534), 0);
    }
    const auto closed = files.read("/proc/cmdline");
    if (root) {
        ASSERT_EQ(seteuid(0), 0);
    }
    EXPECT_EQ(closed.why, "Permission denied");
    EXPECT_FALSE(closed.missing);
    const auto beyond = files.read("/proc/loop/cmdline");
    EXPECT_EQ(beyond.why, "Too many levels of symbolic links");
    EXPECT_FALSE(beyond.missing);
    EXPECT_TRUE(files.read("/proc/nothing").missing);
}

}  // namespace
}  // namespace hopbench

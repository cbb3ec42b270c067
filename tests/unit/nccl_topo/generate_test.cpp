#include "harness/nccl_topo/generate.hpp"

#include <gtest/gtest.h>

#include "harness/model/error.hpp"
#include "harness/nccl_topo/parse.hpp"
#include "harness/nccl_topo/placement.hpp"
#include "harness/nccl_topo/processors.hpp"
#include "tests/unit/nccl_topo/scratch_tree.hpp"

namespace hopbench::nccl_topo {
namespace {

using test::ScratchTree;

std::string generated(const ScratchTree& tree, const std::vector<GpuPlacement>& gpus) {
    return generate_topology(read_topology_input(tree.root(), gpus));
}

Exit exit_of(const ScratchTree& tree, const std::vector<GpuPlacement>& gpus,
             const std::string& mention) {
    try {
        (void)generated(tree, gpus);
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find(mention), std::string::npos) << error.what();
        return error.code();
    }
    return Exit::ok;
}

TEST(Generate, SaysAllThatNcclNeeds) {
    const ScratchTree tree;
    tree.add_flat_gpus(2);
    EXPECT_EQ(generated(tree, {{"0000:01:00.0", 1}, {"00000000:02:00.0", 0}}),
              "<system version=\"1\">\n"
              "  <cpu numaid=\"0\" affinity=\"00000003\" arch=\"x86_64\" vendor=\"AuthenticAMD\" "
              "familyid=\"175\" modelid=\"17\">\n"
              "    <pci busid=\"0000:02:00.0\" class=\"0x030200\" vendor=\"0x10de\" "
              "device=\"0x2bb5\" subsystem_vendor=\"0x10de\" subsystem_device=\"0x204b\" "
              "link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>\n"
              "  </cpu>\n"
              "  <cpu numaid=\"1\" affinity=\"0000000c\" arch=\"x86_64\" vendor=\"AuthenticAMD\" "
              "familyid=\"175\" modelid=\"17\">\n"
              "    <pci busid=\"0000:01:00.0\" class=\"0x030200\" vendor=\"0x10de\" "
              "device=\"0x2bb5\" subsystem_vendor=\"0x10de\" subsystem_device=\"0x204b\" "
              "link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>\n"
              "  </cpu>\n"
              "</system>\n");
}

TEST(Generate, ReadsBackWithoutFindingsToTheSameTree) {
    const ScratchTree tree;
    tree.add_flat_gpus(8);
    std::vector<GpuPlacement> gpus;
    for (int gpu = 0; gpu < 8; ++gpu)
        gpus.push_back({"0000:0" + std::to_string(gpu + 1) + ":00.0", gpu < 4 ? 1 : 0});
    const auto input = read_topology_input(tree.root(), gpus);
    EXPECT_TRUE(input.notes.empty());
    const auto parsed = parse_nccl_xml(generate_topology(input));
    ASSERT_TRUE(parsed.system);
    EXPECT_TRUE(parsed.diagnostics.empty());
    EXPECT_TRUE(same_tree(*parsed.system, build_topology(input)));
    for (const auto& gpu : gpus) EXPECT_EQ(numa_id_of(*parsed.system, gpu.bdf), gpu.node);
}

TEST(Generate, GpusStandInDeviceOrder) {
    const ScratchTree tree;
    tree.add_flat_gpus(3);
    const auto system = build_topology(read_topology_input(
        tree.root(), {{"0000:03:00.0", 0}, {"0000:01:00.0", 0}, {"0000:02:00.0", 0}}));
    ASSERT_EQ(system.children.size(), 1u);
    const auto& cpu = system.children[0];
    ASSERT_EQ(cpu.children.size(), 3u);
    EXPECT_EQ(cpu.children[0].value("busid"), "0000:03:00.0");
    EXPECT_EQ(cpu.children[1].value("busid"), "0000:01:00.0");
}

TEST(Generate, AWrittenPortIsTheSlowerOfTheTwo) {
    const ScratchTree tree;
    tree.add_flat_gpus(1);
    tree.write("sys/devices/pci0000:00/0000:00:1c.0/max_link_speed", "16.0 GT/s PCIe");
    tree.write("sys/devices/pci0000:00/0000:00:1c.0/max_link_width", "8");
    const auto text = generated(tree, {{"0000:01:00.0", 0}});
    EXPECT_NE(text.find("link_speed=\"16.0 GT/s PCIe\" link_width=\"8\""), std::string::npos);
}

TEST(Generate, ValuesOutsideOfNcclsTableBecomeItsFallBack) {
    const ScratchTree tree;
    tree.add_flat_gpus(1);
    tree.write("sys/bus/pci/devices/0000:01:00.0/max_link_speed", "Unknown");
    tree.write("sys/devices/pci0000:00/0000:00:1c.0/max_link_speed", "Unknown");
    tree.write("sys/bus/pci/devices/0000:01:00.0/max_link_width", "0");
    const auto input = read_topology_input(tree.root(), {{"0000:01:00.0", 0}});
    EXPECT_EQ(input.notes.size(), 2u);
    const auto text = generate_topology(input);
    EXPECT_NE(text.find("link_speed=\"8.0 GT/s PCIe\" link_width=\"16\""), std::string::npos);
    EXPECT_TRUE(parse_nccl_xml(text).diagnostics.empty());
}

TEST(Generate, SwitchesStandWhereNcclWouldShowThem) {
    const ScratchTree tree;
    // root port, upstream port, downstream port: NCCL shows the upstream port alone.
    const std::string upstream = "0000:00:01.0/0000:10:00.0/";
    tree.add_function(upstream + "0000:11:00.0", "0000:12:00.0");
    tree.add_function(upstream + "0000:11:01.0", "0000:13:00.0");
    const auto system = build_topology(
        read_topology_input(tree.root(), {{"0000:12:00.0", 1}, {"0000:13:00.0", 1}}));
    ASSERT_EQ(system.children.size(), 1u);
    ASSERT_EQ(system.children[0].children.size(), 1u);
    const auto& port = system.children[0].children[0];
    EXPECT_EQ(port.value("busid"), "0000:10:00.0");
    EXPECT_EQ(port.value("class"), "0x060400");
    EXPECT_EQ(port.children.size(), 2u);
    EXPECT_EQ(exit_of(tree, {{"0000:12:00.0", 1}, {"0000:13:00.0", 0}}, "same switch 0000:10:00.0"),
              Exit::unfit);
}

TEST(Generate, WhatTheMachineLacksIsSaid) {
    const ScratchTree tree;
    tree.add_flat_gpus(1);
    EXPECT_EQ(exit_of(tree, {{"gpu0", 0}}, "is no PCI address"), Exit::usage);
    EXPECT_EQ(exit_of(tree, {{"0000:01:00.0", 0}, {"01:00.0", 1}}, "named twice"), Exit::usage);
    EXPECT_EQ(exit_of(tree, {{"0000:09:00.0", 0}}, "0000:09:00.0"), Exit::unfit);
    EXPECT_EQ(exit_of(tree, {{"0000:01:00.0", 7}}, "node7/cpumap"), Exit::unfit);
    EXPECT_EQ(exit_of(tree, {{"0000:01:00.0", -1}}, "NUMA node -1"), Exit::unfit);
    tree.write("proc/cpuinfo", "processor\t: 0\nmachine\t: riscv");
    EXPECT_EQ(exit_of(tree, {{"0000:01:00.0", 0}}, "does not name it"), Exit::unfit);
}

TEST(Generate, ArmProcessorsHaveNoVendor) {
    const ScratchTree tree;
    tree.add_flat_gpus(1);
    tree.write("proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\n");
    const auto text = generated(tree, {{"0000:01:00.0", 0}});
    EXPECT_NE(text.find("arch=\"arm64\">"), std::string::npos) << text;
}

TEST(Generate, AffinityOfManyCpusFitsNccl) {
    const ScratchTree tree;
    tree.add_flat_gpus(1);
    std::string mask;
    for (int word = 0; word < 40; ++word) mask += "00000000,";
    tree.write("sys/devices/system/node/node0/cpumap", mask + "0000000f");
    const auto parsed = parse_nccl_xml(generated(tree, {{"0000:01:00.0", 0}}));
    EXPECT_TRUE(parsed.diagnostics.empty());
    tree.write("sys/devices/system/node/node0/cpumap", "00000001," + mask + "0000000f");
    EXPECT_EQ(exit_of(tree, {{"0000:01:00.0", 0}}, "no mask that NCCL can read"), Exit::unfit);
}

TEST(Generate, FamiliesAreCountedAsNcclCounts) {
    EXPECT_EQ(nccl_family_id(6), 6);
    EXPECT_EQ(nccl_family_id(15), 15);
    EXPECT_EQ(nccl_family_id(23), 143);  // Rome
    EXPECT_EQ(nccl_family_id(25), 175);  // Genoa
    EXPECT_EQ(nccl_family_id(26), 191);  // Turin
}

}  // namespace
}  // namespace hopbench::nccl_topo

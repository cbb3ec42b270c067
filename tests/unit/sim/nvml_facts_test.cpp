#include "tests/sim/nvml/facts.hpp"

#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim::nvml {
namespace {

TEST(NvmlFacts, PciAddressesInBothForms) {
    const auto model = read_model(kBareMetal, "");
    const auto info = pci_info(model.gpus[4]);
    EXPECT_STREQ(info.bus_id_legacy, "0000:81:00.0");
    EXPECT_STREQ(info.bus_id, "00000000:81:00.0");
    EXPECT_EQ(info.bus, 0x81U);
    EXPECT_EQ(info.device_id, 0x2bb510deU);
    EXPECT_EQ(gpu_at(model, "00000000:C1:00.0"), 6);
    EXPECT_EQ(gpu_at(model, "0000:c1:00.0"), 6);
    EXPECT_EQ(gpu_at(model, "0000:c3:00.0"), -1);
    EXPECT_EQ(gpu_with_uuid(model, model.gpus[7].uuid), 7);
    EXPECT_EQ(gpu_with_uuid(model, "GPU-0"), -1);
}

TEST(NvmlFacts, AncestorsFromThePciTree) {
    const auto metal = read_model(kBareMetal, "");
    EXPECT_EQ(common_ancestor(metal, 0, 1), kHostBridge);
    EXPECT_EQ(common_ancestor(metal, 0, 2), kNode);
    EXPECT_EQ(common_ancestor(metal, 0, 4), kSystem);
    // A flat virtual machine: all below one host bridge, whatever the truth is.
    EXPECT_EQ(common_ancestor(read_model(kVirtualMachine, ""), 0, 7), kHostBridge);
    EXPECT_EQ(common_ancestor(read_model(kBareMetal, "gpus.*.sysfs_numa=-1"), 0, 2), kSystem);
    EXPECT_EQ(common_ancestor(read_model(kBareMetal, "gpus.1.root_port=\"0000:00:01.1\""), 0, 1),
              kSingleSwitch);
}

TEST(NvmlFacts, PeerStatusIsTheModels) {
    const auto vm = read_model(kVirtualMachine, "");
    EXPECT_EQ(p2p_status(vm, 0, 1, kCapsRead), kP2pNotSupported);
    EXPECT_EQ(p2p_status(vm, 0, 1, kCapsNvlink), kP2pNotSupported);
    const auto metal = read_model(kBareMetal, "p2p.nvml_status=\"OK\"");
    EXPECT_EQ(p2p_status(metal, 0, 1, kCapsWrite), kP2pOk);
    EXPECT_EQ(p2p_status(metal, 0, 1, kCapsNvlink), kP2pNotSupported);
    const auto chipset = read_model(kBareMetal, "p2p.nvml_status=\"CNS\"");
    EXPECT_EQ(p2p_status(chipset, 0, 1, kCapsRead), kP2pChipsetNotSupported);
}

TEST(NvmlFacts, LinksBetweenGpusAreNvlinks) {
    const auto model =
        read_model(kBareMetal,
                   "p2p.nvml_status=\"OK\";"
                   "links+={\"a\":\"gpu0\",\"b\":\"gpu1\",\"gbps\":200,\"latency_ns\":50};"
                   "links+={\"a\":\"gpu1\",\"b\":\"gpu0\",\"gbps\":200,\"latency_ns\":50}");
    EXPECT_EQ(nvlinks(model, 0), 2);
    EXPECT_EQ(nvlinks(model, 1), 2);
    EXPECT_EQ(nvlinks(model, 2), 0);
    EXPECT_EQ(p2p_status(model, 1, 0, kCapsNvlink), kP2pOk);
    EXPECT_EQ(p2p_status(model, 1, 2, kCapsNvlink), kP2pNotSupported);
}

TEST(NvmlFacts, GenerationsOfPorts) {
    EXPECT_EQ(link_generation("2.5 GT/s PCIe"), 1U);
    EXPECT_EQ(link_generation("8.0 GT/s PCIe"), 3U);
    EXPECT_EQ(link_generation("16.0 GT/s PCIe"), 4U);
    EXPECT_EQ(link_generation("32.0 GT/s PCIe"), 5U);
    EXPECT_EQ(link_generation("64.0 GT/s PCIe"), 6U);
}

TEST(NvmlFacts, AffinityIsWhatTheFirmwareSays) {
    EXPECT_EQ(near_nodes(read_model(kBareMetal, ""), 6), std::vector<int>{1});
    EXPECT_EQ(near_nodes(read_model(kVirtualMachine, ""), 6), (std::vector<int>{0, 1}));
    EXPECT_EQ(near_cpus(read_model(kBareMetal, ""), 6).front(), 64);
    EXPECT_EQ(near_cpus(read_model(kVirtualMachine, ""), 6).size(), 128U);
    unsigned long words[2] = {~0UL, ~0UL};
    EXPECT_TRUE(set_bits(words, {1, 64}));
    EXPECT_EQ(words[0], 2UL);
    EXPECT_EQ(words[1], 1UL);
    EXPECT_FALSE(set_bits(words, {128}));
}

}  // namespace
}  // namespace hopbench::sim::nvml

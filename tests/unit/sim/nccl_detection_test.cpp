#include "tests/sim/nccl/affinity.hpp"
#include "tests/sim/nccl/machine_root.hpp"
#include "tests/unit/sim/nccl_machine.hpp"

namespace hopbench::sim::nccl {
namespace {

const std::vector<int> kTruth{1, 1, 1, 1, 0, 0, 0, 0};

std::string dumped(NcclMachine& machine) {
    machine.set("NCCL_TOPO_DUMP_FILE", machine.path("dump.xml"));
    const auto decision = machine.perceive_as_is();
    EXPECT_EQ(decision.error, 0) << decision.why;
    return machine.text_of("dump.xml");
}

TEST(NcclDetection, LoneRootPortsDoNotAppear) {
    NcclMachine machine(1);
    machine.plain_devices();
    const auto dump = dumped(machine);
    EXPECT_NE(dump.find("busid=\"0000:01:00.0\" class=\"0x030200\" vendor=\"0x10de\""),
              std::string::npos);
    EXPECT_EQ(dump.find("0000:00:1c.0"), std::string::npos);
}

TEST(NcclDetection, NodeIsThatOfTheTopmostSwitch) {
    NcclMachine machine(2);
    // Root port, upstream and downstream ports of a switch, GPU. NCCL goes up two levels at a time:
    // it shows the upstream port and believes its node.
    const std::string up = "pci0000:40/0000:40:01.1/0000:41:00.0";
    machine.device("pci0000:40/0000:40:01.1", 0, "0x060400");
    machine.device(up, 1, "0x060400");
    for (const std::string gpu : {"1", "2"}) {
        const auto down = up + "/0000:42:0" + gpu + ".0";
        machine.device(down, 0, "0x060400");
        machine.device(down + "/0000:0" + gpu + ":00.0", 0, "0x030200");
    }
    const auto dump = dumped(machine);
    EXPECT_NE(dump.find("numaid=\"1\" affinity=\"0000000c\""), std::string::npos) << dump;
    EXPECT_EQ(dump.find("numaid=\"0\""), std::string::npos);
    EXPECT_NE(dump.find("busid=\"0000:41:00.0\" class=\"0x060400\""), std::string::npos);
    EXPECT_EQ(dump.find("0000:42:01.0"), std::string::npos);
    // One switch between them: near enough for peers.
    EXPECT_EQ(machine.perceive_as_is(true).p2p_edge, std::vector<bool>(2, true));
    EXPECT_EQ(machine.perceive_as_is(false).p2p_edge, std::vector<bool>(2, false));
}

TEST(NcclDetection, LinkIsTheLesserOfDeviceAndPort) {
    NcclMachine machine(1);
    machine.device("pci0000:00/0000:00:1c.0", -1, "0x060400", "2.5 GT/s PCIe", 4);
    machine.device("pci0000:00/0000:00:1c.0/0000:01:00.0", -1, "0x030200", "32.0 GT/s PCIe", 16);
    EXPECT_NE(dumped(machine).find("link_speed=\"2.5 GT/s PCIe\" link_width=\"4\""),
              std::string::npos);
}

TEST(NcclDetection, WithoutAnyNodeThereIsNoAffinity) {
    NcclMachine machine;
    machine.plain_devices();
    const auto dump = dumped(machine);
    EXPECT_NE(dump.find(" numaid=\"-1\" arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"191\" "
                        "modelid=\"17\">"),
              std::string::npos)
        << dump;
    EXPECT_EQ(dump.find("affinity"), std::string::npos);
}

TEST(NcclDetection, FamilyIsWhatCpuidSays) {
    NcclMachine machine(1);
    const auto family = [&machine](int of_kernel) {
        machine.cpu("AuthenticAMD", of_kernel, 1);
        return MachineRoot(machine.path(""), [](const std::string&) {}).cpu().family;
    };
    EXPECT_EQ(family(6), 6);
    EXPECT_EQ(family(25), 175);
    EXPECT_EQ(family(26), 191);
    machine.file("proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41");
    EXPECT_EQ(MachineRoot(machine.path(""), [](const std::string&) {}).cpu().arch, "arm64");
}

TEST(NcclDetection, DefaultFileCountsUnlessTheVariableNamesAnother) {
    NcclMachine machine;
    machine.file("var/run/nvidia-topologyd/virtualTopology.xml", topology_text("5678", "1234"));
    EXPECT_EQ(machine.perceived().channel_gbps, 15);
    machine.set("NCCL_TOPO_FILE", machine.path("nowhere.xml"));
    const auto decision = machine.perceived_aloud();
    EXPECT_EQ(decision.channel_gbps, 24);
    EXPECT_NE(machine.log.find("Could not open XML topology file " + machine.path("nowhere.xml") +
                               " : No such file or directory"),
              std::string::npos);
    EXPECT_EQ(machine.lines_with("Loading topology file"), 0U);
}

TEST(NcclDetection, EmptyFileOrFolderIsSilence) {
    for (const char* name : {"empty.xml", "folder.xml"}) {
        NcclMachine machine;
        if (std::string(name) == "folder.xml")
            std::filesystem::create_directory(machine.path(name));
        else
            std::ofstream(machine.path(name)).flush();
        machine.set("NCCL_TOPO_FILE", machine.path(name));
        EXPECT_EQ(machine.perceived_aloud().channel_gbps, 24) << name;
        EXPECT_EQ(machine.lines_with("WARN"), 0U) << name;
        EXPECT_EQ(machine.lines_with("Could not open"), 0U) << name;
    }
}

TEST(NcclDetection, ConfigurationFilesSetWhatIsUnset) {
    NcclMachine machine;
    const auto file = machine.file("named.xml", topology_text("5678", "1234"));
    machine.set("NCCL_CONF_FILE", machine.file("nccl.conf", "# comment\nNCCL_TOPO_FILE=" + file));
    EXPECT_EQ(machine.perceived().channel_gbps, 15);
    machine.set("NCCL_TOPO_FILE", machine.path("other.xml"));
    EXPECT_EQ(machine.perceived().channel_gbps, 24) << "the environment wins";
}

TEST(NcclDetection, GpuThatTheFileMissesIsPlacedByTheKernel) {
    NcclMachine machine;
    machine.sysfs_numa(std::vector<int>(8, 1));
    machine.topology(topology_text("5678", "124"));
    machine.plain_devices();
    const auto dump = dumped(machine);
    // The kernel's node 1 is not the file's: its CPU has the file's attributes and joins it.
    EXPECT_EQ(dump.find("numaid=\"1\"", dump.find("numaid=\"1\"") + 1), std::string::npos);
    machine.sysfs_numa(std::vector<int>(8, -1));
    machine.plain_devices();
    const auto without = dumped(machine);
    EXPECT_NE(without.find("numaid=\"-1\""), std::string::npos);
}

TEST(NcclDetection, MasksAreHexadecimalWords) {
    EXPECT_EQ(cpu_ranges(cpus_of_mask("0000000c")), "2-3");
    EXPECT_EQ(cpu_ranges(cpus_of_mask("1,80000001")), "0,31-32");
    EXPECT_EQ(cpu_ranges(cpus_of_mask("0-15")), "");
    EXPECT_EQ(cpu_ranges(cpus_of_mask("")), "");
}

}  // namespace
}  // namespace hopbench::sim::nccl

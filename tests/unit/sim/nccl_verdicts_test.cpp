// What real NCCL 2.28.9 did with faulty topology files: always with files made here, and with the
// observed files themselves where they are at hand.
#include <array>
#include <cstdlib>
#include <sstream>

#include "tests/unit/sim/nccl_machine.hpp"

namespace hopbench::sim::nccl {
namespace {

std::string good() {
    return topology_text("5678", "1234");
}

std::string placed(const std::string& of_first_gpu) {
    return with(good(), "<pci busid=\"0000:01:00.0\"",
                "<pci busid=\"0000:01:00.0\"" + of_first_gpu);
}

struct Verdict {
    std::string name;
    std::string text;
    int error = 0;
    std::string why = {};
    int search_channels = 1;
    double gbps = 15;
};

std::vector<Verdict> made_verdicts() {
    const auto inner = [](const std::string& child) {
        return with(good(), "\"16\"/>", "\"16\">" + child + "</pci>");
    };
    std::string sixteen;
    for (int i = 0; i < 15; ++i) sixteen += " a" + std::to_string(i) + "=\"1\"";
    auto wide = good();
    for (auto at = wide.find("=\"16\""); at != std::string::npos; at = wide.find("=\"16\""))
        wide.replace(at, 5, "=\"x16\"");
    auto upper = good();
    for (auto at = upper.find("\"0000:"); at != std::string::npos; at = upper.find("\"0000:"))
        upper.replace(at, 6, "\"00000000:");
    std::vector<Verdict> verdicts{
        {"good", good()},
        {"prolog", "<?xml version=\"1.0\"?>\n" + good(), 3, "XML Parse : expected >, got '?'"},
        {"tab", with(good(), "    <pci", "\t<pci"), 3, "XML Parse error : expecting '<'"},
        {"comment", "<!-- hello world -->\n" + good()},
        {"unknown element", with(good(), "  </cpu>", "<foo a=\"1\"><bar/></foo></cpu>")},
        {"eight-digit domains", upper, 0, "", 1, 24},
        {"missing GPU", topology_text("5678", "124")},
        {"numaid -1", with(good(), "numaid=\"1\"", "numaid=\"-1\"")},
        {"no numaid", with(good(), "numaid=\"1\" ", ""), 3,
         "Attribute numaid of node cpu not found"},
        {"minimal", topology_text("5678", "1234", ""), 3, "Attribute arch of node cpu not found"},
        {"list as mask", with(good(), "affinity=\"0000000c\"", "affinity=\"0-1\"")},
        {"stale gpu", inner("<gpu dev=\"5\" sm=\"80\" rank=\"7\" gdr=\"1\"/>")},
        {"busid twice", with(good(), "</system>",
                             "  <cpu numaid=\"2\" affinity=\"1\" arch=\"x86_64\" "
                             "vendor=\"AuthenticAMD\" familyid=\"1\" modelid=\"1\">\n"
                             "    <pci busid=\"0000:01:00.0\" class=\"0x030200\"/>\n  </cpu>\n"
                             "</system>")},
        {"CPU twice", with(good(), "numaid=\"1\"", "numaid=\"0\""), 0, "", 1, 3},
        {"GPU in CPU", with(good(), "  </cpu>", "<gpu dev=\"0\"/></cpu>")},
        {"truncated", good().substr(0, 499), 3, "XML Parse : "},
        {"bridge without class",
         with(with(good(), "  </cpu>\n</system>", "</pci></cpu>\n</system>"),
              "    <pci busid=\"0000:01", "<pci busid=\"ffff:ff:01.0\"><pci busid=\"0000:01"),
         3, "Attribute class of node pci not found"},
        {"width x16", wide},
        {"unknown arch", topology_text("5678", "1234", "arch=\"amd64\" vendor=\"AuthenticAMD\""), 0,
         "", 2, 24},
        {"16 attributes on a GPU", placed(sixteen), 3, "node pci 0000:01:00.0 has more than 16"},
        {"device -1",
         with(good(), "\"16\"/>\n  </cpu>\n</system>",
              "\"16\"><gpu dev=\"-1\"/></pci>\n  </cpu>\n</system>"),
         3, "ncclTopoRankToIndex could not find rank 3"},
    };
    return verdicts;
}

TEST(NcclVerdicts, MadeFiles) {
    NcclMachine machine;
    machine.plain_devices();
    for (const auto& verdict : made_verdicts()) {
        machine.topology(verdict.text);
        const auto decision = machine.perceive_as_is();
        EXPECT_EQ(decision.error, verdict.error) << verdict.name << ": " << decision.why;
        EXPECT_EQ(decision.why.substr(0, verdict.why.size()), verdict.why) << verdict.name;
        if (verdict.error != 0 || decision.error != 0) continue;
        EXPECT_EQ(decision.search_channels, verdict.search_channels) << verdict.name;
        EXPECT_EQ(decision.channel_gbps, verdict.gbps) << verdict.name;
    }
}

TEST(NcclVerdicts, WithoutNetworkDevicesAMinimalFileIsEnough) {
    NcclMachine machine;
    machine.model.nics.clear();
    machine.topology(topology_text("5678", "1234", ""));
    const auto decision = machine.perceived();
    EXPECT_EQ(decision.error, 0) << decision.why;
    EXPECT_EQ(decision.channel_gbps, 15);
}

TEST(NcclVerdicts, NvlinkNeedsItsReverse) {
    NcclMachine machine;
    machine.topology(with(good(), "\"16\"/>\n  </cpu>\n</system>",
                          "\"16\"><gpu><nvlink target=\"0000:05:00.0\" count=\"4\" "
                          "tclass=\"0x030200\"/></gpu></pci>\n  </cpu>\n</system>"));
    const auto decision = machine.perceived();
    EXPECT_EQ(decision.error, 3);
    EXPECT_EQ(decision.why.rfind("Failed to find reverse path", 0), 0U) << decision.why;
}

std::filesystem::path observed_files() {
    const char* named = std::getenv("HOPBENCH_SHARED_DIR");
    const std::filesystem::path shared =
        named != nullptr ? named : HOPBENCH_SOURCE_DIR "/../shared";
    return shared / "nccl-xml-cases";
}

struct Observed {
    const char* name;
    int error;
    int search_channels;
    double gbps;
};

// By the list that comes with the files.
constexpr std::array<Observed, 30> kObserved{
    {{"01_good", 0, 1, 15},       {"02_prolog", 3, 0, 0},       {"03_tab", 3, 0, 0},
     {"04_nl_in_tag", 3, 0, 0},   {"05_comment", 0, 1, 15},     {"05b_comment_eq", 3, 0, 0},
     {"06_nover", 3, 0, 0},       {"07_ver2", 5, 0, 0},         {"08_unknown_elem", 0, 1, 15},
     {"09_upper", 0, 1, 24},      {"10_missing_gpu", 0, 1, 15}, {"11_numaid_m1", 0, 1, 15},
     {"12_no_numaid", 3, 0, 0},   {"13_minimal", 3, 0, 0},      {"14_aff_list", 0, 1, 15},
     {"16_stale_gpu", 0, 1, 15},  {"17_dup_busid", 0, 1, 15},   {"17b_dup_cpu", 0, 1, 3},
     {"19_crlf", 0, 1, 15},       {"22_empty", 0, 1, 24},       {"23_text", 3, 0, 0},
     {"25_gpu_in_cpu", 0, 1, 15}, {"26_trunc", 3, 0, 0},        {"28_vbridge_noclass", 3, 0, 0},
     {"29_width_x16", 0, 1, 15},  {"30_unq", 3, 0, 0},          {"35_129subs", 3, 0, 0},
     {"37_arch_amd64", 0, 2, 24}, {"40_17attrs", 3, 0, 0},      {"43_gpu_dev_m1", 3, 0, 0}}};

TEST(NcclVerdicts, ObservedFiles) {
    const auto folder = observed_files();
    if (!std::filesystem::exists(folder / "VERDICTS.md"))
        GTEST_SKIP() << "no observed topology files in " << folder
                     << " (HOPBENCH_SHARED_DIR names their parent)";
    std::size_t seen = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".xml") ++seen;
    EXPECT_EQ(seen, kObserved.size()) << "a file without an expectation, or one missing";
    NcclMachine machine;
    machine.plain_devices();
    for (const auto& observed : kObserved) {
        machine.set("NCCL_TOPO_FILE", folder / (std::string(observed.name) + ".xml"));
        const auto decision = machine.perceive_as_is();
        EXPECT_EQ(decision.error, observed.error) << observed.name << ": " << decision.why;
        EXPECT_EQ(decision.search_channels, observed.search_channels) << observed.name;
        EXPECT_EQ(decision.channel_gbps, observed.gbps) << observed.name;
        EXPECT_EQ(decision.why.empty(), observed.error == 0) << observed.name;
    }
}

}  // namespace
}  // namespace hopbench::sim::nccl

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/nccl_topo/affinity.hpp"
#include "harness/nccl_topo/parse.hpp"

namespace hopbench::nccl_topo {
namespace {

const std::string cpu0 =
    "<cpu numaid=\"0\" affinity=\"00000003\" arch=\"x86_64\" vendor=\"AuthenticAMD\" "
    "familyid=\"175\" modelid=\"17\">";
const std::string cpu1 =
    "<cpu numaid=\"1\" affinity=\"0000000c\" arch=\"x86_64\" vendor=\"AuthenticAMD\" "
    "familyid=\"175\" modelid=\"17\">";
const std::string gpu1 = "<pci busid=\"0000:01:00.0\"/>";
const std::string gpu2 = "<pci busid=\"0000:02:00.0\"/>";

std::string with(const std::string& first_cpu, const std::string& first_body,
                 const std::string& second_cpu = cpu1, const std::string& second_body = gpu2) {
    return "<system version=\"1\">\n" + first_cpu + first_body + "</cpu>\n" + second_cpu +
           second_body + "</cpu>\n</system>\n";
}

std::string in(const std::string& body) {
    return with(cpu0, body, cpu1, "<pci busid=\"0000:0f:00.0\"/>");
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    text.replace(text.find(what), what.size(), by);
    return text;
}

std::string attributes(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += " a" + std::to_string(i) + "=\"1\"";
    return text;
}

struct Case {
    std::string name, text, rule;
    Effect effect = Effect::silent;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> list{
        {"Good", with(cpu0, gpu1), ""},
        {"NoCpu", "<system version=\"1\"/>", "places-nothing"},
        {"NumaidMissing", with(cpu0, gpu1, replaced(cpu1, " numaid=\"1\"", "")), "numaid-missing",
         Effect::fatal},
        {"NumaidWord", with(cpu0, gpu1, replaced(cpu1, "\"1\"", "\"one\"")), "numaid-no-number"},
        {"NumaidNegative", with(cpu0, gpu1, replaced(cpu1, "\"1\"", "\"-1\"")), "numaid-negative"},
        {"NumaidTwice", with(cpu0, gpu1, replaced(cpu1, "\"1\"", "\"0x0\"")), "numaid-twice"},
        {"ArchMissingFirst", with(replaced(cpu0, " arch=\"x86_64\"", ""), gpu1),
         "cpu-attribute-missing", Effect::fatal},
        {"VendorMissingFirst", with(replaced(cpu0, " vendor=\"AuthenticAMD\"", ""), gpu1),
         "cpu-attribute-missing", Effect::fatal},
        {"FamilyMissingAmd", with(replaced(cpu0, " familyid=\"175\"", ""), gpu1),
         "cpu-attribute-missing"},
        {"FamilyMissingIntel",
         with(replaced(replaced(cpu0, " familyid=\"175\"", ""), "AuthenticAMD", "GenuineIntel"),
              gpu1),
         "cpu-attribute-missing", Effect::fatal},
        {"ArchMissingSecond", with(cpu0, gpu1, replaced(cpu1, " arch=\"x86_64\"", "")), ""},
        {"ArchMissingOnly", "<system version=\"1\"><cpu numaid=\"0\">" + gpu1 + "</cpu></system>",
         ""},
        {"TrimmedCpu", with(cpu0, gpu1, "<cpu>", ""), ""},
        {"ArchUnknown", with(cpu0, gpu1, replaced(cpu1, "x86_64", "amd64")), "arch-unknown"},
        {"VendorUnknown", with(cpu0, gpu1, replaced(cpu1, "AuthenticAMD", "AMD")),
         "vendor-unknown"},
        {"VendorPrefix", with(cpu0, gpu1, replaced(cpu1, "AuthenticAMD", "AuthenticAMD!")), ""},
        {"AffinityList", with(cpu0, gpu1, replaced(cpu1, "0000000c", "2-3")), "affinity-no-mask"},
        {"AffinityLongWord", with(cpu0, gpu1, replaced(cpu1, "0000000c", "000000000c")),
         "affinity-no-mask"},
        {"AffinityEmpty", with(cpu0, gpu1, replaced(cpu1, "0000000c", "")), "affinity-empty"},
        {"AffinityTwice", with(cpu0, gpu1, replaced(cpu1, "0000000c", "00000000,00000003")),
         "affinity-twice"},
        {"CpuFull", with(cpu0, gpu1, replaced(cpu1, ">", attributes(11) + ">")),
         "too-many-attributes", Effect::fatal},
        {"BusidUpper", in("<pci busid=\"0000:0A:00.0\"/>"), "busid-not-canonical"},
        {"BusidLongDomain", in("<pci busid=\"00000000:01:00.0\"/>"), "busid-not-canonical"},
        {"BusidNone", in("<pci busid=\"gpu0\"/>"), "busid-not-canonical"},
        {"BusidFiveDigitDomain", in("<pci busid=\"10000:e1:00.0\"/>"), ""},
        {"BusidMissing", in("<pci class=\"0x030200\"/>"), "busid-missing"},
        {"BusidMissingAbove", in("<pci class=\"0x060400\">" + gpu1 + "</pci>"), "busid-missing",
         Effect::fatal},
        {"BusidTwice", with(cpu0, gpu1, cpu1, gpu1), "busid-twice"},
        {"BridgeNoClass", in("<pci busid=\"ffff:ff:01.0\">" + gpu1 + "</pci>"),
         "bridge-without-class", Effect::fatal},
        {"BridgeGood", in("<pci busid=\"ffff:ff:01.0\" class=\"0x060400\">" + gpu1 + "</pci>"), ""},
        {"BridgeShortClass", in("<pci busid=\"ffff:ff:01.0\" class=\"0x0604\">" + gpu1 + "</pci>"),
         "class-unknown"},
        {"BridgeGpuClass", in("<pci busid=\"ffff:ff:01.0\" class=\"0x030200\">" + gpu1 + "</pci>"),
         "class-no-bridge"},
        {"SpeedUnknown", in("<pci busid=\"0000:01:00.0\" link_speed=\"Unknown\"/>"),
         "link-speed-unknown"},
        {"SpeedEmpty", in("<pci busid=\"0000:01:00.0\" link_speed=\"\"/>"), "link-speed-unknown"},
        {"SpeedShort64", in("<pci busid=\"0000:01:00.0\" link_speed=\"64 GT/s\"/>"),
         "link-speed-unknown"},
        {"SpeedShort32", in("<pci busid=\"0000:01:00.0\" link_speed=\"32 GT/s PCIe/s\"/>"), ""},
        {"WidthX16", in("<pci busid=\"0000:01:00.0\" link_width=\"x16\"/>"), "link-width-zero"},
        {"WidthTail", in("<pci busid=\"0000:01:00.0\" link_width=\"8x\"/>"),
         "link-width-no-number"},
        {"PciFull", in("<pci busid=\"0000:01:00.0\"" + attributes(15) + "/>"),
         "too-many-attributes", Effect::fatal},
        {"GpuDevNegative", in("<pci busid=\"0000:01:00.0\"><gpu dev=\"-1\"/></pci>"),
         "gpu-dev-negative", Effect::fatal},
        {"GpuStale", in("<pci busid=\"0000:01:00.0\"><gpu dev=\"5\" sm=\"80\"/></pci>"),
         "gpu-attributes-kept"},
        {"NvlinkSelf",
         in("<pci busid=\"0000:01:00.0\"><gpu><nvlink target=\"0000:01:00.0\" count=\"1\" "
            "tclass=\"0x030200\"/></gpu></pci>"),
         "nvlink-to-itself"},
        {"NvlinkOneWay",
         in("<pci busid=\"0000:01:00.0\"><gpu><nvlink target=\"0000:02:00.0\" count=\"1\" "
            "tclass=\"0x030200\"/></gpu></pci><pci busid=\"0000:02:00.0\"><gpu/></pci>"),
         "nvlink-one-way", Effect::fatal},
        {"NvlinkBothWays",
         in("<pci busid=\"0000:01:00.0\"><gpu><nvlink target=\"0000:02:00.0\" "
            "count=\"1\"/></gpu></pci><pci busid=\"0000:02:00.0\"><gpu><nvlink "
            "target=\"0000:01:00.0\" count=\"1\"/></gpu></pci>"),
         ""},
        {"NvlinkSwitch",
         in("<pci busid=\"0000:01:00.0\"><gpu><nvlink target=\"fffffff:ffff:ff\" count=\"1\" "
            "tclass=\"0x068000\"/></gpu></pci>"),
         ""},
        {"NvlinkNowhere",
         in("<pci busid=\"0000:01:00.0\"><gpu><nvlink target=\"0000:09:00.0\" "
            "count=\"1\"/></gpu></pci>"),
         "nvlink-to-nowhere"},
        {"NvlinkNoCount",
         in("<pci busid=\"0000:01:00.0\"><gpu><nvlink target=\"0000:01:00.0\"/></gpu></pci>"),
         "link-attribute-missing", Effect::fatal},
        {"C2cNoBandwidth", in("<pci busid=\"0000:01:00.0\"><gpu><c2c count=\"1\"/></gpu></pci>"),
         "link-attribute-missing", Effect::fatal},
        {"PcilinkNoTarget", in("<pci busid=\"0000:01:00.0\"><pcilink/></pci>"),
         "link-attribute-missing", Effect::fatal},
    };
    return list;
}

class TreeChecks : public testing::TestWithParam<Case> {};

TEST_P(TreeChecks, NameWhatNcclTakesOtherwise) {
    const auto& expected = GetParam();
    const auto parsed = parse_nccl_xml(expected.text);
    std::string found;
    for (const auto& diagnostic : parsed.diagnostics)
        found += diagnostic.rule + ": " + diagnostic.text + "\n";
    ASSERT_TRUE(parsed.system) << found;
    if (expected.rule.empty()) {
        EXPECT_EQ(found, "");
        return;
    }
    const auto diagnostic =
        std::find_if(parsed.diagnostics.begin(), parsed.diagnostics.end(),
                     [&](const Diagnostic& d) { return d.rule == expected.rule; });
    ASSERT_NE(diagnostic, parsed.diagnostics.end()) << found;
    EXPECT_EQ(diagnostic->effect, expected.effect) << found;
    EXPECT_EQ(parsed.fatal() != nullptr, expected.effect == Effect::fatal) << found;
}

INSTANTIATE_TEST_SUITE_P(All, TreeChecks, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

TEST(Affinity, IsReadAsNcclReadsIt) {
    EXPECT_EQ(cpus_of_affinity("00000003"), (std::vector{0, 1}));
    EXPECT_EQ(cpus_of_affinity("1,80000000"), (std::vector{31, 32}));
    EXPECT_EQ(cpus_of_affinity("0-15"), std::vector<int>());
    EXPECT_EQ(cpus_of_affinity("2-3"), std::vector{1});
    EXPECT_EQ(cpus_of_affinity(""), std::vector<int>());
    EXPECT_EQ(cpus_of_affinity(",,f"), (std::vector{0, 1, 2, 3}));
    EXPECT_TRUE(is_affinity("00000000,0000ffff"));
    EXPECT_FALSE(is_affinity("0-15"));
    EXPECT_FALSE(is_affinity(""));
}

}  // namespace
}  // namespace hopbench::nccl_topo

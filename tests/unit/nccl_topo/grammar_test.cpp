#include <gtest/gtest.h>

#include "harness/nccl_topo/parse.hpp"

namespace hopbench::nccl_topo {
namespace {

struct Case {
    std::string name, text;
    std::string rule;  ///< of the first finding; empty: none at all
    Effect effect = Effect::fatal;
    int line = 0, column = 0;  ///< of the finding; 0: not looked at
};

std::string around(const std::string& body) {
    return "<system version=\"1\">\n"
           "  <cpu numaid=\"0\" affinity=\"00000003\" arch=\"x86_64\" vendor=\"AuthenticAMD\" "
           "familyid=\"175\" modelid=\"17\">\n" +
           body + "  </cpu>\n</system>\n";
}

const std::string gpu =
    "    <pci busid=\"0000:01:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" "
    "link_width=\"16\"/>\n";

std::string repeated(int count, const std::string& text) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

std::string many_pci(int count, const std::string& indent = "") {
    std::string all;
    for (int i = 0; i < count; ++i) {
        const char* digits = "0123456789abcdef";
        all += indent + "<pci busid=\"01" + digits[i / 16 % 16] + digits[i % 16] + ":00:00.0\"/>\n";
    }
    return all;
}

std::string nested_cpus(int cpus, int each) {
    std::string all = "<system version='1'>";
    for (int cpu = 0; cpu < cpus; ++cpu)
        all += "<cpu numaid='" + std::to_string(cpu) + "'>" + many_pci(each) + "</cpu>";
    return all + "</system>";
}

const std::vector<Case>& cases() {
    static const std::vector<Case> list{
        {"Good", around(gpu), ""},
        {"SingleQuotes",
         "<system version='1'><cpu numaid='0'><pci busid='0000:01:00.0'/></cpu></system>", ""},
        {"CrLf",
         "<system version=\"1\">\r\n<cpu numaid=\"0\">\r\n<pci "
         "busid=\"0000:01:00.0\"/>\r\n</cpu>\r\n</system>\r\n",
         ""},
        {"Comment", "<!-- a comment, x=1 and <tags> in it -->\n" + around(gpu), ""},
        {"CommentInside", around("<!--#a-->" + gpu), ""},
        {"CommentWithTightEnd", "<!---->" + around(gpu), ""},
        {"Empty", "", "empty", Effect::silent},
        {"BlanksOnly", " \n\r ", "empty", Effect::silent},
        {"GraphFile", "<graphs version=\"1\">\n<graph id=\"0\"/>\n</graphs>\n", "element-ignored",
         Effect::ignored, 1, 1},
        {"Prolog", "<?xml version=\"1.0\"?>\n" + around(gpu), "prolog", Effect::fatal, 1, 20},
        {"PrologAlone", "<?xml?>\n" + around(gpu), "unterminated"},
        {"Doctype", "<!DOCTYPE system>\n" + around(gpu), "doctype", Effect::fatal},
        {"ByteOrderMark", "\xef\xbb\xbf" + around(gpu), "byte-order-mark", Effect::fatal, 1, 1},
        {"TabIndent", around("\t" + gpu), "tab", Effect::fatal, 3, 1},
        {"TabBeforeAttribute", around("<pci\tbusid=\"0000:01:00.0\"/>"), "tab"},
        {"TabAfterValue", around("<pci busid=\"0000:01:00.0\"\t/>"), "tab"},
        {"LineBreakInTag", around("    <pci busid=\"0000:01:00.0\"\n class=\"0x030200\"/>\n"),
         "line-break-in-tag", Effect::fatal, 3, 30},
        {"LineBreakAfterName", "<system\nversion=\"1\">\n</system>\n", "line-break-in-tag"},
        {"CrLfInTag", around("<pci busid=\"0000:01:00.0\"\r\n/>"), "line-break-in-tag"},
        {"Unquoted", "<system version=1>\n</system>\n", "unquoted-value", Effect::fatal, 1, 17},
        {"BlanksAroundEquals", "<system version = \"1\">\n</system>\n", "unquoted-value"},
        {"BlankAfterEquals", "<system version= \"1\">\n</system>\n", "unquoted-value"},
        {"BlankBeforeEquals", "<system version =\"1\">\n</system>\n", "version-not-1"},
        {"Text", around(gpu + "hello\n"), "text-content", Effect::fatal, 4, 1},
        {"TextAfter", around(gpu) + "x", "text-content"},
        {"Nul", around(gpu) + std::string(1, '\0'), "text-content"},
        {"Truncated", around(gpu).substr(0, 60), "truncated"},
        {"TruncatedBetween", around(gpu).substr(0, 21), "unterminated", Effect::fatal, 2, 1},
        {"TruncatedInEnd", "<system version=\"1\"></syst", "truncated"},
        {"OpenComment", around(gpu) + "<!-- never", "open-comment"},
        {"CommentWithEquals", "<!--x=1-->" + around(gpu), "value-without-attribute"},
        {"CommentWithLongWord", "<!--" + std::string(260, 'x') + "-->" + around(gpu),
         "name-too-long"},
        {"CommentWithLongLaterWord", "<!-- " + std::string(2000, 'x') + "-->" + around(gpu), ""},
        {"NoVersion", "<system>\n</system>\n", "system-without-version", Effect::fatal, 1, 1},
        {"Version2", "<system version=\"2\">\n</system>\n", "version-not-1"},
        {"VersionWord", "<system version=\"one\">\n</system>\n", "version-not-1"},
        {"TwoSystems", around(gpu) + around(gpu), "second-system"},
        {"EndWithoutStart", around(gpu) + "</system>", "system-without-version"},
        {"ForeignEndWithoutStart", around(gpu) + "</cpu>", "element-ignored", Effect::ignored},
        {"Mismatch", "<system version=\"1\"></cpu>", "mismatched-tag"},
        {"EndWithBlank", "<system version=\"1\"></system >", "unexpected-character"},
        {"BlankInSingle", around("<pci busid=\"0000:01:00.0\"/ >"), "unexpected-character"},
        {"NoBlankBetween", around("<pci busid=\"0000:01:00.0\"class=\"0x030200\"/>"),
         "unexpected-character"},
        {"DoubleBlank", around("<pci  busid=\"0000:01:00.0\" />"), ""},
        {"UnknownElement",
         around(gpu + "<foo a=\"1\"><bar/><pci busid=\"0000:02:00.0\"></x></foo>"),
         "element-ignored", Effect::ignored, 4, 1},
        {"UnknownUnclosed", around(gpu + "<foo>"), "element-ignored", Effect::ignored},
        {"GpuInCpu", around(gpu + "<gpu dev=\"0\"/>"), "element-ignored", Effect::ignored},
        {"AttributeTwice", around("<pci busid=\"0000:01:00.0\" busid=\"0000:02:00.0\"/>"),
         "attribute-twice", Effect::silent},
        {"AttributeWithoutValue", around("<pci busid=\"0000:01:00.0\" class/>"),
         "attribute-without-value", Effect::silent},
        {"ChildrenAtLimit", around(many_pci(128)), ""},
        {"ChildrenAboveLimit", around(many_pci(129)), "too-many-children"},
        {"NodesAtLimit", nested_cpus(2, 126),
         "cpu-attribute-missing"},                                     // 255, complete but for arch
        {"NodesAboveLimit", nested_cpus(3, 84), "too-many-elements"},  // 256
        {"Attributes17OnGpu",
         around("<pci busid=\"0000:01:00.0\"><gpu" + repeated(17, " a=\"1\"") + "/></pci>"),
         "too-many-attributes", Effect::ignored},
        {"Attributes17OnPci",
         around("<pci busid=\"0000:01:00.0\"" + repeated(16, " a=\"1\"") + "/>"),
         "too-many-attributes"},
        {"LongestValue",
         around("<pci busid=\"0000:01:00.0\" x=\"" + std::string(253, 'x') + "\"/>"), ""},
        {"LongerValue", around("<pci busid=\"0000:01:00.0\" x=\"" + std::string(254, 'x') + "\"/>"),
         "value-too-long"},
        {"LongestName", around("<pci busid=\"0000:01:00.0\" " + std::string(253, 'x') + "/>"),
         "attribute-without-value", Effect::silent},
        {"LongerName", around("<pci busid=\"0000:01:00.0\" " + std::string(254, 'x') + "/>"),
         "name-too-long"},
    };
    return list;
}

class Grammar : public testing::TestWithParam<Case> {};

/// Of several findings the one that decides: the first fatal, else the first.
const Diagnostic* deciding(const ParsedTopology& parsed, const std::string& rule) {
    for (const auto& diagnostic : parsed.diagnostics)
        if (diagnostic.rule == rule) return &diagnostic;
    return nullptr;
}

TEST_P(Grammar, SaysWhatNcclDoes) {
    const auto& expected = GetParam();
    const auto parsed = parse_nccl_xml(expected.text);
    std::string found;
    for (const auto& diagnostic : parsed.diagnostics)
        found += diagnostic.rule + ": " + diagnostic.text + "\n";
    if (expected.rule.empty()) {
        EXPECT_TRUE(parsed.diagnostics.empty()) << found;
        ASSERT_TRUE(parsed.system);
        return;
    }
    const auto* diagnostic = deciding(parsed, expected.rule);
    ASSERT_NE(diagnostic, nullptr) << found;
    EXPECT_EQ(diagnostic->effect, expected.effect) << found;
    if (expected.effect == Effect::fatal) {
        ASSERT_NE(parsed.fatal(), nullptr) << found;
    }
    if (expected.line != 0) {
        EXPECT_EQ(diagnostic->place.line, expected.line);
        EXPECT_EQ(diagnostic->place.column, expected.column);
    }
}

INSTANTIATE_TEST_SUITE_P(All, Grammar, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

TEST(GrammarTree, KeepsWhatNcclKeeps) {
    const auto parsed = parse_nccl_xml(around(
        "<foo><pci busid=\"0000:09:00.0\"/></foo><pci busid='0000:01:00.0' a=''><gpu dev=\"3\">"
        "<nvlink target=\"t\" count=\"1\" tclass=\"0x068000\"/></gpu><nic><net "
        "name=\"eth0\"/></nic></pci>"));
    ASSERT_TRUE(parsed.system);
    ASSERT_EQ(parsed.system->children.size(), 1u);
    const auto& cpu = parsed.system->children[0];
    EXPECT_EQ(cpu.value("vendor"), "AuthenticAMD");
    ASSERT_EQ(cpu.children.size(), 1u);
    const auto& pci = cpu.children[0];
    EXPECT_EQ(pci.value("busid"), "0000:01:00.0");
    ASSERT_NE(pci.find("a"), nullptr);
    EXPECT_EQ(pci.find("b"), nullptr);
    EXPECT_EQ(pci.place.line, 3);
    ASSERT_EQ(pci.children.size(), 2u);
    EXPECT_EQ(pci.children[0].kind, Kind::gpu);
    EXPECT_EQ(pci.children[0].children.at(0).kind, Kind::nvlink);
    EXPECT_EQ(pci.children[1].children.at(0).value("name"), "eth0");
}

TEST(GrammarTree, OfAnUnknownElementOnlyFatalEndsAreFatal) {
    EXPECT_EQ(parse_nccl_xml(around("<foo><bar></foo></bar>")).fatal(), nullptr);
    EXPECT_NE(parse_nccl_xml(around("<foo><bar></foo>")).fatal(), nullptr);
}

TEST(GrammarTree, DeepNestingIsBounded) {
    const auto unknown = parse_nccl_xml(around(repeated(100000, "<x>")));
    EXPECT_NE(unknown.fatal(), nullptr);
    const auto known = parse_nccl_xml(around(repeated(100000, "<pci busid=\"a\">")));
    ASSERT_NE(known.fatal(), nullptr);
    EXPECT_EQ(known.fatal()->rule, "too-many-elements");
}

}  // namespace
}  // namespace hopbench::nccl_topo

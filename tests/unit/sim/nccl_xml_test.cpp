#include <sstream>

#include "tests/sim/nccl/init_failure.hpp"
#include "tests/sim/nccl/xml_parser.hpp"
#include "tests/unit/sim/nccl_machine.hpp"

namespace hopbench::sim::nccl {
namespace {

struct Read {
    int result = 0;
    std::string why = {};
    std::string tree = {};
    std::vector<std::string> lines = {};
};

Read read(const std::string& text) {
    Read read;
    XmlTree tree;
    try {
        parse_topology(text, tree,
                       [&read](const std::string& line) { read.lines.push_back(line); });
    } catch (const InitFailure& failure) {
        read.result = failure.result();
        read.why = failure.what();
        return read;
    }
    std::ostringstream out;
    if (tree.size() > 0) write_xml(out, tree.at(0));
    read.tree = out.str();
    return read;
}

std::string inside(const std::string& body) {
    return "<system version=\"1\">\n" + body + "</system>\n";
}

constexpr const char* kCpu = "<cpu numaid=\"0\"/>\n";

TEST(NcclXml, WhatItWritesItReads) {
    const auto text = topology_text("12", "34");
    const auto once = read(text);
    EXPECT_EQ(once.tree, text);
    EXPECT_EQ(once.lines, std::vector<std::string>{"Loading unnamed topology"});
}

TEST(NcclXml, HarmlessOddities) {
    const auto plain = read(inside(kCpu)).tree;
    EXPECT_EQ(read(inside("  <cpu numaid='0'/>\r\n")).tree, plain);
    EXPECT_EQ(read(inside("  <cpu numaid=\"0\"></cpu>")).tree, plain);
    EXPECT_EQ(read("<!-- hello world -->" + inside(kCpu)).tree, plain);
    EXPECT_EQ(read("<!--x-->" + inside(kCpu) + "<!---->").tree, plain);
    EXPECT_EQ(read(inside(kCpu) + "\n \n").tree, plain);
    // A blank before '=' costs the value: it goes to an attribute without a name.
    EXPECT_EQ(read(inside("<cpu numaid =\"0\"/>")).tree, inside("  <cpu numaid=\"\" =\"0\"/>\n"));
    EXPECT_EQ(read("").tree, "");
    EXPECT_EQ(read(" \n").tree, "");
}

TEST(NcclXml, FatalConditionsHaveNcclsWords) {
    const struct {
        std::string text;
        int result;
        std::string why;
    } cases[] = {
        {"<?xml version=\"1.0\"?>\n" + inside(kCpu), 3, "XML Parse : expected >, got '?'"},
        {"\xEF\xBB\xBF" + inside(kCpu), 3, "XML Parse error : expecting '<', got '\xEF'"},
        {"<!DOCTYPE system>\n" + inside(kCpu), 3, "XML Parse : unterminated "},
        {inside("\t<cpu/>"), 3, "XML Parse error : expecting '<', got '\t'"},
        {inside("<cpu numaid=\"0\"\nvendor=\"x\"/>"), 3, "XML Parse : expected >, got '\n'"},
        {inside("<cpu numaid=0/>"), 3, "XML Parse : Expected (double) quote."},
        {inside("<cpu numaid = \"0\"/>"), 3, "XML Parse : Expected (double) quote."},
        {inside("<cpu numaid= \"0\"/>"), 3, "XML Parse : Expected (double) quote."},
        {inside("<cpu numaid=\"0\">hello</cpu>"), 3, "XML Parse error : expecting '<', got 'h'"},
        {"<system version=\"1\">\n" + std::string(kCpu), 3, "XML Parse : unterminated system"},
        {"<system version=\"1\">\n<cpu num", 3, "XML Parse : Unexpected EOF"},
        {"<system version=\"1\">\n<cpu numaid=\"0", 3, "XML Parse : Unexpected EOF"},
        {"<system>\n</system>", 3, "Attribute version of node system not found"},
        {"<system version=\"2\">\n</system>", 5, "XML Topology has wrong version 2, 1 needed"},
        {"<!--x=1-->" + inside(kCpu), 3, "XML Parse : Unexpected value with name !--x"},
        {"<!-- never closed", 3, "XML Parse error : unterminated comment"},
        {inside("<cpu numaid=\"0\">\n</system>"), 3, "XML Mismatch : cpu / system"},
        {inside(kCpu) + "</system>", 3, "Attribute version of node system not found"},
        {inside("</cpu x>"), 3, "XML Parse error : unexpected trailing   in closing tag cpu"},
    };
    for (const auto& expected : cases) {
        const auto got = read(expected.text);
        EXPECT_EQ(got.result, expected.result) << expected.text;
        EXPECT_EQ(got.why.substr(0, expected.why.size()), expected.why) << expected.text;
    }
}

TEST(NcclXml, NoTruncationIsTakenForTheWhole) {
    const auto text = topology_text("12", "34");
    for (std::size_t length = 1; length + 1 < text.size(); ++length) {
        const auto got = read(text.substr(0, length));
        EXPECT_EQ(got.result, 3) << length;
        EXPECT_FALSE(got.why.empty()) << length;
    }
}

TEST(NcclXml, UnknownElementsAreSwallowedWithTheirChildren) {
    const auto got =
        read(inside(std::string(kCpu) + "<foo a=\"1\"><bar/><cpu numaid=\"7\"/></foo>"));
    EXPECT_EQ(got.tree, inside("  <cpu numaid=\"0\"/>\n"));
    EXPECT_EQ(got.lines.back(), "Ignoring element foo");
    // Inside them any closing tag will do.
    EXPECT_EQ(read(inside("<foo></bar>" + std::string(kCpu))).tree,
              inside("  <cpu numaid=\"0\"/>\n"));
    EXPECT_EQ(read(inside("<cpu numaid=\"0\"><gpu dev=\"0\"/></cpu>")).lines.back(),
              "Ignoring element gpu");
}

TEST(NcclXml, LengthsAreLimited) {
    const auto value = [](std::size_t length) {
        return inside("<cpu numaid=\"" + std::string(length, '1') + "\"/>");
    };
    EXPECT_EQ(read(value(253)).result, 0);
    EXPECT_EQ(read(value(254)).result, 3);
    EXPECT_EQ(read(inside("<" + std::string(300, 'x') + "/>")).result, 3);
    EXPECT_EQ(read("<!--" + std::string(300, 'x') + " -->").result, 3);
    EXPECT_EQ(read("<!-- " + std::string(300, 'x') + " -->" + inside(kCpu)).result, 0);
}

TEST(NcclXml, CountsAreLimited) {
    const auto children = [](int count) {
        std::string body = "<cpu numaid=\"0\">";
        for (int i = 0; i < count; ++i) body += "<pci busid=\"x\"/>";
        return inside(body + "</cpu>");
    };
    EXPECT_EQ(read(children(128)).result, 0);
    EXPECT_EQ(read(children(129)).why, "Error : XML parser is limited to 128 subnodes");
    const auto nodes = [](int count) {  // in two CPUs
        std::string body;
        for (int cpu = 0; cpu < 2; ++cpu) {
            body += "<cpu numaid=\"0\">";
            for (int i = 0; i < count / 2; ++i) body += "<pci busid=\"x\"/>";
            body += "</cpu>";
        }
        return inside(body);
    };
    EXPECT_EQ(read(nodes(252)).result, 0);  // 255 with system and the CPUs
    EXPECT_EQ(read(nodes(254)).why, "Error : XML parser is limited to 256 nodes");
    std::string attributes = "<cpu";
    for (int i = 0; i < 17; ++i) attributes += " a" + std::to_string(i) + "=\"1\"";
    const auto got = read(inside(attributes + "/>"));
    EXPECT_EQ(got.result, 0);
    EXPECT_EQ(got.lines.back(), "XML Parse : Ignoring extra attributes (max 16)");
    EXPECT_EQ(got.tree.find("a16"), std::string::npos);
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += "<a>";
    EXPECT_EQ(read(inside(deep)).result, 3);
}

TEST(NcclXml, TrimmingKeepsWhatIsMarked) {
    XmlTree tree;
    parse_topology(inside("<cpu numaid=\"0\"><pci busid=\"a\"><gpu keep=\"1\" dev=\"0\"/></pci>"
                          "<pci busid=\"b\"><gpu dev=\"1\"/></pci></cpu>"
                          "<cpu numaid=\"1\"><nic><net name=\"n\"/></nic></cpu>"),
                   tree, [](const std::string&) {});
    trim(tree.at(0));
    std::ostringstream out;
    write_xml(out, tree.at(0));
    EXPECT_EQ(out.str(),
              inside("  <cpu numaid=\"0\">\n    <pci busid=\"a\">\n      <gpu dev=\"0\"/>\n"
                     "    </pci>\n  </cpu>\n"));
}

TEST(NcclXml, FusionMergesEqualNodesOnly) {
    const auto fused = [](const std::string& first, const std::string& second) {
        XmlTree a;
        XmlTree b;
        XmlTree into;
        const auto quiet = [](const std::string&) {};
        parse_topology(inside(first), a, quiet);
        parse_topology(inside(second), b, quiet);
        fuse(into, a.at(0));
        fuse(into, b.at(0));
        std::ostringstream out;
        write_xml(out, into.at(0));
        return out.str();
    };
    EXPECT_EQ(fused("<cpu numaid=\"0\"><pci busid=\"a\"/></cpu>",
                    "<cpu numaid=\"0\"><pci busid=\"b\"/></cpu>"),
              inside("  <cpu numaid=\"0\">\n    <pci busid=\"a\"/>\n    <pci busid=\"b\"/>\n"
                     "  </cpu>\n"));
    EXPECT_EQ(
        fused("<cpu numaid=\"0\" affinity=\"1\"/>", "<cpu numaid=\"0\" affinity=\"2\"/>"),
        inside("  <cpu numaid=\"0\" affinity=\"1\"/>\n  <cpu numaid=\"0\" affinity=\"2\"/>\n"));
}

}  // namespace
}  // namespace hopbench::sim::nccl

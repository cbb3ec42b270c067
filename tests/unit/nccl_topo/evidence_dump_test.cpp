#include <gtest/gtest.h>

#include "harness/nccl_topo/evidence.hpp"
#include "tests/unit/nccl_topo/scratch_tree.hpp"

namespace hopbench::nccl_topo {
namespace {

using test::ScratchTree;

NcclEvidence from_dumps(const std::string& topology, const std::string& graph,
                        const std::vector<std::string>& bdfs = {"0000:01:00.0",
                                                                "00000000:0A:00.0"}) {
    const ScratchTree tree;
    tree.write("topo.xml", topology);
    tree.write("graph.xml", graph);
    return read_evidence({.log = {},
                          .topo_dump = tree.root() / "topo.xml",
                          .graph_dump = tree.root() / "graph.xml",
                          .relative_to = {}},
                         bdfs);
}

const std::string two_nodes =
    "<system version=\"1\">\n"
    "  <cpu host_hash=\"0x1\" numaid=\"0\" affinity=\"00000003\" arch=\"x86_64\" "
    "vendor=\"AuthenticAMD\" familyid=\"175\" modelid=\"17\">\n"
    "    <pci busid=\"ffff:ff:01.0\" class=\"0x060400\">\n"
    "      <pci busid=\"0000:0a:00.0\"><gpu dev=\"3\" sm=\"90\" rank=\"1\" gdr=\"0\"/></pci>\n"
    "    </pci>\n"
    "    <nic><net name=\"eth0\" dev=\"0\"/></nic>\n"
    "  </cpu>\n"
    "  <cpu numaid=\"-1\" affinity=\"\" arch=\"arm64\">\n"
    "    <pci busid=\"0000:01:00.0\"><gpu dev=\"2\" sm=\"90\" rank=\"0\"/></pci>\n"
    "  </cpu>\n"
    "</system>\n";

TEST(DumpEvidence, SaysWhereGpusAre) {
    const auto evidence = from_dumps(two_nodes, "");
    ASSERT_EQ(evidence.cpus.size(), 2u);
    EXPECT_EQ(evidence.cpus[0], (NcclCpu{.numa_id = 0,
                                         .affinity = "00000003",
                                         .processor = "x86_64/AuthenticAMD/175",
                                         .gpus = {1}}));
    EXPECT_EQ(evidence.cpus[1],
              (NcclCpu{.numa_id = -1, .affinity = "", .processor = "arm64", .gpus = {0}}));
    EXPECT_EQ(evidence.path_type, "SYS");  // GPUs below two CPUs, no NVLink
    EXPECT_FALSE(evidence.channel_gbps);
}

TEST(DumpEvidence, GpusWithoutRankAreKnownByAddress) {
    const auto evidence = from_dumps(
        "<system version=\"1\"><cpu numaid=\"0\"><pci busid=\"0000:0a:00.0\"><gpu dev=\"0\"/></pci>"
        "<pci busid=\"0000:0b:00.0\"><gpu dev=\"1\"/></pci></cpu></system>",
        "");
    ASSERT_EQ(evidence.cpus.size(), 1u);
    EXPECT_EQ(evidence.cpus[0].gpus, std::vector{1});
    EXPECT_EQ(evidence.path_type, "");
}

TEST(DumpEvidence, TheGraphIsRingZeroByRank) {
    const std::string graph =
        "<graphs version=\"1\">\n"
        "  <graph id=\"1\" pattern=\"1\" nchannels=\"9\" speedintra=\"3\" typeintra=\"DIS\"/>\n"
        "  <graph id=\"0\" pattern=\"4\" crossnic=\"0\" nchannels=\"2\" speedintra=\"24\" "
        "speedinter=\"24\" typeintra=\"PHB\" typeinter=\"PIX\">\n"
        "    <channel><gpu dev=\"0x3\"/><gpu dev=\"0x2\"/></channel>\n"
        "    <channel><gpu dev=\"0x2\"/><gpu dev=\"0x3\"/></channel>\n"
        "  </graph>\n</graphs>\n";
    const auto evidence = from_dumps(two_nodes, graph);
    EXPECT_EQ(evidence.channel_gbps, 24);
    EXPECT_EQ(evidence.search_channels, 2);
    EXPECT_EQ(evidence.path_type, "PHB");
    EXPECT_EQ(evidence.ring, (std::vector{0, 1}));
    EXPECT_FALSE(evidence.fell_back);
    EXPECT_TRUE(from_dumps("", graph).ring.empty());  // no one says which rank a device is
}

TEST(DumpEvidence, AFailedSearchShows) {
    const auto evidence = from_dumps(
        two_nodes,
        "<graphs version=\"1\"><graph id=\"0\" pattern=\"4\" nchannels=\"1\" speedintra=\"0.1\" "
        "typeintra=\"SYS\"/></graphs>");
    EXPECT_TRUE(evidence.fell_back);
    EXPECT_EQ(evidence.channel_gbps, 0.1);
}

TEST(DumpEvidence, GarbageTellsNothing) {
    for (const char* text : {"", "hello", "<system", "<system/>", "<graphs version=\"1\"/>",
                             "<system><cpu numaid=\"x\"/></system>"})
        EXPECT_EQ(from_dumps(text, text), NcclEvidence()) << text;
    std::string deep;
    for (int i = 0; i < 50000; ++i) deep += "<pci>";
    EXPECT_EQ(from_dumps("<system><cpu numaid=\"0\">" + deep, ""), NcclEvidence());
    std::string closed = deep;
    for (int i = 0; i < 50000; ++i) closed += "</pci>";
    EXPECT_EQ(from_dumps("<system><cpu numaid=\"0\">" + closed + "</cpu></system>", "").cpus.size(),
              1u);
}

}  // namespace
}  // namespace hopbench::nccl_topo

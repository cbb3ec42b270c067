#include <gtest/gtest.h>

#include "harness/nccl_topo/evidence.hpp"
#include "harness/nccl_topo/log_line.hpp"
#include "tests/unit/nccl_topo/scratch_tree.hpp"

namespace hopbench::nccl_topo {
namespace {

using test::ScratchTree;

NcclEvidence from_log(const std::string& text, const std::string& base = "") {
    const ScratchTree tree;
    tree.write("run/nccl.log", text);
    return read_evidence({.log = tree.root() / "run/nccl.log",
                          .topo_dump = tree.root() / "absent.xml",
                          .graph_dump = {},
                          .relative_to = base},
                         {"0000:01:00.0", "0000:02:00.0"});
}

TEST(LogLine, IsTakenApart) {
    const auto info = split_log_line("host:12:34 [3] NCCL INFO 2 coll channels\r");
    EXPECT_EQ(info.level, LogLine::Level::info);
    EXPECT_EQ(info.text, "2 coll channels");
    const auto warn =
        split_log_line("[2026-01-01 10:00:00] h:1:2 [0] graph/xml.h:77 NCCL WARN Attribute x");
    EXPECT_EQ(warn.level, LogLine::Level::warn);
    EXPECT_EQ(warn.text, "Attribute x");
    EXPECT_EQ(split_log_line("NCCL INFO a NCCL WARN b").text, "a NCCL WARN b");
    EXPECT_EQ(split_log_line("NCCL version 2.28.9+cuda13.0").level, LogLine::Level::other);
    EXPECT_EQ(split_log_line("").text, "");
}

TEST(LogEvidence, OfAWholeLog) {
    // Two ranks' lines, mixed.
    const auto evidence = from_log(
        "NCCL version 2.28.9+cuda13.0\n"
        "vm:7:7 [0] NCCL INFO NCCL_TOPO_FILE set by environment to /runs/a/fixes/topo-xml/t.xml\n"
        "vm:7:8 [0] NCCL INFO Loading topology file /runs/a/fixes/topo-xml/t.xml\n"
        "vm:7:9 [1] NCCL INFO Loading topology file /runs/a/fixes/topo-xml/t.xml\n"
        "vm:7:8 [0] NCCL INFO Loading unnamed topology\n"
        "vm:7:8 [0] NCCL INFO === System : maxBw 15.0 totalBw 24.0 ===\n"
        "vm:7:8 [0] NCCL INFO CPU/0-0 (1/2/0)\n"
        "vm:7:8 [0] NCCL INFO                + PCI[48.0] - GPU/0-1000 (0)\n"
        "vm:7:9 [1] NCCL INFO CPU/0-0 (1/2/0)\n"
        "vm:7:8 [0] NCCL INFO                + SYS[16.0] - CPU/0-1\n"
        "vm:7:8 [0] NCCL INFO GPU/0-1000 :GPU/0-1000 (0/5000.0/LOC) GPU/0-2000 (3/16.0/SYS) "
        "CPU/0-0 (1/48.0/PHB) \n"
        "vm:7:9 [1] NCCL INFO Pattern 4, crossNic 0, nChannels 2, bw 20.000000/20.000000, type "
        "PHB/PIX, sameChannels 1\n"
        "vm:7:8 [0] NCCL INFO Pattern 4, crossNic 0, nChannels 1, bw 15.000000/15.000000, type "
        "SYS/PIX, sameChannels 1\n"
        "vm:7:8 [0] NCCL INFO  0 : GPU/0-1000 GPU/0-2000\n"
        "vm:7:8 [0] NCCL INFO Pattern 1, crossNic 0, nChannels 7, bw 3.000000/3.000000, type "
        "DIS/PIX, sameChannels 1\n"
        "vm:7:8 [0] NCCL INFO Channel 01/02 : 1 0\n"
        "vm:7:8 [0] NCCL INFO Channel 00/02 :  0  1\n"
        "vm:7:8 [0] NCCL INFO 2 coll channels, 2 collnet channels, 0 nvls channels, 2 p2p "
        "channels, 2 p2p channels per peer\n"
        "vm:7:8 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM/direct/direct\n"
        "vm:7:9 [1] NCCL INFO Channel 00 : 1[1] -> 0[0] via SHM/direct/direct\n"
        "vm:7:9 [1] NCCL INFO Channel 01/0 : 1[1] -> 0[0] via P2P/direct pointer\n"
        "vm:7:9 [1] NCCL INFO Channel 00/0 : 1[1] -> 2[0] [send] via NET/Socket/0\n"
        "vm:7:9 [1] NCCL INFO Channel 00/0 : 2[0] -> 1[1] [receive] via NET/Socket/0\n"
        "vm:7:7 [0] NCCL INFO AllReduce: 524288 Bytes -> Algo RING proto LL "
        "channel{Lo..Hi}={0..1}\n"
        "vm:7:7 [0] NCCL INFO AllReduce: 2097152 Bytes -> Algo RING proto SIMPLE "
        "channel{Lo..Hi}={0..1}\n"
        "vm:7:7 [0] NCCL INFO AllReduce: 1048576 Bytes -> Algo RING proto SIMPLE "
        "channel{Lo..Hi}={0..1}\n"
        "vm:7:7 [0] NCCL INFO Broadcast: 64 Bytes -> Algo RING proto SIMPLE "
        "channel{Lo..Hi}={0..1}\n",
        "/runs/a");
    EXPECT_EQ(evidence.version, "2.28.9");
    EXPECT_EQ(evidence.topo_file, "fixes/topo-xml/t.xml");
    EXPECT_EQ(evidence.inter_cpu_gbps, 16);
    EXPECT_EQ(evidence.path_type, "SYS");
    EXPECT_EQ(evidence.channel_gbps, 15);
    EXPECT_EQ(evidence.search_channels, 1);
    EXPECT_EQ(evidence.channels, 2);
    EXPECT_EQ(evidence.ring, (std::vector{0, 1}));
    EXPECT_FALSE(evidence.fell_back);
    EXPECT_EQ(evidence.simple_from_bytes, 1048576u);
    EXPECT_EQ(evidence.transports,
              (std::map<std::string, int>{
                  {"SHM/direct/direct", 2}, {"P2P/direct pointer", 1}, {"NET/Socket/0", 1}}));
    EXPECT_TRUE(evidence.warnings.empty());
    EXPECT_TRUE(evidence.cpus.empty());
}

TEST(LogEvidence, OfAFailedSearch) {
    const auto evidence = from_log(
        "vm:7:8 [0] NCCL INFO Could not find a path for pattern 4, falling back to simple order\n"
        "vm:7:8 [0] NCCL INFO Could not find a path for pattern 1, falling back to simple order\n"
        "vm:7:8 [0] NCCL INFO Pattern 4, crossNic 0, nChannels 1, bw 0.100000/0.100000, type "
        "SYS/SYS, sameChannels 1\n");
    EXPECT_TRUE(evidence.fell_back);
    EXPECT_EQ(evidence.channel_gbps, 0.1);
    EXPECT_EQ(evidence.path_type, "");  // the search's own word means nothing then
    EXPECT_FALSE(
        from_log("vm:7:8 [0] NCCL INFO Could not find a path for pattern 1, falling back to "
                 "simple order\n")
            .fell_back);
}

TEST(LogEvidence, WhatIsNotThereStaysAbsent) {
    for (const char* text :
         {"", "hello\n", "vm:7:8 [0] NCCL INFO Pattern 4, crossNic 0\n",
          "vm:7:8 [0] NCCL INFO Channel 00/02 : 0 1 3\n",
          "vm:7:8 [0] NCCL INFO Channel 00/02 : 0 1 2 ...\n",
          "vm:7:8 [0] NCCL INFO x coll channels\n", "vm:7:8 [0] NCCL INFO + SYS[inf] - CPU/0-1\n",
          "vm:7:8 [0] NCCL INFO AllReduce: -8 Bytes -> Algo RING proto SIMPLE\n",
          "AllReduce: 8 Bytes -> Algo RING proto SIMPLE channel{Lo..Hi}={0..1}\n"})
        EXPECT_EQ(from_log(text), NcclEvidence()) << text;
    EXPECT_EQ(
        read_evidence(
            {.log = "/absent", .topo_dump = "/", .graph_dump = "/absent", .relative_to = {}}, {}),
        NcclEvidence());
}

TEST(LogEvidence, WarningsAndComplaintsAreKeptOnce) {
    const auto evidence = from_log(
        "\n"
        "vm:7:8 [0] graph/xml.h:77 NCCL WARN Attribute arch of node cpu not found\n"
        "vm:7:9 [1] graph/xml.h:77 NCCL WARN Attribute arch of node cpu not found\n"
        "vm:7:8 [0] NCCL INFO KV Convert to int : could not find value of 'amd64' in dictionary, "
        "falling back to 0\n"
        "vm:7:8 [0] NCCL INFO HINT: In many cases this issue indicates missing or faulty "
        "information\n"
        "vm:7:8 [0] NCCL INFO Ignoring element foo\n"
        "vm:7:8 [0] NCCL INFO ncclTopoGetCpuAffinity: Affinity for GPU 1 is empty, ignoring. (GPU "
        "affinity =  ; CPU affinity = 0-3).\n"
        "vm:7:9 [1] NCCL INFO ncclTopoGetCpuAffinity: Affinity for GPU 0 is empty, ignoring. (GPU "
        "affinity =  ; CPU affinity = 0-3).\n"
        "vm:7:9 [1] NCCL INFO ncclTopoGetCpuAffinity: Affinity for GPU 2 is 0-3. (GPU affinity = "
        "0-3 ; CPU affinity = 0-3).\n");
    EXPECT_EQ(
        evidence.warnings,
        (std::vector<std::string>{
            "Attribute arch of node cpu not found",
            "KV Convert to int : could not find value of 'amd64' in dictionary, falling back to 0",
            "Ignoring element foo", "Affinity is empty, ignoring (GPU 0, 1)"}));
}

TEST(LogEvidence, FilesOutsideOfTheRunKeepTheirPath) {
    const std::string line = "vm:7:8 [0] NCCL INFO Loading topology file /etc/topo.xml\n";
    EXPECT_EQ(from_log(line, "/runs/a").topo_file, "/etc/topo.xml");
    EXPECT_EQ(from_log(line).topo_file, "/etc/topo.xml");
    const auto two =
        from_log(line + "vm:7:9 [1] NCCL INFO Loading topology file /etc/other.xml\n", "/runs/a");
    ASSERT_EQ(two.warnings.size(), 1u);
    EXPECT_NE(two.warnings[0].find("/etc/other.xml"), std::string::npos);
}

TEST(LogEvidence, LongAndManyLinesAreBounded) {
    std::string text(200000, 'x');
    text += "\nvm:7:8 [0] NCCL INFO 2 coll channels, x\n";
    for (int i = 0; i < 500; ++i)
        text += "vm:7:8 [0] a.cc:1 NCCL WARN " + std::to_string(i) + std::string(1000, 'y') + "\n";
    const auto evidence = from_log(text);
    EXPECT_EQ(evidence.channels, 2);
    EXPECT_EQ(evidence.warnings.size(), 64u);
    EXPECT_EQ(evidence.warnings[0].size(), 400u);
}

}  // namespace
}  // namespace hopbench::nccl_topo

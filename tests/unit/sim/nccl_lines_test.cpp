#include <regex>

#include "tests/unit/sim/nccl_machine.hpp"

namespace hopbench::sim::nccl {
namespace {

// One line of the log by these words, without "host:pid:tid ".
std::string line_with(const std::string& log, const std::string& words) {
    const auto at = log.find(words);
    if (at == std::string::npos) return "";
    const auto from = log.rfind('\n', at) + 1;  // npos + 1 is 0
    const auto line = log.substr(from, log.find('\n', at) - from);
    return line.substr(line.find(' ') + 1);
}

class Lines : public testing::Test {
  protected:
    Lines() { machine_.topology(topology_text("5678", "1234")); }
    void expect(const std::string& line) {
        EXPECT_NE(machine_.log.find("NCCL INFO " + line + "\n"), std::string::npos) << line;
    }
    NcclMachine machine_;
};

TEST_F(Lines, EveryProofThatAFileTookEffectIsThere) {
    machine_.perceived_aloud();
    expect("NCCL version 2.28.9+cuda13.0");
    expect("NCCL_TOPO_FILE set by environment to " + machine_.path("topology.xml"));
    expect("Loading topology file " + machine_.path("topology.xml"));
    expect("=== System : maxBw 48.0 totalBw 48.0 ===");
    expect("CPU/0-1 (1/2/-1)");
    expect("+ PCI[48.0] - GPU/0-1000 (0)");
    expect("+ SYS[16.0] - CPU/0-0");
    expect("+ PCI[5000.0] - NIC/0-0");
    expect("                + NET[1.2] - NET/0-0 (0/0/0/1.250000)");
    expect(
        "Pattern 4, crossNic 0, nChannels 1, bw 15.000000/15.000000, type SYS/PIX, "
        "sameChannels 1");
    expect("Channel 00/02 : 0 1 2 3 4 5 6 7");
    expect("Channel 01/02 : 0 1 2 3 4 5 6 7");
    expect("Ring 00 : 7 -> 0 -> 1");
    expect("Trees [0] 1/-1/-1->0->-1 [1] 1/-1/-1->0->-1");
    expect("Channel 00 : 3[3] -> 4[4] via SHM/direct/direct");
    expect(
        "2 coll channels, 2 collnet channels, 0 nvls channels, 2 p2p channels, 2 p2p channels "
        "per peer");
    EXPECT_EQ(machine_.lines_with("KV Convert"), 0U);
    EXPECT_EQ(machine_.lines_with("Ignoring"), 0U);
    EXPECT_EQ(machine_.lines_with("GPU affinity = 2-3 "), 4U);
    EXPECT_EQ(machine_.lines_with("Loading topology file"), 8U) << "every rank reads it";
}

TEST_F(Lines, FailedSearchSaysSo) {
    machine_.sm(12);
    machine_.perceived_aloud();
    expect("Could not find a path for pattern 4, falling back to simple order");
    expect(
        "Pattern 4, crossNic 0, nChannels 1, bw 0.100000/0.100000, type SYS/SYS, "
        "sameChannels 1");
}

TEST_F(Lines, WordsThatAreNotKnownAreNamed) {
    machine_.topology(with(with(topology_text("5678", "1234"), "32.0 GT/s PCIe", "Gen5"),
                           "AuthenticAMD", "AuthenticAmd"));
    machine_.perceived_aloud();
    expect("KV Convert to int : could not find value of 'Gen5' in dictionary, falling back to 60");
    expect(
        "KV Convert to int : could not find value of 'AuthenticAmd' in dictionary, falling back "
        "to 0");
    expect("+ PCI[12.0] - GPU/0-5000 (4)");
}

TEST_F(Lines, FailureIsAWarningWithAPlace) {
    machine_.topology("<system>\n</system>\n");
    const auto decision = machine_.perceived_aloud();
    EXPECT_EQ(decision.error, 3);
    EXPECT_EQ(decision.why, "Attribute version of node system not found");
    const std::regex warning(R"(\n\n?\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] \S+:\d+:\d+ \[0\] )"
                             R"(graph/xml\.h:101 NCCL WARN Attribute version of node system )"
                             R"(not found\n)");
    EXPECT_TRUE(std::regex_search(machine_.log, warning)) << machine_.log;
    expect("init.cc:982 -> 3");
}

TEST_F(Lines, DumpIsATopologyThatNcclReadsAgain) {
    machine_.set("NCCL_TOPO_DUMP_FILE", machine_.path("dump.xml"));
    const auto first = machine_.perceived();
    const auto dump = machine_.text_of("dump.xml");
    EXPECT_EQ(dump.substr(0, 21), "<system version=\"1\">\n");
    EXPECT_NE(dump.find("      <gpu dev=\"0\" sm=\"90\" rank=\"0\" gdr=\"1\"/>\n"),
              std::string::npos)
        << dump;
    EXPECT_NE(dump.find("<net name=\"eth0\" dev=\"0\" latency=\"0\" speed=\"10000\" port=\"0\" "
                        "guid=\"0x0\" maxconn=\"65536\" gdr=\"0\"/>"),
              std::string::npos);
    EXPECT_EQ(dump.find("keep="), std::string::npos);
    machine_.topology(dump);
    const auto second = machine_.perceived();
    EXPECT_EQ(machine_.text_of("dump.xml"), dump);
    EXPECT_EQ(second.ring, first.ring);
    EXPECT_EQ(second.channel_gbps, first.channel_gbps);
}

TEST_F(Lines, GraphDumpHasTheRing) {
    machine_.set("NCCL_GRAPH_DUMP_FILE", machine_.path("graph.xml"));
    machine_.perceived();
    const auto dump = machine_.text_of("graph.xml");
    EXPECT_EQ(dump.rfind("<graphs version=\"1\">\n  <graph id=\"0\" pattern=\"4\" crossnic=\"0\" "
                         "nchannels=\"1\" speedintra=\"15\" speedinter=\"15\" latencyinter=\"0\" "
                         "typeintra=\"SYS\" typeinter=\"PIX\" samechannels=\"1\">\n    <channel>\n"
                         "      <gpu dev=\"0\"/>\n      <gpu dev=\"0x1\"/>\n",
                         0),
              0U)
        << dump;
    EXPECT_NE(dump.find("  <graph id=\"3\" pattern=\"5\""), std::string::npos);
}

TEST_F(Lines, DumpThatCannotBeWrittenIsNoError) {
    machine_.set("NCCL_TOPO_DUMP_FILE", machine_.path("no/such/folder.xml"));
    EXPECT_EQ(machine_.perceived_aloud().error, 0);
    expect("Unable to open " + machine_.path("no/such/folder.xml") + ", not dumping topology.");
}

TEST_F(Lines, OnlyOwnRanksSpeak) {
    machine_.plain_devices();
    machine_.set("NCCL_DEBUG", "INFO");
    machine_.set("NCCL_DEBUG_SUBSYS", "ALL");
    machine_.set("NCCL_DEBUG_FILE", machine_.path("log.%p%%"));
    machine_.set("NCCL_TOPO_DUMP_FILE", machine_.path("dump.xml"));
    {
        DebugLog log;
        perceive(machine_.model, machine_.path(""), {0, 1, 2, 3}, [](int, int) { return false; },
                 log, {2});
    }
    const auto text = machine_.text_of("log." + std::to_string(getpid()) + "%");
    EXPECT_NE(text.find(" [2] NCCL INFO Trees"), std::string::npos) << text;
    EXPECT_EQ(text.find(" [0] NCCL INFO"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(machine_.path("dump.xml"))) << "that is for rank 0";
}

TEST_F(Lines, SubsystemsAreChosen) {
    machine_.set("NCCL_DEBUG_SUBSYS", "INIT");
    machine_.perceived_aloud();
    EXPECT_EQ(machine_.lines_with("Pattern 4"), 0U);
    EXPECT_EQ(machine_.lines_with("Channel 00/02"), 1U);
    machine_.set("NCCL_DEBUG_SUBSYS", "^INIT,ENV");
    machine_.perceived_aloud();
    EXPECT_EQ(machine_.lines_with("Channel 00/02"), 0U);
    EXPECT_EQ(machine_.lines_with("NCCL_TOPO_FILE set"), 0U);
    EXPECT_GE(machine_.lines_with("Pattern 4"), 1U);
    EXPECT_EQ(line_with(machine_.log, "Pattern 4").rfind("[0] NCCL INFO Pattern 4", 0), 0U);
}

TEST_F(Lines, PeersGoDirectWithinAProcess) {
    machine_.set("NCCL_P2P_LEVEL", "SYS");
    machine_.perceived_aloud(true);
    expect("NCCL_P2P_LEVEL set by environment to SYS");
    expect("Channel 00/0 : 0[0] -> 1[1] via P2P/direct pointer");
    expect("Check P2P Type isAllDirectP2p 1 directMode 0 isAllCudaP2p 1");
}

TEST(NcclDebugLog, LevelsAreOrdered) {
    NcclMachine machine;
    const auto written = [&machine](const char* level) {
        machine.set("NCCL_DEBUG", level);
        machine.set("NCCL_DEBUG_FILE", machine.path("log"));
        std::filesystem::remove(machine.path("log"));
        {
            DebugLog log;
            log.info(Subsystem::init, 3, "information");
            log.warn(3, "a.cc:1", "warning");
            EXPECT_EQ(log.last_error(), "warning");
            EXPECT_EQ(log.enabled(Subsystem::init), std::string(level) == "INFO");
            EXPECT_FALSE(log.enabled(Subsystem::coll));
        }
        return machine.text_of("log");
    };
    EXPECT_EQ(written("nonsense"), "");
    EXPECT_NE(written("warn").find("[3] a.cc:1 NCCL WARN warning\n"), std::string::npos);
    EXPECT_EQ(written("WARN").find("information"), std::string::npos);
    EXPECT_NE(written("INFO").find(" [3] NCCL INFO information\n"), std::string::npos);
}

}  // namespace
}  // namespace hopbench::sim::nccl

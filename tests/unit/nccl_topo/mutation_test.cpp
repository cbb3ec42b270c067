#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "harness/model/error.hpp"
#include "harness/nccl_topo/evidence.hpp"
#include "harness/nccl_topo/log_evidence.hpp"
#include "harness/nccl_topo/parse.hpp"
#include "harness/nccl_topo/write.hpp"
#include "tests/unit/nccl_topo/scratch_tree.hpp"

namespace hopbench::nccl_topo {
namespace {

const std::string seed_file =
    "<!-- a file -->\n<system version=\"1\">\n  <cpu numaid=\"0\" affinity=\"00000003\" "
    "arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"175\" modelid=\"17\">\n    <pci "
    "busid=\"ffff:ff:01.0\" class=\"0x060400\">\n      <pci busid=\"0000:01:00.0\" "
    "class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">\n        <gpu dev=\"0\" "
    "sm=\"90\" rank=\"0\" gdr=\"1\">\n          <nvlink target=\"0000:01:00.0\" count=\"2\" "
    "tclass=\"0x030200\"/>\n          <c2c bw=\"1\" count=\"1\"/>\n        </gpu>\n      </pci>\n"
    "    </pci>\n    <nic>\n      <net name=\"eth0\" dev=\"0\"/>\n    </nic>\n  "
    "</cpu>\n</system>\n";

const std::string seed_log =
    "h:1:2 [0] NCCL INFO NCCL version 2.28.9+cuda13.0\n"
    "h:1:2 [0] NCCL INFO Loading topology file /tmp/t.xml\n"
    "h:1:2 [0] NCCL INFO KV Convert to int : could not find value of '' in dictionary\n"
    "h:1:2 [0] NCCL INFO   + SYS[16.0] - CPU/0-1\n"
    "h:1:2 [0] NCCL INFO GPU/0-1000 :GPU/0-1000 (0/5000.0/LOC) GPU/0-2000 (4/16.0/SYS) \n"
    "h:1:2 [0] NCCL INFO Pattern 4, crossNic 0, nChannels 1, bw 15.0/15.0, type SYS/PIX, same\n"
    "h:1:2 [0] NCCL INFO Channel 00/02 :  0  1\n"
    "h:1:2 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM/direct/direct\n"
    "h:1:2 [0] NCCL INFO 2 coll channels, 2 collnet channels\n"
    "h:1:2 [0] NCCL INFO AllReduce: 8 Bytes -> Algo RING proto SIMPLE channel{Lo..Hi}={0..1}\n"
    "\nh:1:2 [0] init.cc:1 NCCL WARN bad\n";

/// Changes, removes, doubles and cuts pieces.
std::string mutated(std::string text, std::mt19937& random) {
    const auto below = [&](std::size_t limit) {
        return limit == 0 ? 0 : std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
    };
    const std::string special = "<>/=\"' \t\n\r!-?0x1\xef";
    for (auto edits = 1 + below(6); edits > 0 && !text.empty(); --edits) {
        const auto at = below(text.size());
        const auto length = below(40);
        switch (below(6)) {
            case 0:
                text[at] = special[below(special.size())];
                break;
            case 1:
                text[at] = static_cast<char>(below(256));
                break;
            case 2:
                text.erase(at, length);
                break;
            case 3:
                text.insert(at, text.substr(below(text.size()), length));
                break;
            case 4:
                text.resize(at);
                break;
            default:
                text.insert(at, std::string(below(600), special[below(special.size())]));
        }
    }
    return text;
}

TEST(Mutations, OfATopologyNeitherCrashNorHang) {
    std::mt19937 random(20280900);
    int fatal = 0, whole = 0;
    for (int i = 0; i < 5000; ++i) {
        const auto parsed = parse_nccl_xml(mutated(seed_file, random));
        for (const auto& diagnostic : parsed.diagnostics) {
            ASSERT_FALSE(diagnostic.rule.empty());
            ASSERT_LT(diagnostic.text.size(), 400u);
            for (const char c : diagnostic.text) ASSERT_NE(c, '\x1b');
        }
        if (parsed.fatal() != nullptr) {
            ++fatal;
            continue;
        }
        if (!parsed.system) continue;
        ++whole;
        // What was taken can be written, or is refused in words.
        try {
            const auto again = parse_nccl_xml(write_nccl_xml(*parsed.system));
            ASSERT_TRUE(again.system);
            EXPECT_EQ(again.fatal(), nullptr);
        } catch (const Error&) {
        }
    }
    EXPECT_GT(fatal, 500);
    EXPECT_GT(whole, 100);
}

TEST(Mutations, OfRandomBytesNeitherCrashNorHang) {
    std::mt19937 random(7);
    for (int i = 0; i < 1000; ++i) {
        std::string text(std::uniform_int_distribution<std::size_t>(0, 500)(random), ' ');
        for (char& c : text) c = static_cast<char>(random() & 0xff);
        EXPECT_FALSE(parse_nccl_xml(text).diagnostics.empty());
        EXPECT_FALSE(parse_nccl_xml("<system version='1'>" + text).diagnostics.empty());
    }
}

TEST(Mutations, OfALogNeitherCrashNorHang) {
    std::mt19937 random(11);
    int rings = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto text = mutated(seed_log, random);
        LogEvidence evidence;
        for (std::size_t at = 0; at < text.size();) {
            const auto end = std::min(text.find('\n', at), text.size());
            take_log_line(evidence, std::string_view(text).substr(at, end - at));
            at = end + 1;
        }
        for (const auto& line : evidence.warnings)
            for (const char c : line) ASSERT_GE(static_cast<unsigned char>(c), 0x20u);
        if (evidence.ring == std::vector{0, 1}) ++rings;
    }
    EXPECT_GT(rings, 1000);
}

TEST(Mutations, OfDumpsNeitherCrashNorHang) {
    std::mt19937 random(13);
    const test::ScratchTree tree;
    const EvidenceFiles files{.log = {},
                              .topo_dump = tree.root() / "dump.xml",
                              .graph_dump = tree.root() / "dump.xml",
                              .relative_to = {}};
    int placed = 0;
    for (int i = 0; i < 500; ++i) {
        std::ofstream(files.topo_dump, std::ios::binary) << mutated(seed_file, random);
        const auto evidence = read_evidence(files, {"0000:01:00.0"});
        if (!evidence.cpus.empty() && evidence.cpus[0].gpus == std::vector{0}) ++placed;
    }
    EXPECT_GT(placed, 10);
}

}  // namespace
}  // namespace hopbench::nccl_topo

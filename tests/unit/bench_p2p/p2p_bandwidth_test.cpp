// The bandwidth cases of hopbench-p2p on the simulated stack, against what the model's numbers
// give by hand.
#include <gtest/gtest.h>

#include "tests/unit/kernels/bench_process.hpp"

namespace hopbench::testing {
namespace {

const std::string vm = "proxmox-vm-8x-rtx-pro-6000";
const std::string bare_metal = "baremetal-8x-rtx-pro-6000";
/// A timer without steps, so that a slope is a duration to the last digit that floats carry.
const std::string fine_timer = "timing.event_quantum_ns=0";

std::string cell(const std::string& method, const std::string& pair, std::uint64_t bytes) {
    return "p2p/" + method + "/" + pair + "/bytes:" + std::to_string(bytes);
}

/// Bytes a second of an operation of `bytes` at `gbps` after `startup_ns`, in `directions`.
double bandwidth(std::uint64_t bytes, double startup_ns, double gbps, int directions = 1) {
    const auto amount = static_cast<double>(bytes);
    return directions * amount / (startup_ns * 1e-9 + amount / (gbps * 1e9));
}

struct Expected {
    std::string name;
    double value;
};

void expect_bandwidths(const std::string& model, const std::vector<Expected>& expected) {
    std::vector<std::string> names;
    for (const auto& one : expected) names.push_back(one.name);
    const auto content = measure(model, fine_timer, names, 3);
    ASSERT_EQ(content.cases.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const CaseRecord& record = content.cases[i];
        SCOPED_TRACE(expected[i].name);
        EXPECT_EQ(record.status, Status::ok) << record.reason;
        EXPECT_EQ(record.verification.status, "verified");
        ASSERT_EQ(record.series.size(), 1u);
        const Series& series = record.series[0];
        EXPECT_EQ(series.metric, "bandwidth");
        EXPECT_EQ(series.unit, "B/s");
        EXPECT_EQ(series.better, Better::higher);
        EXPECT_EQ(series.margin_kind, MarginKind::bandwidth);
        ASSERT_EQ(series.values.size(), 3u);
        for (const double value : series.values) EXPECT_NEAR(value / expected[i].value, 1, 2e-5);
        EXPECT_EQ(record.notes.at("gated"), 1);
    }
}

constexpr std::uint64_t small = 64 << 10, large = 16 << 20;

// Bare metal: links of 56 GB/s and 120 ns, 50 GB/s and 280 ns between the nodes; copy engines start
// in 260 ns.
TEST(P2pBandwidth, DirectCopiesOfTheModelsBareMetal) {
    expect_bandwidths(
        bare_metal,
        {{cell("ce_write", "src:0/dst:1", small), bandwidth(small, 260 + 240, 56)},
         {cell("ce_write", "src:0/dst:1", large), bandwidth(large, 260 + 240, 56)},
         {cell("ce_write", "src:5/dst:2", large), bandwidth(large, 260 + 520, 50)},
         {cell("ce_write_bidir", "src:0/dst:1", large), bandwidth(large, 260 + 240, 56, 2)},
         {cell("ce_write_bidir", "src:3/dst:7", small), bandwidth(small, 260 + 520, 50, 2)}});
}

// Stores of kernels start with the slower of a load of own memory, 260 ns, and the way there; the
// loads are faster than the stores that go on beside them.
TEST(P2pBandwidth, StoresOfKernelsOfTheModelsBareMetal) {
    expect_bandwidths(
        bare_metal, {{cell("sm_write", "src:0/dst:1", small), bandwidth(small, 260, 56)},
                     {cell("sm_write", "src:0/dst:1", large), bandwidth(large, 260, 56)},
                     {cell("sm_write_bidir", "src:3/dst:7", large), bandwidth(large, 520, 50, 2)}});
}

TEST(P2pBandwidth, RecordsSayEngineAndDirection) {
    const auto content =
        measure(bare_metal, "",
                {cell("sm_write", "src:1/dst:0", 1000), cell("sm_write_bidir", "src:0/dst:1", 4),
                 cell("ce_write", "src:1/dst:0", 1), cell("ce_write_bidir", "src:0/dst:1", 17)},
                3);
    ASSERT_EQ(content.cases.size(), 4u);
    EXPECT_EQ(content.cases[0].engine + " " + content.cases[0].direction, "sm push");
    EXPECT_EQ(content.cases[1].engine + " " + content.cases[1].direction, "sm bidirectional");
    EXPECT_EQ(content.cases[2].engine + " " + content.cases[2].direction, "ce push");
    EXPECT_EQ(content.cases[3].engine + " " + content.cases[3].direction, "ce bidirectional");
    for (const auto& record : content.cases) {
        EXPECT_EQ(record.status, Status::ok) << record.reason;
        EXPECT_EQ(record.notes.at("peer_access"), 1);
        EXPECT_EQ(record.verification.status, "verified");
    }
}

// The guest has no peers: the driver stages on the source's node at 38 GB/s, 12.6 µs to start.
TEST(P2pBandwidth, StagedCopiesOfTheModelsGuest) {
    expect_bandwidths(
        vm, {{cell("ce_write", "src:0/dst:1", large), bandwidth(large, 12600 + 160 + 160, 38)},
             {cell("ce_write_bidir", "src:0/dst:1", large),
              bandwidth(large, 12600 + 160 + 160, 38, 2)}});
}

TEST(P2pBandwidth, StoresNeedPeers) {
    const auto content = measure(vm, "", {cell("sm_write", "src:0/dst:1", small)}, 2);
    ASSERT_EQ(content.cases.size(), 1u);
    EXPECT_EQ(content.cases[0].status, Status::not_supported);
    EXPECT_NE(content.cases[0].reason.find("no access to each other's memory"), std::string::npos);
    EXPECT_EQ(content.cases[0].notes.at("peer_access"), 0);
}

TEST(P2pBandwidth, NoBytesAndOneGpuHaveNoBandwidth) {
    const auto content =
        measure(bare_metal, "",
                {cell("ce_write", "src:0/dst:1", 0), cell("ce_write_bidir", "src:1/dst:1", small),
                 cell("sm_write_bidir", "src:1/dst:1", small)},
                2);
    ASSERT_EQ(content.cases.size(), 3u);
    for (const auto& record : content.cases) {
        EXPECT_EQ(record.status, Status::not_supported) << record.reason;
        EXPECT_TRUE(record.series.empty() || record.series[0].values.empty());
    }
    EXPECT_NE(content.cases[0].reason.find("no bytes"), std::string::npos);
    EXPECT_NE(content.cases[1].reason.find("two GPUs"), std::string::npos);
}

TEST(P2pBandwidth, BothOwnersCheckWhatCameBothWays) {
    for (const char* fault : {R"({"type":"peer_corrupt","src":0,"dst":1})",
                              R"({"type":"peer_corrupt","src":1,"dst":0})"}) {
        const auto content = measure(bare_metal, std::string("faults+=") + fault,
                                     {cell("ce_write_bidir", "src:0/dst:1", 4096)}, 4);
        ASSERT_EQ(content.cases.size(), 1u);
        const auto& record = content.cases[0];
        EXPECT_EQ(record.status, Status::corrupt) << fault;
        EXPECT_EQ(record.verification.status, "corrupt");
        EXPECT_GT(record.verification.mismatches, 0u);
        const bool there = std::string(fault).find("\"src\":0") != std::string::npos;
        EXPECT_NE(record.reason.find(there ? "at GPU 1" : "at GPU 0"), std::string::npos)
            << record.reason;
    }
}

TEST(P2pBandwidth, AnEnqueueThatBlocksBehindTheGateGivesAnUngatedSlope) {
    const auto content = measure(bare_metal, R"(faults+={"type":"enqueue_blocks_behind_gate"})",
                                 {cell("ce_write_bidir", "src:0/dst:1", 1 << 20)}, 4);
    ASSERT_EQ(content.cases.size(), 1u);
    const auto& record = content.cases[0];
    EXPECT_EQ(record.status, Status::ok) << record.reason;
    EXPECT_EQ(record.notes.at("gated"), 0);
    EXPECT_NE(record.verification.note.find("ungated"), std::string::npos);
    EXPECT_EQ(record.series.at(0).values.size(), 4u);
}

}  // namespace
}  // namespace hopbench::testing

// The capability steps of hopbench-p2p as shipped, on the simulated stack.
#include <gtest/gtest.h>

#include <chrono>
#include <map>

#include "harness/protocol/samples_reader.hpp"
#include "tests/unit/kernels/bench_process.hpp"

namespace hopbench::testing {
namespace {

std::string p2p_on_sim(const std::string& model, const std::string& set,
                       const std::string& arguments) {
    return bench_on_sim("hopbench-p2p", model, set, arguments);
}

const std::string vm = "proxmox-vm-8x-rtx-pro-6000";
const std::string bare_metal = "baremetal-8x-rtx-pro-6000";

/// What --matrix found, by "step src>dst".
class Matrix {
  public:
    Matrix(const std::string& model, const std::string& set, const std::string& arguments) {
        const ScratchFolder folder;
        const std::string file = folder.file("s.jsonl");
        const auto run = run_shell(
            folder, p2p_on_sim(model, set, "--matrix --samples " + file + " " + arguments));
        EXPECT_EQ(run.exit_code, 0) << run.err;
        text = run.out;
        content = read_samples_file(file);
        EXPECT_TRUE(content.complete);
        for (const auto& record : content.cases)
            records_[record.name.method + " " + std::to_string(*record.name.src) + ">" +
                     std::to_string(*record.name.dst)] = record;
    }

    [[nodiscard]] const CaseRecord& at(const std::string& key) const { return records_.at(key); }
    [[nodiscard]] Status status(const std::string& key) const { return at(key).status; }

    std::string text;
    SamplesContent content;

  private:
    std::map<std::string, CaseRecord> records_;
};

TEST(P2pSteps, EveryPairOfAMachineWithPeersCanDoEverything) {
    const Matrix matrix(bare_metal, "", "");
    ASSERT_EQ(matrix.content.cases.size(), 4u * 56u);
    EXPECT_EQ(matrix.content.header.executable, "hopbench-p2p");
    EXPECT_EQ(matrix.content.header.devices.size(), 8u);
    ASSERT_TRUE(matrix.content.header.model);
    EXPECT_EQ(matrix.content.header.methods.size(), 8u);
    for (const auto& record : matrix.content.cases) {
        SCOPED_TRACE(format_case_name(record.name));
        EXPECT_EQ(record.status, Status::ok) << record.reason;
        EXPECT_TRUE(record.series.empty());
        EXPECT_EQ(record.direction, "push");
        EXPECT_EQ(record.engine, record.name.method == "sm_store" ? "sm" : "ce");
        const bool moves = record.name.method == "ce_push" || record.name.method == "sm_store";
        EXPECT_EQ(record.verification.status, moves ? "verified" : "unverified");
        if (moves) {
            EXPECT_EQ(record.verification.bytes_checked, 1u << 20);
        }
    }
    const auto& notes = matrix.at("attributes 0>1").notes;
    EXPECT_EQ(notes.at("can_access"), 1);
    EXPECT_EQ(notes.at("access_supported"), 1);
    EXPECT_EQ(notes.at("native_atomics"), 0);
    EXPECT_NE(matrix.text.find("sm_store: ok for all 56 pairs"), std::string::npos);
}

TEST(P2pSteps, AMachineWithoutPeersIsAskedAllTheSame) {
    const Matrix matrix(vm, "", "--pairs 0:1,4:0");
    EXPECT_EQ(matrix.status("attributes 0>1"), Status::not_supported);
    EXPECT_EQ(matrix.at("attributes 0>1").notes.at("can_access"), 0);
    EXPECT_EQ(matrix.status("enable 4>0"), Status::not_supported);
    EXPECT_NE(matrix.at("enable 4>0").reason.find("cudaDeviceEnablePeerAccess"), std::string::npos);
    EXPECT_EQ(matrix.status("ce_push 4>0"), Status::not_supported);
    EXPECT_EQ(matrix.status("sm_store 0>1"), Status::not_supported);
}

TEST(P2pSteps, DamageIsSeenByTheOwnerAndStaysWithItsPair) {
    const Matrix matrix(bare_metal, R"(faults+={"type":"peer_corrupt","src":0,"dst":1})",
                        "--pairs 0:1,1:0,0:2");
    EXPECT_EQ(matrix.status("ce_push 0>1"), Status::corrupt);
    EXPECT_EQ(matrix.at("ce_push 0>1").verification.mismatches, 1u);
    EXPECT_EQ(matrix.at("ce_push 0>1").notes.at("writer_reads_back"), 0);
    EXPECT_EQ(matrix.status("sm_store 0>1"), Status::corrupt);
    for (const char* other : {"ce_push 1>0", "ce_push 0>2", "sm_store 1>0", "sm_store 0>2"})
        EXPECT_EQ(matrix.status(other), Status::ok) << other;
}

TEST(P2pSteps, AMirrorIsCorruptAndItsReadBackProvesNothing) {
    const Matrix matrix(bare_metal, R"(faults+={"type":"mirror","src":2,"dst":3})",
                        "--pairs 2:3,3:2");
    EXPECT_EQ(matrix.status("attributes 2>3"), Status::ok);
    EXPECT_EQ(matrix.status("enable 2>3"), Status::ok);
    const auto& push = matrix.at("ce_push 2>3");
    EXPECT_EQ(push.status, Status::corrupt);
    EXPECT_EQ(push.verification.status, "corrupt");
    EXPECT_EQ(push.notes.at("writer_reads_back"), 1);
    EXPECT_NE(push.reason.find("GPU 3, the owner, sees nothing"), std::string::npos) << push.reason;
    EXPECT_NE(push.reason.find("read-back proves nothing"), std::string::npos) << push.reason;
    EXPECT_EQ(matrix.status("sm_store 2>3"), Status::corrupt);
    EXPECT_EQ(matrix.status("ce_push 3>2"), Status::ok);
    EXPECT_EQ(matrix.status("sm_store 3>2"), Status::ok);
}

TEST(P2pSteps, ARefusedEnableEndsThePairOnly) {
    const Matrix matrix(bare_metal, R"(faults+={"type":"peer_enable_fail","src":0,"dst":1})",
                        "--pairs 0:1,0:2");
    EXPECT_EQ(matrix.status("attributes 0>1"), Status::ok);
    EXPECT_EQ(matrix.status("enable 0>1"), Status::refused);
    EXPECT_EQ(matrix.status("ce_push 0>1"), Status::not_supported);
    EXPECT_EQ(matrix.status("sm_store 0>2"), Status::ok);
}

TEST(P2pSteps, TransfersThatNeverEndAreHungAndTheRestGoesOn) {
    const auto begin = std::chrono::steady_clock::now();
    const Matrix matrix(bare_metal, R"(faults+={"type":"peer_hang","src":0,"dst":2})",
                        "--pairs 0:1,0:2,0:3,2:0 --step-deadline 1");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
    EXPECT_EQ(matrix.status("enable 0>2"), Status::ok);
    EXPECT_EQ(matrix.status("ce_push 0>2"), Status::hung);
    EXPECT_NE(matrix.at("ce_push 0>2").reason.find("within 1 s"), std::string::npos);
    EXPECT_EQ(matrix.status("sm_store 0>2"), Status::hung);
    EXPECT_EQ(matrix.status("sm_store 0>1"), Status::ok);
    EXPECT_EQ(matrix.status("sm_store 0>3"), Status::ok);
    EXPECT_EQ(matrix.status("sm_store 2>0"), Status::ok);
}

TEST(P2pSteps, ALostDeviceIsACrashAndTheRestTakesAnotherChild) {
    const Matrix matrix(bare_metal, R"(faults+={"type":"device_lost","after_ops":5,"device":1})",
                        "--pairs 0:1,0:2,1:0");
    EXPECT_EQ(matrix.status("ce_push 0>1"), Status::crashed) << matrix.text;
    EXPECT_EQ(matrix.status("ce_push 0>2"), Status::ok);
}

TEST(P2pSteps, AGpuIsNoPeerOfItsOwn) {
    const Matrix matrix(bare_metal, "", "--pairs 0:0,0:1");
    EXPECT_EQ(matrix.status("enable 0>0"), Status::not_supported);
    EXPECT_EQ(matrix.status("enable 0>1"), Status::ok);
}

TEST(P2pSteps, OneSeedTwiceIsTheSameFile) {
    const ScratchFolder folder;
    for (const char* name : {"one", "two"})
        ASSERT_EQ(
            run_shell(folder, p2p_on_sim(bare_metal, "", "--matrix --samples " + folder.file(name)))
                .exit_code,
            0);
    EXPECT_EQ(run_shell(folder, "cmp " + folder.file("one") + " " + folder.file("two")).exit_code,
              0);
}

TEST(P2pSteps, APlanOfStepsAndBandwidthsTriesTheStepsFirst) {
    const auto content = measure(bare_metal, "",
                                 {"p2p/ce_write/src:0/dst:1/bytes:65536", "p2p/ce_push/src:0/dst:1",
                                  "p2p/enable/src:0/dst:1", "p2p/sm_store/src:0/dst:9"},
                                 3);
    ASSERT_TRUE(content.complete);
    ASSERT_EQ(content.cases.size(), 4u);
    EXPECT_EQ(format_case_name(content.cases[0].name), "p2p/enable/src:0/dst:1");
    EXPECT_EQ(format_case_name(content.cases[1].name), "p2p/ce_push/src:0/dst:1");
    EXPECT_EQ(content.cases[2].reason, "this machine has no GPU 9");
    EXPECT_EQ(content.cases[3].name.method, "ce_write");
    EXPECT_EQ(content.cases[3].status, Status::ok) << content.cases[3].reason;
}

}  // namespace
}  // namespace hopbench::testing

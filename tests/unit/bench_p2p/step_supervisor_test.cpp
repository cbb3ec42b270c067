// What hopbench-p2p makes of children that hang, die and lie: the children are this executable.
#include "bench/p2p/step_supervisor.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "bench/p2p/raw_time.hpp"
#include "harness/model/error.hpp"
#include "tests/unit/bench_p2p/scripted_child.hpp"

namespace hopbench::testing {
namespace {

std::vector<CaseRecord> run(const std::vector<std::string>& names, double step_seconds = 0.3,
                            double all_seconds = 0) {
    std::vector<PlannedCase> cases;
    for (const auto& name : names)
        cases.push_back({.name = parse_case_name("p2p/" + name).value(), .samples = 1});
    std::vector<CaseRecord> records;
    run_steps({.cases = cases, .seed = 1, .step_seconds = step_seconds, .all_seconds = all_seconds},
              [&](CaseRecord&& record) { records.push_back(std::move(record)); });
    return records;
}

std::string step(const char* method, int dst, int src = 0) {
    return std::string(method) + "/src:" + std::to_string(src) + "/dst:" + std::to_string(dst);
}

TEST(StepSupervisor, OneChildASourceAndStepsInTheirOrder) {
    const auto records = run({step("ce_push", fine), step("enable", fine), step("attributes", fine),
                              step("sm_store", fine), step("enable", fine, 10)});
    ASSERT_EQ(records.size(), 5u);
    EXPECT_EQ(records[0].name.method, "attributes");
    EXPECT_EQ(records[1].name.method, "enable");
    EXPECT_EQ(records[2].name.method, "ce_push");
    EXPECT_EQ(records[3].name.method, "sm_store");
    for (const auto& record : records) EXPECT_EQ(record.status, Status::ok) << record.reason;
    EXPECT_EQ(records[0].notes.at("pid"), records[3].notes.at("pid"));
    EXPECT_NE(records[0].notes.at("pid"), records[4].notes.at("pid"));
}

TEST(StepSupervisor, AChildThatDiesIsACrashAndTheRestGoesOnInAnother) {
    const auto records =
        run({step("enable", fine), step("enable", segfault), step("enable", babbling)});
    ASSERT_EQ(records.size(), 3u);
    EXPECT_EQ(records[1].status, Status::crashed);
    EXPECT_NE(records[1].reason.find("signal 11"), std::string::npos) << records[1].reason;
    EXPECT_EQ(records[1].verification.status, "unverified");
    EXPECT_EQ(records[2].status, Status::ok);
    EXPECT_NE(records[0].notes.at("pid"), records[2].notes.at("pid"));
}

TEST(StepSupervisor, AStepThatNeverEndsIsHungEvenWhenItIgnoresSigterm) {
    const double begin = raw_time();
    const auto records = run({step("enable", stubborn), step("enable", babbling)});
    EXPECT_LT(raw_time() - begin, 6);
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0].status, Status::hung);
    EXPECT_NE(records[0].reason.find("0.3 s"), std::string::npos) << records[0].reason;
    EXPECT_EQ(records[1].status, Status::ok);
}

TEST(StepSupervisor, AnAnswerAfterTheDeadlineComesTooLate) {
    const auto records = run({step("enable", late)});
    ASSERT_EQ(records.size(), 1u);
    EXPECT_EQ(records[0].status, Status::hung);
    const auto patient = run({step("enable", late)}, 5);
    EXPECT_EQ(patient.at(0).status, Status::ok);
}

TEST(StepSupervisor, ALostContextTakesANewChild) {
    const auto records =
        run({step("enable", fine), step("enable", lost), step("enable", babbling)});
    ASSERT_EQ(records.size(), 3u);
    EXPECT_EQ(records[1].status, Status::crashed);
    EXPECT_EQ(records[1].reason, "the context is lost");
    EXPECT_EQ(records[2].status, Status::ok);
    EXPECT_NE(records[1].notes.at("pid"), records[2].notes.at("pid"));
}

TEST(StepSupervisor, AnAnswerThatIsNoneOfTheStepsIsACrash) {
    for (const Destination how : {lying, boasting}) {
        const auto records = run({step("enable", babbling), step("enable", how)});
        ASSERT_EQ(records.size(), 2u);
        EXPECT_EQ(records[0].status, Status::ok) << records[0].reason;
        EXPECT_EQ(records[1].name.dst, how);
        EXPECT_EQ(records[1].status, Status::crashed);
        EXPECT_EQ(records[1].reason.rfind("its answer is no record: ", 0), 0u);
    }
}

TEST(StepSupervisor, AForeignSigkillIsTriedOnceMore) {
    const auto mark =
        std::filesystem::temp_directory_path() / ("hopbench-scripted-" + std::to_string(getpid()));
    std::filesystem::remove(mark);
    const auto records = run({step("enable", killed_once), step("enable", killed_always)});
    std::filesystem::remove(mark);
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0].status, Status::ok) << records[0].reason;
    EXPECT_EQ(records[1].status, Status::crashed);
    EXPECT_NE(records[1].reason.find("signal 9"), std::string::npos) << records[1].reason;
}

TEST(StepSupervisor, StepsAfterARefusedEnableAreNotTried) {
    const auto records = run({step("attributes", refusing), step("enable", refusing),
                              step("ce_push", refusing), step("sm_store", refusing)});
    ASSERT_EQ(records.size(), 4u);
    EXPECT_EQ(records[0].status, Status::ok);
    EXPECT_EQ(records[1].status, Status::refused);
    for (const std::size_t i : {2u, 3u}) {
        EXPECT_EQ(records[i].status, Status::not_supported);
        EXPECT_EQ(records[i].reason, "not tried: needs enable, which was refused");
        EXPECT_FALSE(records[i].notes.contains("pid"));
    }
}

TEST(StepSupervisor, AChildThatDoesNotComeUpIsToldWithItsLastWords) {
    const auto records = run({step("enable", 1, silent), step("enable", 2, silent),
                              step("enable", 3, silent), step("enable", fine, 10)});
    ASSERT_EQ(records.size(), 4u);
    for (const std::size_t i : {0u, 1u}) {
        EXPECT_EQ(records[i].status, Status::crashed);
        EXPECT_NE(records[i].reason.find("exit code 5: no memory left"), std::string::npos)
            << records[i].reason;
    }
    EXPECT_EQ(records[2].reason.rfind("not tried: ", 0), 0u) << records[2].reason;
    EXPECT_EQ(records[3].status, Status::ok);
    const auto unfit_ones = run({step("enable", 1, unfit)});
    EXPECT_NE(unfit_ones.at(0).reason.find("the driver shows none"), std::string::npos);
}

TEST(StepSupervisor, NothingIsBegunOnceTheTimeOfTheRunIsUsedUp) {
    const auto records = run({step("enable", stubborn), step("enable", babbling)}, 0.3, 0.2);
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0].status, Status::hung);
    EXPECT_EQ(records[1].status, Status::hung);
    EXPECT_EQ(records[1].reason.rfind("not tried: ", 0), 0u) << records[1].reason;
}

TEST(StepSupervisor, WithoutFactsTheMachineIsUnfit) {
    try {
        (void)describe_in_child();  // the scripted child knows no facts
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::unfit);
        EXPECT_NE(std::string(error.what()).find("exit code 2"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace hopbench::testing

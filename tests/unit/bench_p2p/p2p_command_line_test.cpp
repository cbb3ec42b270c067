// The command line of hopbench-p2p as users and the harness see it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/unit/kernels/bench_process.hpp"

namespace hopbench::testing {
namespace {

std::string p2p_on_sim(const std::string& model, const std::string& set,
                       const std::string& arguments) {
    return bench_on_sim("hopbench-p2p", model, set, arguments);
}

const std::string bare_metal = "baremetal-8x-rtx-pro-6000";

void expect_one_error_line(const std::string& err) {
    EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
    EXPECT_EQ(err.rfind("hopbench: ", 0), 0u) << err;
    EXPECT_NE(err.find(" ("), std::string::npos) << err;
}

TEST(P2pCommandLine, HelpShowsTheMatrixAndHidesTheChildren) {
    const ScratchFolder folder;
    const auto help = run_shell(folder, HOPBENCH_BENCHES "/hopbench-p2p --help");
    EXPECT_EQ(help.exit_code, 0);
    for (const char* word : {"--matrix", "--step-deadline", "--pairs", "--sizes", "Examples",
                             "p2p/sm_write_bidir", "p2p/attributes"})
        EXPECT_NE(help.out.find(word), std::string::npos) << word;
    EXPECT_EQ(help.out.find("--step-child"), std::string::npos);
}

TEST(P2pCommandLine, WrongOptionsAreExit2) {
    const ScratchFolder folder;
    for (const char* arguments :
         {" --frob", " --matrix --plan p", " --matrix --benchmark_filter=x", " --step-deadline 0",
          " --step-deadline x", " --step-deadline nan", " --pairs 0", " --sizes 4,x", " --ranks 2",
          " matrix"}) {
        const auto run =
            run_shell(folder, std::string(HOPBENCH_BENCHES "/hopbench-p2p") + arguments);
        EXPECT_EQ(run.exit_code, 2) << arguments;
        expect_one_error_line(run.err);
    }
}

TEST(P2pCommandLine, APlanThatCannotBeUsedIsExit2) {
    const ScratchFolder folder;
    const std::string head =
        R"({"schema":"hopbench.plan/1","executable":"hopbench-p2p","seed":1,)"
        R"("deadline_seconds":0,"requested_binding":"none","cases":[{"name":")";
    for (const char* name : {"p2p/chase/src:0/dst:1", "p2p/enable/src:0/dst", "p2p/enable"}) {
        const std::string file = folder.file("plan.json");
        std::ofstream(file) << head << name << R"(","warmup":0,"samples":1}]})";
        const auto run = run_shell(folder, p2p_on_sim(bare_metal, "", "--plan " + file));
        EXPECT_EQ(run.exit_code, 2) << name;
        EXPECT_NE(run.err.find("hopbench: "), std::string::npos) << run.err;
    }
}

TEST(P2pCommandLine, WithoutADriverOneLineAndExit4) {
    if (std::filesystem::exists("/dev/nvidiactl")) GTEST_SKIP() << "this machine has a driver";
    const ScratchFolder folder;
    for (const char* arguments : {"", " --matrix", " --probe"}) {
        const auto run =
            run_shell(folder, std::string(HOPBENCH_BENCHES "/hopbench-p2p") + arguments);
        EXPECT_EQ(run.exit_code, 4) << arguments;
        EXPECT_EQ(run.out, "");
        expect_one_error_line(run.err);
    }
}

TEST(P2pCommandLine, AChildThatIsSpokenToWronglyEnds) {
    const ScratchFolder folder;
    for (const char* words : {"", " 1", " 1 0 extra", " x 0,1"}) {
        const auto run =
            run_shell(folder, p2p_on_sim(bare_metal, "", std::string("--step-child") + words) +
                                  " </dev/null");
        EXPECT_EQ(run.exit_code, 2) << words;
    }
    for (const char* line : {"garbage", "p2p/enable/src:0", "p2p/ce_write/src:0/dst:1"}) {
        const auto run = run_shell(folder, std::string("echo ") + line + " | " +
                                               p2p_on_sim(bare_metal, "", "--step-child 1 0,1"));
        EXPECT_EQ(run.exit_code, 0) << line;
        EXPECT_EQ(run.out, "ready\n") << line;
    }
}

TEST(P2pCommandLine, SigtermEndsItWhileAStepHangs) {
    const ScratchFolder folder;
    const auto run = run_shell(
        folder, "timeout --preserve-status -s TERM -k 5 0.5 env " +
                    p2p_on_sim(bare_metal, R"(faults+={"type":"peer_hang","src":0,"dst":1})",
                               "--matrix --pairs 0:1"));
    EXPECT_EQ(run.exit_code, 143) << run.err;
}

}  // namespace
}  // namespace hopbench::testing

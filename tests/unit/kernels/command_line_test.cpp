// The command line of hopbench-latency as users and the harness see it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/protocol/samples_reader.hpp"
#include "tests/unit/kernels/bench_process.hpp"

namespace hopbench::testing {
namespace {

using nlohmann::json;

const std::string vm = "proxmox-vm-8x-rtx-pro-6000";
const std::string bare_metal = "baremetal-8x-rtx-pro-6000";

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// One line `hopbench: what: why (remedy)`.
void expect_one_error_line(const std::string& err) {
    EXPECT_EQ(lines_of(err), 1u) << err;
    EXPECT_EQ(err.rfind("hopbench: ", 0), 0u) << err;
    EXPECT_NE(err.find(" ("), std::string::npos) << err;
}

bool has_driver() {
    return std::filesystem::exists("/dev/nvidiactl") ||
           std::filesystem::exists("/proc/driver/nvidia/version");
}

TEST(CommandLine, HelpHasExamplesAndVersionIsOneLine) {
    const ScratchFolder folder;
    const auto help = run_shell(folder, HOPBENCH_LATENCY " --help");
    EXPECT_EQ(help.exit_code, 0);
    for (const char* word : {"--plan", "--samples", "--probe", "--sizes", "--pairs",
                             "--samples-per-case", "--benchmark_filter", "Examples", "Exit codes"})
        EXPECT_NE(help.out.find(word), std::string::npos) << word;
    const auto version = run_shell(folder, HOPBENCH_LATENCY " --version");
    EXPECT_EQ(version.exit_code, 0);
    EXPECT_EQ(lines_of(version.out), 1u);
}

TEST(CommandLine, WithoutADriverOneLineAndExit4) {
    if (has_driver()) GTEST_SKIP() << "this machine has an NVIDIA driver";
    const ScratchFolder folder;
    for (const char* arguments : {"", " --probe", " --sizes 4"}) {
        const auto run = run_shell(folder, std::string(HOPBENCH_LATENCY) + arguments);
        EXPECT_EQ(run.exit_code, 4) << arguments;
        EXPECT_EQ(run.out, "");
        expect_one_error_line(run.err);
    }
}

TEST(CommandLine, APlanThatCannotBeUsedIsExit2) {
    const ScratchFolder folder;
    const std::string good =
        R"({"schema":"hopbench.plan/1","executable":"hopbench-latency","seed":1,)"
        R"("deadline_seconds":0,"requested_binding":"none","cases":[)";
    const std::vector<std::string> bad{
        "",
        "{",
        "[]",
        "\x01\x02\x03",
        R"({"schema":"hopbench.plan/9"})",
        good + R"({"name":"latency/oneshot/src:0/dst:1/bytes:4","warmup":0,"samples":0}]})",
        good + R"({"name":"latency/chase/src:0/dst:1/bytes:4","warmup":0,"samples":1}]})",
        good + R"({"name":"nonsense","warmup":0,"samples":1}]})",
        R"({"schema":"hopbench.plan/1","executable":"hopbench-p2p","seed":1,)"
        R"("deadline_seconds":0,"requested_binding":"none","cases":[]})",
    };
    for (const auto& text : bad) {
        const std::string file = folder.file("plan.json");
        std::ofstream(file, std::ios::binary) << text;
        const auto run = run_shell(folder, HOPBENCH_LATENCY " --plan " + file);
        EXPECT_EQ(run.exit_code, 2) << text;
        expect_one_error_line(run.err);
        EXPECT_NE(run.err.find("plan.json"), std::string::npos) << run.err;
    }
    EXPECT_EQ(run_shell(folder, HOPBENCH_LATENCY " --plan /nonexistent").exit_code, 2);
}

TEST(CommandLine, UnknownOptionsAreExit2) {
    const ScratchFolder folder;
    for (const char* arguments : {" --frob", " word", " --sizes 4,x", " --pairs 0",
                                  " --samples-per-case 0", " --plan p --sizes 4", " --seed -1"}) {
        const auto run = run_shell(folder, std::string(HOPBENCH_LATENCY) + arguments);
        EXPECT_EQ(run.exit_code, 2) << arguments;
        expect_one_error_line(run.err);
    }
}

TEST(CommandLine, ProbeIsOneJsonDocument) {
    const ScratchFolder folder;
    const auto run = run_shell(folder, on_sim(bare_metal, "", "--probe"));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json probe = json::parse(run.out);
    EXPECT_EQ(probe.at("schema"), "hopbench.probe/1");
    EXPECT_EQ(probe.at("simulated"), true);
    EXPECT_EQ(probe.at("model").at("name"), bare_metal);
    EXPECT_EQ(probe.at("devices").size(), 8u);
    EXPECT_EQ(probe.at("devices")[0].at("sm"), json({12, 0}));
    EXPECT_EQ(probe.at("can_access_peer")[0], json({0, 1, 1, 1, 1, 1, 1, 1}));
}

TEST(CommandLine, GoogleBenchmarksJsonIsValidAndAlone) {
    const ScratchFolder folder;
    const auto run =
        run_shell(folder, on_sim(vm, "",
                                 "--pairs 0:1,1:0 --sizes 4,64K --samples-per-case 3 "
                                 "--benchmark_filter=oneshot --benchmark_format=json"));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const json report = json::parse(run.out);
    ASSERT_EQ(report.at("benchmarks").size(), 4u);
    EXPECT_EQ(report.at("benchmarks")[0].at("name"),
              "latency/oneshot/src:0/dst:1/bytes:4/iterations:3/manual_time");
    EXPECT_EQ(report.at("benchmarks")[0].at("iterations"), 3);
}

TEST(CommandLine, TheFilterChoosesAndNothingChosenIsExit2) {
    const ScratchFolder folder;
    const std::string samples = folder.file("s.jsonl");
    const auto run =
        run_shell(folder, on_sim(vm, "",
                                 "--sizes 4,4K --samples-per-case 2 --samples " + samples +
                                     " --benchmark_filter=src:7/dst:0/bytes:4/"));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto content = read_samples_file(samples);
    ASSERT_EQ(content.cases.size(), 2u);
    EXPECT_EQ(format_case_name(content.cases[0].name), "latency/oneshot/src:7/dst:0/bytes:4");
    EXPECT_EQ(run_shell(folder, on_sim(vm, "", "--benchmark_filter=nothing_like_it")).exit_code, 2);
    EXPECT_EQ(run_shell(folder, on_sim(vm, "", "--benchmark_nonsense=1")).exit_code, 2);
}

TEST(CommandLine, SamplesThatCannotBeWrittenAreExit2) {
    const ScratchFolder folder;
    const auto run =
        run_shell(folder, on_sim(vm, "", "--pairs 0:1 --sizes 4 --samples /nonexistent/s.jsonl"));
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("hopbench: /nonexistent/s.jsonl: "), std::string::npos) << run.err;
}

TEST(CommandLine, AnAnswerThatNobodyGetsIsExit2) {
    const ScratchFolder folder;
    for (const char* arguments : {"--probe", "--pairs 0:1 --sizes 4 --samples-per-case 2"})
        for (const char* nowhere : {" >/dev/full", " >&-"}) {
            const auto run = run_shell(folder, on_sim(vm, "", arguments) + nowhere);
            EXPECT_EQ(run.exit_code, 2) << arguments << nowhere;
            EXPECT_NE(run.err.find("hopbench: stdout: "), std::string::npos) << run.err;
        }
}

TEST(CommandLine, NothingIsPrintedIntoTheSamplesWhenStdoutIsClosed) {
    const ScratchFolder folder;
    const std::string samples = folder.file("s.jsonl");
    const auto run = run_shell(
        folder,
        on_sim(vm, "", "--pairs 0:1 --sizes 4 --samples-per-case 2 --samples " + samples) + " >&-");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const auto content = read_samples_file(samples);
    EXPECT_TRUE(content.complete);
    EXPECT_EQ(content.cases.size(), 2u);
}

TEST(CommandLine, SigtermEndsACallThatNeverReturns) {
    const ScratchFolder folder;
    const auto run = run_shell(
        folder, "timeout --preserve-status -s TERM -k 5 0.5 env " +
                    on_sim(vm, R"(faults+={"type":"hang","nth":3})", "--pairs 0:1 --sizes 4"));
    EXPECT_EQ(run.exit_code, 143) << run.err;
}

TEST(CommandLine, SigtermEndsBetweenLines) {
    const ScratchFolder folder;
    const std::string samples = folder.file("s.jsonl");
    const auto run =
        run_shell(folder, "timeout --preserve-status -s TERM 0.7 env " +
                              on_sim(vm, "", "--samples-per-case 3000 --samples " + samples));
    EXPECT_EQ(run.exit_code, 143) << run.err;
    const auto content = read_samples_file(samples);
    EXPECT_FALSE(content.complete);
    EXPECT_FALSE(content.cases.empty());
    EXPECT_EQ(run_shell(folder, "tail -c1 " + samples + " | od -An -c").out.find("\\n") !=
                  std::string::npos,
              true);
}

}  // namespace
}  // namespace hopbench::testing

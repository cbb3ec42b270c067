#include <gtest/gtest.h>
#include <signal.h>

#include "fake_bench.hpp"
#include "harness/model/error.hpp"
#include "harness/run/capture_output.hpp"
#include "harness/run/raw_clock.hpp"
#include "harness/run/subprocess_launcher.hpp"
#include "harness/topology/numa_nodes.hpp"

namespace hopbench {
namespace {

LaunchRequest shell(const TemporaryDirectory& directory, const std::string& script,
                    double deadline) {
    return {.argv = {"/bin/sh", "-c", script},
            .environment = {{"PATH", "/usr/bin:/bin"}, {"COLOUR", "blue"}},
            .out = directory.path() / "out",
            .err = directory.path() / "err",
            .deadline_seconds = deadline};
}

LaunchEnd end_of(Launcher& launcher, double limit = 10) {
    for (const double until = raw_seconds() + limit; raw_seconds() < until;)
        for (const auto& end : launcher.wait(0.5)) return end;
    ADD_FAILURE() << "no end";
    return {.kind = EndKind::wedged, .why = {}};
}

TEST(Subprocess, ReportsExitStatusOutputAndEnvironment) {
    const TemporaryDirectory directory;
    SubprocessLauncher launcher;
    const int id = launcher.start(shell(directory, "echo $COLOUR$HOME; echo bad >&2; exit 7", 10));
    const auto end = end_of(launcher);
    EXPECT_EQ(end.id, id);
    EXPECT_EQ(end.kind, EndKind::exited);
    EXPECT_EQ(end.code, 7);
    EXPECT_EQ(file_content(directory.path() / "out"), "blue\n");
    EXPECT_EQ(file_content(directory.path() / "err"), "bad\n");
}

TEST(Subprocess, IsBoundBeforeItStarts) {
    const auto nodes = read_numa_nodes("/");
    if (nodes.empty() || nodes.front().cpus.empty()) GTEST_SKIP() << "no NUMA node is known";
    const int cpu = nodes.front().cpus.back(), node = nodes.front().id;
    const TemporaryDirectory directory;
    SubprocessLauncher launcher;
    auto request = shell(directory,
                         "grep Cpus_allowed_list /proc/self/status; grep -m1 -o 'bind:[0-9]*' "
                         "/proc/self/numa_maps",
                         10);
    request.binding = {.nodes = {node}, .cpus = {cpu}};
    launcher.start(request);
    const auto end = end_of(launcher);
    ASSERT_EQ(end.kind, EndKind::exited) << end.why;
    EXPECT_EQ(file_content(directory.path() / "out"), "Cpus_allowed_list:\t" + std::to_string(cpu) +
                                                          "\nbind:" + std::to_string(node) + "\n");
}

TEST(Subprocess, ABindingThatIsNotThereIsAnEndWithItsReason) {
    const TemporaryDirectory directory;
    SubprocessLauncher launcher;
    auto request = shell(directory, "echo ran", 10);
    request.binding = {.nodes = {}, .cpus = {8190}};
    launcher.start(request);
    const auto no_cpu = end_of(launcher);
    EXPECT_EQ(no_cpu.kind, EndKind::not_started);
    EXPECT_NE(no_cpu.why.find("CPUs 8190"), std::string::npos) << no_cpu.why;
    request.binding = {.nodes = {1000}, .cpus = {}};
    launcher.start(request);
    const auto no_node = end_of(launcher);
    EXPECT_EQ(no_node.kind, EndKind::not_started);
    EXPECT_NE(no_node.why.find("node 1000"), std::string::npos) << no_node.why;
    EXPECT_EQ(file_content(directory.path() / "out"), "");
}

TEST(Subprocess, TellsASignalFromAnExit) {
    const TemporaryDirectory directory;
    SubprocessLauncher launcher;
    launcher.start(shell(directory, "kill -SEGV $$", 10));
    const auto end = end_of(launcher);
    EXPECT_EQ(end.kind, EndKind::signalled);
    EXPECT_EQ(end.code, SIGSEGV);
}

TEST(Subprocess, AChildThatIgnoresTermIsKilledAfterItsDeadline) {
    const TemporaryDirectory directory;
    SubprocessLauncher launcher(-1, {.term = 0.2, .kill = 5});
    const double begun = raw_seconds();
    launcher.start(shell(directory, "trap '' TERM; while :; do sleep 1; done", 0.3));
    const auto end = end_of(launcher);
    EXPECT_EQ(end.kind, EndKind::hung);
    EXPECT_EQ(end.code, SIGKILL);
    EXPECT_GE(raw_seconds() - begun, 0.5);
    EXPECT_LT(raw_seconds() - begun, 5.0);
}

TEST(Subprocess, AChildThatObeysTermIsHungAllTheSame) {
    const TemporaryDirectory directory;
    SubprocessLauncher launcher(-1, {.term = 5, .kill = 5});
    launcher.start(shell(directory, "exec sleep 30", 0.2));
    const auto end = end_of(launcher);
    EXPECT_EQ(end.kind, EndKind::hung);
    EXPECT_EQ(end.code, SIGTERM);
}

TEST(Subprocess, GivesUpOnAChildThatOutlivesItsKill) {
    const TemporaryDirectory directory;
    // No time to die: what a process in uninterruptible sleep looks like.
    SubprocessLauncher launcher(-1, {.term = -1, .kill = -1});
    launcher.start(shell(directory, "trap '' TERM; exec sleep 30", 0.2));
    const auto end = end_of(launcher);
    EXPECT_TRUE(end.kind == EndKind::wedged || end.kind == EndKind::hung);
}

TEST(Subprocess, StopAllEndsEverybody) {
    const TemporaryDirectory directory;
    SubprocessLauncher launcher(-1, {.term = 0.2, .kill = 5});
    launcher.start(shell(directory, "exec sleep 30", 100));
    launcher.start(shell(directory, "trap '' TERM; while :; do sleep 1; done", 100));
    launcher.stop_all(false);
    std::vector<EndKind> kinds;  // both may come at once: the trap may not be set yet
    for (const double until = raw_seconds() + 10; kinds.size() < 2 && raw_seconds() < until;)
        for (const auto& end : launcher.wait(0.5)) kinds.push_back(end.kind);
    EXPECT_EQ(kinds, (std::vector<EndKind>{EndKind::stopped, EndKind::stopped}));
}

TEST(Subprocess, AMissingProgramIsAnEnd) {
    const TemporaryDirectory directory;
    SubprocessLauncher launcher;
    auto request = shell(directory, "", 1);
    request.argv = {"/nonexistent/bench"};
    launcher.start(request);
    const auto end = end_of(launcher);
    EXPECT_EQ(end.kind, EndKind::not_started);
    EXPECT_NE(end.why.find("No such file"), std::string::npos);
}

TEST(CaptureOutput, KeepsBothStreams) {
    const auto said = capture_output({"/bin/sh", "-c", "echo one; echo two >&2; exit 3"}, {}, 10);
    EXPECT_TRUE(said.ended);
    EXPECT_FALSE(said.signalled);
    EXPECT_EQ(said.code, 3);
    EXPECT_EQ(said.out, "one\n");
    EXPECT_EQ(said.err, "two\n");
}

TEST(CaptureOutput, TakesMoreThanAPipeHolds) {
    const auto said =
        capture_output({"/bin/sh", "-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"},
                       {{"PATH", "/usr/bin:/bin"}}, 10);
    EXPECT_TRUE(said.ended);
    EXPECT_EQ(said.out.size(), 300000u);
    EXPECT_EQ(said.err.size(), 300000u);
}

TEST(CaptureOutput, EndsAtItsDeadline) {
    const double begun = raw_seconds();
    const auto said = capture_output({"/bin/sh", "-c", "trap '' TERM; sleep 30"},
                                     {{"PATH", "/usr/bin:/bin"}}, 0.2);
    EXPECT_FALSE(said.ended);
    EXPECT_LT(raw_seconds() - begun, 5);
    EXPECT_THROW((void)capture_output({"/nonexistent"}, {}, 1), Error);
}

TEST(LastLine, SkipsEmptyOnes) {
    EXPECT_EQ(last_line("a\nb c\n\n"), "b c");
    EXPECT_EQ(last_line("only"), "only");
    EXPECT_EQ(last_line("\n \n"), "");
}

TEST(ErrorLine, HasItsPartsBack) {
    const auto line = parse_error_line("hopbench-sim: m.json: gpus: is empty: none (add (one))");
    EXPECT_EQ(line.what, "m.json");
    EXPECT_EQ(line.why, "gpus: is empty: none (add");
    const auto plain = parse_error_line("hopbench-sim: m.json: gpus: is empty (add one)");
    EXPECT_EQ(plain.why, "gpus: is empty");
    EXPECT_EQ(plain.remedy, "add one");
    EXPECT_EQ(parse_error_line("Segmentation fault").why, "Segmentation fault");
    EXPECT_EQ(parse_error_line("").why, "");
}

}  // namespace
}  // namespace hopbench

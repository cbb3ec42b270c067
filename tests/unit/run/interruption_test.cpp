#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "fake_bench.hpp"
#include "harness/run/interrupt.hpp"

namespace hopbench {
namespace {

TEST(Interruption, KeepsWholeBlocksAndResumesToTheSameReport) {
    const TemporaryDirectory directory;
    const auto setup = fake_setup(3);
    FakeLauncher first, second, fine;
    const auto result = run_fake(setup, directory.path() / "run", first, Existing::refuse,
                                 [&] { return first.started >= 10 ? 1 : 0; });
    EXPECT_EQ(result.outcome, Outcome::interrupted);
    EXPECT_EQ(result.blocks_done, 1);
    EXPECT_GE(first.stops, 1);
    ASSERT_TRUE(result.report);
    EXPECT_EQ(result.report->outcome, "interrupted");
    EXPECT_EQ(result.report->invocations.block.size(), 6u);
    for (const auto& cell : result.report->cells) EXPECT_EQ(cell.invocations.size(), 2u);

    const auto resumed = run_fake(setup, directory.path() / "run", second, Existing::resume);
    EXPECT_EQ(second.started, 12);
    ASSERT_TRUE(resumed.report);
    ASSERT_EQ(resumed.report->volatile_part.repeated_blocks.size(), 1u);
    EXPECT_TRUE(resumed.report->volatile_part.repeated_blocks[0].starts_with("block 1,"));
    (void)run_fake(setup, directory.path() / "fine", fine);
    EXPECT_EQ(stable_content(directory.path() / "run"), stable_content(directory.path() / "fine"));
}

TEST(Interruption, BeforeTheFirstBlockThereIsNoReport) {
    const TemporaryDirectory directory;
    FakeLauncher launcher([](int, const LaunchRequest&) { return std::optional<LaunchEnd>{}; });
    const auto result = run_fake(fake_setup(), directory.path() / "run", launcher, Existing::refuse,
                                 [&] { return launcher.started > 0 ? 1 : 0; });
    EXPECT_EQ(result.outcome, Outcome::interrupted);
    EXPECT_FALSE(result.report);
    EXPECT_FALSE(std::filesystem::exists(directory.path() / "run" / "report.json"));
}

TEST(Interrupt, CountsSignalsAndWakes) {
    const Interrupt interrupt;
    EXPECT_EQ(interrupt.count(), 0);
    ASSERT_EQ(raise(SIGINT), 0);
    ASSERT_EQ(raise(SIGTERM), 0);
    EXPECT_EQ(interrupt.count(), 2);
    char byte = 0;
    EXPECT_EQ(read(interrupt.wake_fd(), &byte, 1), 1);
}

}  // namespace
}  // namespace hopbench

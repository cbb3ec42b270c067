#include "harness/protocol/plan_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

class PlanFile : public testing::Test {
  protected:
    std::filesystem::path file_ =
        std::filesystem::temp_directory_path() / ("hopbench-plan-test-" + std::to_string(getpid()));
    void TearDown() override { std::filesystem::remove(file_); }
    void write(const std::string& text) const { std::ofstream(file_) << text; }
    [[nodiscard]] std::string error() const {
        try {
            (void)read_plan_file(file_);
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), Exit::usage);
            return e.what();
        }
        return "no error";
    }
};

TEST_F(PlanFile, RoundTrips) {
    InvocationPlan plan{.executable = "hopbench-latency",
                        .seed = UINT64_MAX,
                        .deadline_seconds = 1.5,
                        .requested_binding = "none",
                        .cases = {}};
    plan.cases.push_back({.name = *parse_case_name("latency/oneshot/src:0/dst:1/bytes:4"),
                          .warmup = 20,
                          .samples = 500});
    write_plan_file(file_, plan);
    const auto read = read_plan_file(file_);
    EXPECT_EQ(read.executable, plan.executable);
    EXPECT_EQ(read.seed, plan.seed);
    EXPECT_EQ(read.deadline_seconds, 1.5);
    ASSERT_EQ(read.cases.size(), 1u);
    EXPECT_EQ(read.cases[0].name, plan.cases[0].name);
    EXPECT_EQ(read.cases[0].warmup, 20);
    EXPECT_EQ(read.cases[0].samples, 500);
}

TEST_F(PlanFile, GarbageNamesFileFieldAndRemedy) {
    const std::string head =
        R"({"schema":"hopbench.plan/1","executable":"e","seed":1,"deadline_seconds":0,"requested_binding":"none","cases":)";
    const std::pair<std::string, std::string> table[] = {
        {"", "not valid JSON"},
        {"[]", "no JSON object"},
        {"{}", "\"schema\" is missing"},
        {R"({"schema":"hopbench.plan/2"})", "hopbench.plan/1"},
        {head + "3}", "\"cases\" is not a list"},
        {head + R"([{"name":"x","warmup":0,"samples":1}]})", "\"x\" is no case name"},
        {head + R"([{"name":"l/o/bytes:9223372036854775804","warmup":0,"samples":1}]})",
         "larger than any memory"},
        {head + R"([{"name":"l/o","warmup":-1,"samples":1}]})", "\"warmup\""},
        {head + R"([{"name":"l/o","warmup":0,"samples":0}]})", "\"samples\""},
        {head + R"([{"name":"l/o","warmup":0,"samples":1e9}]})", "\"samples\""},
        {head + R"([{"name":"l/o","warmup":0,"samples":99999999999}]})", "\"samples\""},
    };
    for (const auto& [text, expected] : table) {
        write(text);
        const auto message = error();
        EXPECT_NE(message.find(expected), std::string::npos) << text << "\n" << message;
        EXPECT_NE(message.find(file_.string()), std::string::npos) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos);
    }
}

TEST_F(PlanFile, MissingFileIsNamed) {
    EXPECT_NE(error().find(file_.string()), std::string::npos);
}

}  // namespace
}  // namespace hopbench

// Renderings compared with the files beside this one, byte by byte. After a wanted change run
//   HOPBENCH_UPDATE_GOLDEN=1 build/PRESET/tests/test_golden
// and read the difference in git before committing it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "harness/report/render.hpp"
#include "harness/report/report_writer.hpp"
#include "tests/unit/report/fixture.hpp"

namespace hopbench {
namespace {

void expect_golden(const std::string& name, const std::string& text) {
    const auto file = std::filesystem::path(HOPBENCH_SOURCE_DIR) / "tests/golden" / name;
    if (const char* update = std::getenv("HOPBENCH_UPDATE_GOLDEN"); update && *update == '1')
        fixture::write_text(file, text);
    ASSERT_TRUE(std::filesystem::exists(file)) << file;
    EXPECT_EQ(text, fixture::read_text(file)) << "see the head of golden_test.cpp";
}

TEST(Golden, ReportFile) {
    expect_golden("report.json", report_text(fixture::full_report()));
}

TEST(Golden, Report) {
    const auto report = fixture::full_report();
    expect_golden("report.txt", render_report(report, Format::text, {}));
    expect_golden("report-all.txt",
                  render_report(report, Format::text, {.color = false, .width = 80, .all = true}));
    expect_golden("report.md", render_report(report, Format::markdown, {}));
    expect_golden("report-summary.json", render_report(report, Format::json, {}));
}

TEST(Golden, Fabric) {
    const auto report = fixture::fabric_report();
    expect_golden("fabric.txt", render_report(report, Format::text, {}));
    expect_golden("fabric.md", render_report(report, Format::markdown, {}));
}

TEST(Golden, Comparison) {
    const auto comparison = fixture::full_comparison();
    expect_golden("comparison.txt", render_comparison(comparison, Format::text, {}));
    expect_golden(
        "comparison-all.txt",
        render_comparison(comparison, Format::text, {.color = true, .width = 100, .all = true}));
    expect_golden("comparison.md", render_comparison(comparison, Format::markdown, {}));
    expect_golden("comparison.json", render_comparison(comparison, Format::json, {}));
}

}  // namespace
}  // namespace hopbench

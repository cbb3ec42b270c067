#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <limits>

#include "harness/model/error.hpp"
#include "harness/report/json_text.hpp"
#include "harness/report/report_reader.hpp"
#include "harness/report/report_writer.hpp"
#include "tests/unit/report/fixture.hpp"

namespace hopbench {
namespace {

using fixture::full_report;
using fixture::read_text;

std::string number(double value) {
    std::string out;
    reporting::append_json_number(out, value);
    return out;
}

class RoundTrip : public testing::Test {
  protected:
    fixture::TemporaryDirectory directory_;
    std::filesystem::path file_ = directory_.path() / "report.json";

    [[nodiscard]] Report placed_report() const {
        auto report = full_report();
        report.volatile_part.directory = directory_.path().string();
        return report;
    }
};

TEST_F(RoundTrip, WriteReadWriteGivesTheSameBytes) {
    write_report(file_, placed_report());
    EXPECT_EQ(report_text(read_report(file_)), read_text(file_));
}

TEST_F(RoundTrip, ARunDirectoryIsItsReport) {
    write_report(file_, placed_report());
    const auto report = read_report(directory_.path());
    EXPECT_EQ(report_text(report), read_text(file_));
    EXPECT_EQ(report.volatile_part.directory, directory_.path().string());
}

TEST_F(RoundTrip, AnotherFileNameIsItsOwnLabel) {
    const auto other = directory_.path() / "before.json";
    write_report(other, placed_report());
    EXPECT_EQ(read_report(other).volatile_part.directory, other.string());
}

TEST_F(RoundTrip, ValuesArriveAsTheyWere) {
    write_report(file_, placed_report());
    const auto report = read_report(file_);
    EXPECT_EQ(report.schema_version, "1.7");
    EXPECT_EQ(report.plan.seed, UINT64_MAX);
    EXPECT_TRUE(report.identity.simulated);
    ASSERT_TRUE(report.model);
    EXPECT_EQ(report.model->name, "four-gpus");
    EXPECT_EQ(report.variants.at(2).settings.at(1).first, "A");
    EXPECT_FALSE(report.variants.at(2).treatment.applied);
    EXPECT_EQ(report.margins, default_margins());
    EXPECT_EQ(report.invocations.status.at(1), Status::crashed);
    ASSERT_EQ(report.cells.size(), full_report().cells.size());
    const auto& host = report.cells.back();
    EXPECT_EQ(report.cells.front().key.ranks, 4);
    EXPECT_EQ(report.capabilities, full_report().capabilities);
    EXPECT_EQ(report.nccl, full_report().nccl);
    EXPECT_EQ(host.key.host_node, 1);
    EXPECT_EQ(host.better, Better::higher);
    EXPECT_EQ(host.invocations.median.at(0), 5.5e10);
    EXPECT_TRUE(std::isnan(host.invocations.median.at(1)));
    EXPECT_EQ(host.invocations.reason.at(1), 2u);
    EXPECT_EQ(report.origin, "nobody's \"log\"\n");
    EXPECT_EQ(report.gpus.at(0).name, "SIMULATED \x1b[31mGPU|<b>`\xEF\xBF\xBD");
}

TEST_F(RoundTrip, LayoutIsOneCellALineAndVolatileTheLastLine) {
    const auto text = report_text(placed_report());
    const std::string begin = "{\n\"schema\": \"hopbench.report\",\n\"schema_version\": \"1.7\",";
    EXPECT_EQ(text.substr(0, begin.size()), begin);
    EXPECT_EQ(text.find("1.7") < 100, true);
    EXPECT_NE(text.find("\n\"simulated\": true,\n\"model\": {\"name\":\"four-gpus\""),
              std::string::npos);
    const auto last = text.rfind("\n\"volatile\": {");
    ASSERT_NE(last, std::string::npos);
    EXPECT_EQ(text.find('\n', last + 1) + 3, text.size()) << "only the closing brace may follow";
    std::size_t cell_lines = 0;
    for (auto at = text.find("\n{\"key\":"); at != std::string::npos;
         at = text.find("\n{\"key\":", at + 1))
        ++cell_lines;
    EXPECT_EQ(cell_lines, full_report().cells.size());
}

TEST_F(RoundTrip, CapabilitiesTakeOneLineAStepAndComeBackWhole) {
    auto report = placed_report();
    report.capabilities = fixture::four_gpu_capabilities();
    write_report(file_, report);
    EXPECT_EQ(read_report(file_).capabilities, report.capabilities);
    const auto text = read_text(file_);
    std::size_t lines = 0;
    for (auto at = text.find("\n{\"step\":"); at != std::string::npos;
         at = text.find("\n{\"step\":", at + 1))
        ++lines;
    EXPECT_EQ(lines, 4u);
    EXPECT_NE(text.find("\"native_atomics\":[0,0,0,null,"), std::string::npos);
}

TEST_F(RoundTrip, AReportOfVersionOneZeroStillReads) {
    auto report = placed_report();
    report.schema_version = "1.0";
    report.capabilities.clear();
    report.nccl.clear();
    auto text = report_text(report);
    for (const std::string line : {"\"capabilities\": [],\n", "\"nccl\": [],\n"}) {
        const auto at = text.find(line);
        ASSERT_NE(at, std::string::npos) << line;
        text.erase(at, line.size());
    }
    for (auto at = text.find("\"ranks\":null,"); at != std::string::npos;
         at = text.find("\"ranks\":null,"))
        text.erase(at, 13);
    fixture::write_text(file_, text);
    const auto read = read_report(file_);
    EXPECT_EQ(read.schema_version, "1.0");
    EXPECT_TRUE(read.capabilities.empty());
    EXPECT_TRUE(read.nccl.empty());
    EXPECT_EQ(read.cells.back().key.ranks, std::nullopt);
    EXPECT_EQ(read.cells.size(), report.cells.size());
}

TEST_F(RoundTrip, VolatileAloneDiffers) {
    auto other = placed_report();
    other.volatile_part = {.started = "later",
                           .finished = "",
                           .host = "elsewhere",
                           .directory = "x",
                           .command = "",
                           .wall_seconds = 1,
                           .repeated_blocks = {}};
    const auto a = report_text(placed_report()), b = report_text(other);
    const auto cut = a.find("\n\"volatile\": ");
    EXPECT_EQ(a.substr(0, cut), b.substr(0, cut));
}

TEST_F(RoundTrip, CellsAreSortedWhateverTheOrderInMemory) {
    auto report = placed_report();
    std::swap(report.cells.front(), report.cells.back());
    EXPECT_EQ(report_text(report), report_text(placed_report()));
}

TEST_F(RoundTrip, EveryMissingNumberGetsAReason) {
    auto report = placed_report();
    report.cells.resize(1);
    report.reasons = {""};
    report.invocations.reason = {0, 0};
    auto& all = report.cells[0].invocations;
    all.reason = {0, 0};
    all.median[1] = std::numeric_limits<double>::infinity();
    write_report(file_, report);
    const auto read = read_report(file_);
    const auto& got = read.cells.at(0).invocations;
    EXPECT_EQ(read.reasons.at(got.reason[0]), "no p99 from fewer than 100 samples");
    EXPECT_EQ(read.reasons.at(got.reason[1]), "not recorded");
    EXPECT_TRUE(std::isnan(got.median[1]));
    EXPECT_EQ(report_text(read), read_text(file_));
}

TEST_F(RoundTrip, EmptyReportRoundTrips) {
    Report report;
    report.volatile_part.directory = directory_.path().string();
    report.samples.file = "";
    write_report(file_, report);
    EXPECT_EQ(report_text(read_report(file_)), read_text(file_));
}

TEST_F(RoundTrip, ExistingFilesAreKeptUnlessToldOtherwise) {
    fixture::write_text(file_, "mine");
    EXPECT_THROW(write_report(file_, placed_report()), Error);
    EXPECT_EQ(read_text(file_), "mine");
    write_report(file_, placed_report(), Overwrite::yes);
    EXPECT_EQ(fixture::reading_error(file_), "");
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator(directory_.path()))
        ++files;
    EXPECT_EQ(files, 1u) << "a temporary file was left behind";
}

TEST_F(RoundTrip, APipeOrDeviceIsNeverReplaced) {
    ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
    const auto link = directory_.path() / "link.json";
    std::filesystem::create_symlink(file_, link);
    for (const auto& target : {file_, link})
        EXPECT_THROW(write_report(target, placed_report(), Overwrite::yes), Error);
    EXPECT_TRUE(std::filesystem::is_fifo(file_));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST_F(RoundTrip, AnUnwritablePlaceIsNamed) {
    try {
        write_report("/nonexistent-directory/report.json", placed_report());
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), Exit::usage);
        EXPECT_EQ(error.subject(), "/nonexistent-directory/report.json");
    }
}

TEST_F(RoundTrip, WhatContradictsItselfIsNotWritten) {
    auto twice = placed_report();
    twice.cells.push_back(twice.cells.front());
    EXPECT_THROW((void)report_text(twice), Error);
    auto ragged = placed_report();
    ragged.cells[0].invocations.max.pop_back();
    EXPECT_THROW((void)report_text(ragged), Error);
    auto astray = placed_report();
    astray.cells[0].invocations.binding[0] = 99;
    EXPECT_THROW((void)report_text(astray), Error);
}

TEST(JsonNumber, IsShortestAndReadsBack) {
    EXPECT_EQ(number(1.3e-5), "1.3e-05");
    EXPECT_EQ(number(0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(number(20), "20");
    EXPECT_EQ(number(-0.0), "0");
    EXPECT_EQ(number(std::nan("")), "null");
    EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "null");
}

}  // namespace
}  // namespace hopbench

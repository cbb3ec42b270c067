#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "harness/model/error.hpp"
#include "harness/report/import_nccl_tests.hpp"
#include "harness/report/report_reader.hpp"
#include "harness/report/report_writer.hpp"
#include "tests/unit/report/fixture.hpp"

namespace hopbench {
namespace {

const std::string devices =
    "# nThread 1 nGpus 4 minBytes 8 maxBytes 64 step: 2(factor) warmup iters: 5 iters: 20 agg "
    "iters: 1 validation: 1 graph: 0\n"
    "#\n"
    "# Using devices\n"
    "#  Rank  0 Group  0 Pid   4242 on      rig-1 device  0 [0000:1b:00] Example GPU X1\n"
    "#  Rank  1 Group  0 Pid   4242 on      rig-1 device  1 [0000:1c:00] Example GPU X1\n"
    "#  Rank  2 Group  0 Pid   4242 on      rig-1 device  2 [0000:9b:00] Example GPU X1\n"
    "#  Rank  3 Group  0 Pid   4242 on      rig-1 device  3 [0000:9c:00] Example GPU X1\n"
    "#\n";
const std::string columns =
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time "
    "  algbw   busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us) "
    " (GB/s)  (GB/s)\n";
const std::string small_row =
    "           8             2     float     sum      -1    12.34    0.00    0.00      0    12.05 "
    " "
    "  0.00    0.00      0\n";
const std::string large_row =
    "    67108864      16777216     float     sum      -1   1162.2   57.74   86.61      0    1160  "
    " "
    "57.85   86.78      0\n";
const std::string closing = "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 43.35\n#\n";

class NcclImport : public testing::Test {
  protected:
    fixture::TemporaryDirectory directory_;
    std::filesystem::path file_ = directory_.path() / "nccl.log";

    [[nodiscard]] Report import(const std::string& text) const {
        fixture::write_text(file_, text);
        return import_nccl_tests(file_);
    }
    [[nodiscard]] std::string error_of(const std::string& text) const {
        try {
            (void)import(text);
        } catch (const Error& error) {
            std::string message = error.what();
            EXPECT_EQ(error.code(), Exit::usage);
            EXPECT_EQ(message.find('\n'), std::string::npos) << message;
            EXPECT_NE(message.find(file_.string() + ": line "), std::string::npos) << message;
            return message;
        }
        return "no error";
    }
    static const Cell& cell(const Report& report, std::uint64_t bytes, const std::string& method) {
        for (const auto& candidate : report.cells)
            if (candidate.key.bytes == bytes && candidate.key.method == method) return candidate;
        throw std::runtime_error("no such cell");
    }
    static bool notes_hold(const Report& report, const std::string& part) {
        for (const auto& note : report.notes)
            if (note.find(part) != std::string::npos) return true;
        return false;
    }
};

TEST_F(NcclImport, ReadsTheUsualTable) {
    const auto report = import(devices + columns + small_row + large_row + closing);
    EXPECT_EQ(report.kind, "import");
    EXPECT_EQ(report.identity.gpu_model, "Example GPU X1");
    EXPECT_EQ(report.identity.gpu_count, 4);
    EXPECT_FALSE(report.identity.simulated);
    EXPECT_EQ(report.identity.methods.at("allreduce/nccl-tests-in-place"), 1);
    EXPECT_EQ(report.gpus.at(2).bdf, "0000:9b:00.0");
    ASSERT_EQ(report.cells.size(), 4u);
    const auto& small = cell(report, 8, "nccl-tests-out-of-place");
    EXPECT_EQ(small.key.family, "allreduce");
    EXPECT_EQ(small.key.engine, "nccl/float/sum");
    EXPECT_EQ(small.key.metric, "time");
    EXPECT_EQ(small.pair_class, PairClass::collective);
    EXPECT_EQ(small.margin_kind, MarginKind::allreduce);
    EXPECT_EQ(small.invocations.median.at(0), 12.34e-6);
    EXPECT_EQ(small.invocations.count.at(0), 1u);
    EXPECT_TRUE(std::isnan(small.invocations.p99.at(0)));
    EXPECT_NE(small.invocations.reason.at(0), 0u);
    EXPECT_DOUBLE_EQ(small.quantum, 1e-8);
    EXPECT_DOUBLE_EQ(cell(report, 67108864, "nccl-tests-out-of-place").quantum, 1e-7);
    EXPECT_DOUBLE_EQ(cell(report, 67108864, "nccl-tests-in-place").quantum, 1e-6);
    EXPECT_TRUE(notes_hold(report, "busbw/algbw is 1.500 on 4 ranks: 2(n-1)/n"));
    EXPECT_TRUE(notes_hold(report, "mean of 20 iterations"));
    EXPECT_TRUE(report.samples.file.empty());
}

TEST_F(NcclImport, WritesAReportThatReadsBack) {
    const auto file = directory_.path() / "report.json";
    write_report(file, import(devices + columns + small_row + closing));
    auto report = read_report(file);
    EXPECT_EQ(report.cells.size(), 2u);
    report.volatile_part.directory = file_.string();
    EXPECT_EQ(report_text(report), fixture::read_text(file));
}

TEST_F(NcclImport, WrongValuesMakeTheCellCorrupt) {
    const std::string row =
        "          16             4  bfloat16     sum      -1    12.34    0.00    0.00     37    "
        "12.05    0.00    0.00    N/A\n";
    const auto report = import(devices + columns + row + "# Out of bounds values : 37 FAILED\n");
    const auto& bad = cell(report, 16, "nccl-tests-out-of-place");
    EXPECT_EQ(bad.invocations.status.at(0), Status::corrupt);
    EXPECT_EQ(report.verifications.at(bad.invocations.verification.at(0)).mismatches, 37u);
    const auto& unsaid = cell(report, 16, "nccl-tests-in-place");
    EXPECT_EQ(unsaid.invocations.status.at(0), Status::ok);
    EXPECT_EQ(report.verifications.at(unsaid.invocations.verification.at(0)).status, "unverified");
    EXPECT_EQ(bad.key.engine, "nccl/bfloat16/sum");
}

TEST_F(NcclImport, AnOldErrorIsRoundingUntilTheLogSaysFailed) {
    const std::string old_columns =
        "#  size  count  type  redop  time algbw busbw error time algbw busbw error\n";
    const std::string row = "  1024 256 half sum 20.00 0.05 0.08 2e-07 20.10 0.05 0.08 0e+00\n";
    const auto good = import(devices + old_columns + row + closing);
    EXPECT_EQ(cell(good, 1024, "nccl-tests-out-of-place").invocations.status.at(0), Status::ok);
    const auto bad = import(devices + old_columns + row + "# Out of bounds values : 3 FAILED\n");
    EXPECT_EQ(cell(bad, 1024, "nccl-tests-out-of-place").invocations.status.at(0), Status::corrupt);
    EXPECT_EQ(cell(bad, 1024, "nccl-tests-in-place").invocations.status.at(0), Status::ok);
}

TEST_F(NcclImport, TheHeaderOrTheCommandNamesTheCollective) {
    const std::string plain = devices + columns + small_row;
    const auto header = import(
        "# nccl-tests version 2.17.1 nccl-headers=22809 nccl-library=22809\n"
        "# Collective test starting: reduce_scatter_perf\n" +
        plain + closing + "# Collective test concluded: reduce_scatter_perf\n");
    EXPECT_EQ(header.cells.at(0).key.family, "reducescatter");
    EXPECT_EQ(header.origin, "nccl-tests 2.17.1");
    const auto command = import("$ ./build/alltoall_perf -b 8 -g 4\n" + plain + closing);
    EXPECT_EQ(command.cells.at(0).key.family, "alltoall");
    const auto nothing = import(plain + closing);
    EXPECT_EQ(nothing.cells.at(0).key.family, "collective");
    EXPECT_TRUE(notes_hold(nothing, "too small to tell"));
    const auto doubtful = import("$ all_gather_perf\n" + devices + columns + large_row + closing);
    EXPECT_TRUE(notes_hold(doubtful, "although its bandwidths are those of allreduce"));
}

TEST_F(NcclImport, RootsAndBlankOperationsAreKeptApart) {
    const std::string rows =
        "  1048576 262144 float none 0 20.00 52.43 52.43 0 20.10 52.17 52.17 0\n"
        "  1048576 262144 float none 1 21.00 49.93 49.93 0 21.10 49.70 49.70 0\n"
        "  1048576 262144 float 2 22.00 47.66 47.66 0 22.10 47.45 47.45 0\n";
    const auto report = import(devices + columns + rows + closing);
    ASSERT_EQ(report.cells.size(), 6u);
    EXPECT_EQ(report.cells.at(0).key.family, "broadcast");
    EXPECT_EQ(report.cells.at(0).key.engine, "nccl/float/root:0");
    EXPECT_EQ(report.cells.at(5).key.engine, "nccl/float/root:2");
}

TEST_F(NcclImport, RepeatedSizesKeepTheFirst) {
    const auto again = std::string(small_row).replace(small_row.find("12.34"), 5, "99.99");
    const auto report = import(devices + columns + small_row + again + closing);
    EXPECT_EQ(report.cells.size(), 2u);
    EXPECT_EQ(cell(report, 8, "nccl-tests-out-of-place").invocations.median.at(0), 12.34e-6);
    EXPECT_TRUE(notes_hold(report, "the first was kept: 2 measurements"));
}

TEST_F(NcclImport, ForeignLinesInBetweenAreIgnored) {
    const std::string noisy =
        "rig-1:42:43 [0] NCCL INFO NCCL version 2.27.3+cuda12.9\n" + devices +
        "rig-1:42:43 [0] NCCL INFO Connected all rings\n" + columns +
        "           8             2     float     sum      -1 rig-1:42:43 [0] NCCL INFO Launch\n"
        "mpirun: a warning\n"
        "    12.34    0.00    0.00      0    12.05    0.00    0.00      0\n" +
        closing + "Job 1234 done\n17\n";
    const auto report = import(noisy);
    EXPECT_EQ(cell(report, 8, "nccl-tests-in-place").invocations.median.at(0), 12.05e-6);
    EXPECT_NE(report.origin.find("NCCL 2.27.3+cuda12.9"), std::string::npos) << report.origin;

    std::string tagged;
    const auto plain = devices + columns + small_row + closing;
    for (std::size_t at = 0; at < plain.size();) {
        const auto end = plain.find('\n', at);
        tagged += "[1,0]<stdout>:" + plain.substr(at, end - at) + "\r\n";
        at = end + 1;
    }
    EXPECT_EQ(import(tagged).cells.size(), 2u);
}

TEST_F(NcclImport, ASimulatedDeviceMakesTheReportSimulated) {
    auto text = devices + columns + small_row + closing;
    for (auto at = text.find("Example"); at != std::string::npos; at = text.find("Example", at + 9))
        text.replace(at, 7, "SIMULATED");
    EXPECT_TRUE(import(text).identity.simulated);
}

TEST_F(NcclImport, HostTimeIsAnotherMetric) {
    auto text = devices + columns + small_row + closing;
    for (int i = 0; i < 2; ++i) text.replace(text.find(" time "), 6, " cputime ");
    EXPECT_EQ(import(text).cells.at(0).key.metric, "cpu_time");
}

TEST_F(NcclImport, FaultsNameTheLine) {
    const std::string good = devices + columns;
    const std::pair<std::string, std::string> table[] = {
        {"", "line 1: the file is empty"},
        {"hello\n", "without a row"},
        {"{\"benchmarks\": []}\n", "without a row"},
        {std::string("\x7f"
                     "ELF\x02\x01\0\0",
                     8),
         "line 1: holds bytes of a binary file"},
        {good + closing, "without a row"},
        {good + small_row, "before nccl-tests' closing lines"},
        {good + small_row.substr(0, 60), "line 11: the row ends after"},
        {good + small_row.substr(0, 60) + "\n" + small_row + closing, "line 11: the row ends"},
        {good + "  8  2  float sum -1 12.3x 0 0 0 12.3 0 0 0\n" + closing, "\"12.3x\" is no value"},
        {good + "  8  2  float sum -1 nan 0 0 0 12.3 0 0 0\n" + closing, "\"nan\" is no value"},
        {good + "  8  2  float sum -1 -4.0 0 0 0 12.3 0 0 0\n" + closing, "\"-4.0\" is no value"},
        {good + "  8  2  float sum -1 1" + std::string(30, '0') + ".0 0 0 0 12.3 0 0 0\n" + closing,
         "is no value of time"},
        {good + "  8  2  float sum -1 1." + std::string(400, '0') + " 0 0 0 12.3 0 0 0\n" + closing,
         "is no value of time"},
        {good + "  8  2  float sum -1 4.0 0 0 -7 12.3 0 0 0\n" + closing, "\"-7\" is no value"},
        {good + "  8  2  float sum x 4.0 0 0 0 12.3 0 0 0\n" + closing, "\"x\" is no root"},
        {good + "  8  2  float sum -1 4.0 0 0 0 12.3 0 0 0 7\n" + closing, "14 columns"},
        {good + "  99999999999999999999 2 float sum -1 4.0 0 0 0 12.3 0 0 0\n" + closing,
         "line 11: is no row"},
        {columns + small_row + closing, "without \"# Rank\" lines"},
        {devices + small_row + closing, "line 9: a row comes before"},
        {devices + devices + columns + small_row + closing, "rank 0 is there twice"},
        {"#  Rank  x\n" + good + small_row + closing, "line 1: is no line \"# Rank"},
        {good + std::string(70000, ' ') + "\n", "line 11: is longer"},
    };
    for (const auto& [text, expected] : table) {
        const auto message = error_of(text);
        EXPECT_NE(message.find(expected), std::string::npos) << expected << "\n" << message;
    }
    EXPECT_THROW((void)import_nccl_tests(directory_.path() / "none.log"), Error);
}

TEST_F(NcclImport, CutAnywhereIsAnError) {
    const auto good = devices + columns + small_row + large_row + closing;
    const auto end = good.find("# Out of bounds values : 0");
    for (std::size_t length = 0; length < end; length += 3)
        EXPECT_NE(error_of(good.substr(0, length)), "no error") << length;
}

TEST_F(NcclImport, ReadsARecordedLog) {
    const char* other = std::getenv("HOPBENCH_CORPUS");
    const std::filesystem::path corpus =
        other ? other : std::filesystem::path(HOPBENCH_SOURCE_DIR) / "../shared/corpus";
    const auto log = corpus / "peer-output/nccl_allreduce.log";
    if (!std::filesystem::exists(log))
        GTEST_SKIP() << "no recorded log at " << log << "; set HOPBENCH_CORPUS to a corpus";
    const auto report = import_nccl_tests(log);
    EXPECT_EQ(report.identity.gpu_model, "A100-SXM4-40GB");
    EXPECT_EQ(report.identity.gpu_count, 8);
    EXPECT_EQ(report.cells.size(), 66u) << "32 sizes of 4 B and more, 0 once, two placements";
    EXPECT_EQ(report.cells.at(0).key.family, "allreduce");
    EXPECT_EQ(cell(report, 0, "nccl-tests-out-of-place").invocations.median.at(0), 35.20e-6);
    EXPECT_EQ(cell(report, 8589934592, "nccl-tests-in-place").invocations.median.at(0), 63959e-6);
    EXPECT_TRUE(notes_hold(report, "busbw/algbw is 1.750 on 8 ranks: 2(n-1)/n"));
}

}  // namespace
}  // namespace hopbench

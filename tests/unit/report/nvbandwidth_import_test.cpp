#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "harness/model/error.hpp"
#include "harness/report/import_nvbandwidth.hpp"
#include "harness/report/nvbandwidth_log.hpp"
#include "harness/report/nvbandwidth_tests.hpp"
#include "harness/report/render.hpp"
#include "harness/report/report_reader.hpp"
#include "harness/report/report_writer.hpp"
#include "tests/unit/report/fixture.hpp"

namespace hopbench {
namespace {

const std::string head =
    "nvbandwidth Version: v0.8\nBuilt from Git version: v0.8\n\nCUDA Runtime Version: 13000\n"
    "CUDA Driver Version: 13000\nDriver Version: 580.65.06\n\nrig-1\n"
    "Device 0: Example GPU X1 (00000000:1b:00)\nDevice 1: Example GPU X1 (00000001:81:00)\n\n";
const std::string write_test =
    "Running device_to_device_memcpy_write_ce.\n"
    "memcpy CE GPU(row) <- GPU(column) bandwidth (GB/s)\n"
    "           0         1\n 0       N/A     52.10\n 1     51.30       N/A\n\n"
    "SUM device_to_device_memcpy_write_ce 103.40\n\n";
const std::string read_test =
    "Running device_to_device_memcpy_read_sm.\n"
    "memcpy SM GPU(row) -> GPU(column) bandwidth (GB/s)\n"
    "           0         1\n 0       N/A     40.50\n 1     41.25       N/A\n\n"
    "SUM device_to_device_memcpy_read_sm 81.75\n\n";
const std::string host_test =
    "Running device_to_host_memcpy_ce.\n"
    "memcpy CE CPU(row) <- GPU(column) bandwidth (GB/s)\n"
    "           0         1\n 0     55.25     54.75\n\n"
    "SUM device_to_host_memcpy_ce 110.00\n\n";
const std::string latency_test =
    "Running host_device_latency_sm.\n"
    "memory latency SM CPU(row) <-> GPU(column) (ns)\n"
    "           0         1\n 0    772.58    801.25\n\nSUM host_device_latency_sm 1573.83\n\n";
const std::string both_ways_test =
    "Running device_to_device_bidirectional_memcpy_write_ce.\n"
    "memcpy CE GPU(row) <-> GPU(column) Write1 bandwidth (GB/s)\n"
    "           0         1\n 0       N/A     45.00\n 1     46.00       N/A\n\n"
    "SUM device_to_device_bidirectional_memcpy_write_ce_write1 91.00\n\n"
    "memcpy CE GPU(row) <-> GPU(column) Write2 bandwidth (GB/s)\n"
    "           0         1\n 0       N/A     47.00\n 1     48.00       N/A\n\n"
    "SUM device_to_device_bidirectional_memcpy_write_ce_write2 95.00\n\n"
    "memcpy CE GPU(row) <-> GPU(column) Total bandwidth (GB/s)\n"
    "           0         1\n 0       N/A     92.00\n 1     94.00       N/A\n\n"
    "SUM device_to_device_bidirectional_memcpy_write_ce_total 186.00\n\n";
const std::string closing =
    "NOTE: The reported results may not reflect the full capabilities of the platform.\n";

std::string document(const std::string& tests, const std::string& more = "") {
    return R"({"nvbandwidth": {"version": "v0.8", "Driver Version": "580.65.06", )" + more +
           R"J("GPU Device list": ["0: Example GPU X1 (00000000:1b:00): (rig-1)",
               "1: Example GPU X1 (00000001:81:00): (rig-1)"], "testcases": [)J" +
           tests + "]}}\n";
}

std::string json_test(const std::string& name, const std::string& unit, const std::string& matrix,
                      const std::string& sum) {
    return R"({"name": ")" + name + R"(", "status": "Passed", "bandwidth_description": "memcpy )" +
           unit + R"(", "bandwidth_matrix": )" + matrix + R"(, "sum": )" + sum + "}";
}

const std::string json_read = json_test("device_to_device_memcpy_read_ce", "(GB/s)",
                                        R"([["N/A", "26.3412"], ["26.34", "N/A"]])", "52.6812");

class NvBandwidthImport : public testing::Test {
  protected:
    fixture::TemporaryDirectory directory_;
    std::filesystem::path file_ = directory_.path() / "nvbandwidth.out";

    [[nodiscard]] Report import(const std::string& text) const {
        fixture::write_text(file_, text);
        return import_nvbandwidth(file_);
    }
    [[nodiscard]] std::string error_of(const std::string& text) const {
        try {
            (void)import(text);
        } catch (const Error& error) {
            std::string message = error.what();
            EXPECT_EQ(error.code(), Exit::usage);
            EXPECT_EQ(message.find('\n'), std::string::npos) << message;
            EXPECT_NE(message.find(file_.string()), std::string::npos) << message;
            return message;
        }
        return "";
    }
    void expect_error(const std::string& text, const std::string& part) const {
        const auto error = error_of(text);
        EXPECT_NE(error.find(part), std::string::npos) << error;
    }
};

const Cell* find(const Report& report, const std::string& description) {
    for (const auto& cell : report.cells)
        if (describe(cell.key) == description) return &cell;
    ADD_FAILURE() << "no cell " << description;
    return nullptr;
}

bool has_note(const Report& report, const std::string& part) {
    for (const auto& note : report.notes)
        if (note.find(part) != std::string::npos) return true;
    return false;
}

double value_of(const Report& report, const std::string& description) {
    const auto* cell = find(report, description);
    return cell ? cell->invocations.median.at(0) : std::nan("");
}

TEST_F(NvBandwidthImport, SourceAndDestinationFollowTheBytes) {
    const auto report = import(head + write_test + read_test + host_test + closing);
    EXPECT_EQ(report.origin, "nvbandwidth v0.8");
    EXPECT_EQ(report.outcome, "complete");
    EXPECT_EQ(report.kind, "import");
    EXPECT_EQ(report.setting.driver, "580.65.06");
    EXPECT_EQ(report.identity.gpu_model, "Example GPU X1");
    EXPECT_EQ(report.identity.gpu_count, 2);
    EXPECT_EQ(report.gpus.at(1).bdf, "0001:81:00.0");
    EXPECT_EQ(report.cells.size(), 6u);
    const std::string bytes = "/bytes:536870912/";
    EXPECT_DOUBLE_EQ(
        value_of(report, "p2p/nvbandwidth-device_to_device_memcpy_write_ce/src:0/dst:1" + bytes +
                             "push/ce bandwidth"),
        52.1e9)
        << "the row's GPU writes";
    EXPECT_DOUBLE_EQ(
        value_of(report, "p2p/nvbandwidth-device_to_device_memcpy_read_sm/src:1/dst:0" + bytes +
                             "pull/sm bandwidth"),
        40.5e9)
        << "the row's GPU reads from the column's";
    const auto* copy = find(
        report, "hostcopy/nvbandwidth-device_to_host_memcpy_ce/src:1" + bytes + "d2h/ce bandwidth");
    ASSERT_NE(copy, nullptr);
    EXPECT_DOUBLE_EQ(copy->invocations.median[0], 54.75e9);
    EXPECT_EQ(copy->unit, "B/s");
    EXPECT_EQ(copy->better, Better::higher);
    EXPECT_EQ(copy->margin_kind, MarginKind::bandwidth);
    EXPECT_DOUBLE_EQ(copy->quantum, 1e7);
    EXPECT_EQ(copy->key.host_node, std::nullopt);
    EXPECT_TRUE(has_note(report, "512 MiB"));
}

TEST_F(NvBandwidthImport, LatencyIsATimeOfOneLoad) {
    const auto report = import(head + latency_test);
    const auto* cell = find(
        report, "latency/nvbandwidth-host_device_latency_sm/dst:1/bytes:8/pull/sm load_latency");
    ASSERT_NE(cell, nullptr);
    EXPECT_DOUBLE_EQ(cell->invocations.median[0], 801.25e-9);
    EXPECT_EQ(cell->unit, "s");
    EXPECT_EQ(cell->better, Better::lower);
    EXPECT_EQ(cell->margin_kind, MarginKind::latency);
}

TEST_F(NvBandwidthImport, BothWaysAtOnceAreTheirTotal) {
    const auto text = import(head + both_ways_test);
    ASSERT_EQ(text.cells.size(), 2u);
    const std::string name =
        "p2p/nvbandwidth-device_to_device_bidirectional_memcpy_write_ce_total/src:0/dst:1/"
        "bytes:536870912/bidirectional/ce bandwidth";
    EXPECT_DOUBLE_EQ(value_of(text, name), 92e9);
    const auto json = import(document(json_test(
        "device_to_device_bidirectional_memcpy_write_ce", "Total bandwidth (GB/s)",
        R"([["N/A","45"],["46","N/A"],["N/A","47"],["48","N/A"],["N/A","92"],["94","N/A"]])",
        "186.0")));
    ASSERT_EQ(json.cells.size(), 2u) << "three matrices stand in one list";
    EXPECT_DOUBLE_EQ(value_of(json, name), 92e9);
}

TEST_F(NvBandwidthImport, JsonIsToldApartAndTextsAreNumbers) {
    for (const std::string before : {"", "\n  ", "WARNING: a line of mpirun\n"}) {
        const auto report = import(before + document(json_read));
        EXPECT_EQ(report.cells.size(), 2u);
        EXPECT_EQ(report.gpus.at(1).name, "Example GPU X1");
        EXPECT_EQ(report.gpus.at(1).bdf, "0001:81:00.0");
        EXPECT_DOUBLE_EQ(
            value_of(report,
                     "p2p/nvbandwidth-device_to_device_memcpy_read_ce/src:0/dst:1/bytes:536870912/"
                     "pull/ce bandwidth"),
            26.34e9);
        EXPECT_NEAR(report.cells[0].quantum, 1e5, 1) << "six digits are kept, zeros dropped";
    }
}

TEST_F(NvBandwidthImport, WhatHasNoNumberIsNotedAndNotZero) {
    const auto report = import(document(
        json_test("device_to_device_memcpy_read_ce", "(GB/s)", R"([["N/A","0"],["N/A","N/A"]])",
                  "0") +
            "," +
            json_test("host_to_device_memcpy_ce", "(GB/s)", R"([["25.5","25.25"]])", "50.75") +
            R"(,{"name": "one_to_all_write_ce", "status": "Waived"})" +
            R"(,{"name": "all_to_host_memcpy_ce", "status": "Running"})" +
            R"(,{"name": "all_to_host_memcpy_ce", "status": "Error"})" +
            R"(,{"name": "multinode_bisect_write_ce", "status": "Passed"})",
        R"("error": "[CUDA_ERROR_OUT_OF_MEMORY] out of memory", )"));
    EXPECT_EQ(report.outcome, "interrupted");
    EXPECT_TRUE(has_note(report, "out of memory"));
    EXPECT_TRUE(has_note(report,
                         "one_to_all_write_ce (Waived), all_to_host_memcpy_ce (Running), "
                         "all_to_host_memcpy_ce (Error)"));
    EXPECT_TRUE(has_note(report, "multinode_bisect_write_ce (not imported"));
    ASSERT_EQ(report.cells.size(), 4u);
    const auto* absent = find(report,
                              "p2p/nvbandwidth-device_to_device_memcpy_read_ce/src:0/dst:1/"
                              "bytes:536870912/pull/ce bandwidth");
    ASSERT_NE(absent, nullptr);
    EXPECT_EQ(absent->invocations.status[0], Status::not_supported);
    EXPECT_TRUE(std::isnan(absent->invocations.median[0]));
    EXPECT_NE(report.reasons.at(absent->invocations.reason[0]).find("N/A"), std::string::npos);
}

TEST_F(NvBandwidthImport, WaivedTestsOfTextHaveNoName) {
    const auto report = import(head + "Waived: \nWaived: \n" + host_test +
                               "Running one_to_all_write_sm.\nError: out of memory\n");
    EXPECT_TRUE(has_note(report, "2 tests were waived"));
    EXPECT_TRUE(has_note(report, "one_to_all_write_sm (Error: out of memory)"));
    EXPECT_EQ(report.outcome, "interrupted");
}

TEST_F(NvBandwidthImport, VersionsDifferInWhatTheyMean) {
    auto old = head;
    old.replace(old.find("v0.8"), 4, "v0.5");
    const auto report =
        import(old +
               "Running device_to_device_latency_sm.\n"
               "Device to Device Latency SM GPU(row) <-> GPU(column) (ns)\n           0         1\n"
               " 0      0.00    772.58\n 1    801.25      0.00\n\n"
               "SUM device_to_device_latency_sm 1573.83\n" +
               host_test);
    EXPECT_TRUE(has_note(report, "64 MiB"));
    EXPECT_TRUE(has_note(report, "fixed in v0.8"));
    EXPECT_EQ(report.cells.size(), 4u) << "0.00 on the diagonal is no measurement";
    const auto sized = import(document(json_read, R"("bufferSize": 16, )"));
    EXPECT_EQ(sized.cells.front().key.bytes, 16u << 20);
    EXPECT_FALSE(has_note(sized, "default"));
}

TEST_F(NvBandwidthImport, SeveralCpusAreHostNodes) {
    const auto report = import(head +
                               "Running host_to_device_memcpy_ce.\n"
                               "memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n"
                               "           0         1\n 0     55.00     40.00\n 1     41.00     "
                               "54.00\n\n&&&& PERF host_to_device_memcpy_ce 190.00+GB/s\n");
    EXPECT_DOUBLE_EQ(value_of(report,
                              "hostcopy/nvbandwidth-host_to_device_memcpy_ce/dst:0/bytes:536870912/"
                              "node:1/h2d/ce bandwidth"),
                     41e9);
    const auto text = render_report(report, Format::text, {});
    EXPECT_NE(text.find("host node 1"), std::string::npos) << text;
}

TEST_F(NvBandwidthImport, EveryTestOfVersionEightIsKnown) {
    for (const char* name :
         {"host_to_device_memcpy_ce", "device_to_host_memcpy_sm",
          "host_to_device_bidirectional_memcpy_sm", "device_to_host_bidirectional_memcpy_ce",
          "device_to_device_memcpy_read_sm", "device_to_device_memcpy_write_ce",
          "device_to_device_bidirectional_memcpy_read_ce",
          "device_to_device_bidirectional_memcpy_write_sm", "all_to_host_memcpy_ce",
          "all_to_host_bidirectional_memcpy_sm", "host_to_all_memcpy_sm",
          "host_to_all_bidirectional_memcpy_ce", "all_to_one_write_ce", "all_to_one_read_sm",
          "one_to_all_write_sm", "one_to_all_read_ce", "host_device_latency_sm",
          "device_to_device_latency_sm", "device_local_copy"})
        EXPECT_TRUE(reporting::find_nvbandwidth_test(name).has_value()) << name;
    for (const char* name : {"", "_ce", "host_to_device_memcpy", "multinode_bisect_write_ce"})
        EXPECT_FALSE(reporting::find_nvbandwidth_test(name).has_value()) << name;
    EXPECT_EQ(reporting::find_nvbandwidth_test("one_to_all_read_ce")->meaning.ends,
              reporting::NvEnds::into_column)
        << "the one reads from all";
}

TEST_F(NvBandwidthImport, ImportsRoundTrip) {
    const auto report = import(head + write_test + host_test + latency_test + both_ways_test);
    const auto written = directory_.path() / "report.json";
    write_report(written, report);
    EXPECT_EQ(read_report(written).cells.size(), report.cells.size());
}

TEST_F(NvBandwidthImport, DamageNamesItsLine) {
    const auto row = write_test.find(" 1     51.30");
    auto cut = write_test, changed = write_test;
    cut.resize(row);
    changed.replace(changed.find("51.30"), 5, "15.30");
    expect_error(head + cut, "line 15: the file ends inside the matrix");
    expect_error(head + changed, "does not add up to the sum");
    expect_error(head + "Running x_ce.\nmemcpy (GB/s)\n  0  2\n", "columns are due");
    expect_error(head + write_test.substr(0, row) + " 1     51.30\n\n", "is no row of 2 numbers");
    expect_error(head + write_test.substr(0, row) + " 1     51.3x   N/A\n", "is no number");
    expect_error(head + write_test.substr(0, row) + " 1     -1.00   N/A\n", "is no number");
    expect_error(head + write_test.substr(0, write_test.find("SUM")) + host_test,
                 "sum of the matrix before is missing");
    expect_error(host_test, "this is no output of nvbandwidth");
    expect_error(head + "memcpy (GB/s)\n", "without the line");
    expect_error(head, "no test has a number");
    expect_error("", "empty");
    auto square = write_test;
    square.replace(square.find(" 1     51.30       N/A\n"), 23, "");
    square.replace(square.find("103.40"), 6, "52.10");
    expect_error(head + square, "1 rows and 2 columns");
}

TEST_F(NvBandwidthImport, DamagedJsonNamesItsPlace) {
    expect_error("{", "not valid JSON");
    expect_error("{}", "no object \"nvbandwidth\"");
    expect_error("{\"nvbandwidth\": []}", "no object \"nvbandwidth\"");
    expect_error(document(""), "no test has a number");
    expect_error(document("5"), "testcases[0]");
    expect_error(document("{}"), "has no \"name\"");
    expect_error(document(json_test("a", "(GB/s)", "5", "5")), "is no list");
    expect_error(document(json_test("a", "(GB/s)", "[[]]", "5")), "no list of numbers");
    expect_error(document(json_test("a", "(GB/s)", "[[1],[1,2]]", "4")), "different lengths");
    expect_error(document(json_test("a", "(GB/s)", "[[\"x\"]]", "4")), "no number and no");
    expect_error(document(json_test("a", "(GB/s)", "[[true]]", "4")), "no number and no");
    expect_error(document(json_test("a", "(GB/s)", "[[\"1\"]]", "4")), "does not add up");
    expect_error(document(json_test("host_to_device_memcpy_ce", "(ns)", "[[\"1\"]]", "1")),
                 "is not in GB/s");
    expect_error(document(json_test("device_local_copy", "(GB/s)", "[[\"1\"],[\"2\"]]", "3")),
                 "2 rows where one is due");
    expect_error(document(json_read).substr(0, 200), "not valid JSON");
}

TEST_F(NvBandwidthImport, RandomDamageNeverCrashes) {
    std::mt19937_64 random(20250102);
    const std::string good[] = {
        head + "Waived: \n" + write_test + read_test + host_test + latency_test + both_ways_test,
        document(json_read + R"(,{"name": "one_to_all_write_ce", "status": "Waived"})")};
    for (const auto& base : good) {
        ASSERT_EQ(error_of(base), "");
        int refused = 0;
        for (int round = 0; round < 300; ++round) {
            auto text = base;
            for (int edits = 0; edits < 3; ++edits) {
                const auto at = random() % text.size();
                switch (random() % 3) {
                    case 0:
                        text[at] = static_cast<char>(random());
                        break;
                    case 1:
                        text.erase(at, random() % 40);
                        break;
                    default:
                        text.insert(at, text.substr(random() % text.size(), random() % 40));
                }
            }
            if (!error_of(text).empty()) ++refused;
        }
        EXPECT_GT(refused, 90);
    }
}

TEST_F(NvBandwidthImport, OutputsOfOthersImport) {
    const char* given = std::getenv("HOPBENCH_SHARED_DIR");
    const auto shared = given ? std::filesystem::path(given)
                              : std::filesystem::path(HOPBENCH_SOURCE_DIR).parent_path() / "shared";
    const auto folder = shared / "corpus" / "peer-output";
    const auto text = folder / "nvbandwidth_results.log",
               json = folder / "nvbandwidth-json-quirks.json";
    if (!std::filesystem::exists(text) || !std::filesystem::exists(json))
        GTEST_SKIP() << "no outputs in " << folder;
    const auto from_text = import_nvbandwidth(text);
    EXPECT_EQ(from_text.cells.size(), 6u + 2 + 13) << "one column but for the first two tests";
    EXPECT_TRUE(has_note(from_text, "3 columns, but only 1 GPUs are listed"));
    EXPECT_TRUE(has_note(from_text, "17 tests were waived"));
    const auto from_json = import_nvbandwidth(json);
    EXPECT_EQ(from_json.outcome, "interrupted");
    EXPECT_EQ(from_json.identity.gpu_count, 3);
    EXPECT_EQ(from_json.gpus.at(2).bdf, "0001:81:00.0");
    EXPECT_EQ(from_json.cells.size(), 6u + 2);
    for (const auto* report : {&from_text, &from_json}) {
        EXPECT_FALSE(report_text(*report).empty());
        EXPECT_FALSE(render_report(*report, Format::text, {}).empty());
    }
}

}  // namespace
}  // namespace hopbench

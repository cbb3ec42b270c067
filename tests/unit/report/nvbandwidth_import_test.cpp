#include "tests/unit/report/nvbandwidth_outputs.hpp"

#include "harness/report/nvbandwidth_log.hpp"
#include "harness/report/nvbandwidth_tests.hpp"
#include "harness/report/render.hpp"
#include "harness/report/report_reader.hpp"
#include "harness/report/report_writer.hpp"

namespace hopbench {
namespace {

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

}  // namespace
}  // namespace hopbench

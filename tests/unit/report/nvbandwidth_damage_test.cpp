#include "tests/unit/report/nvbandwidth_outputs.hpp"

#include <cstdlib>
#include <random>

#include "harness/report/render.hpp"
#include "harness/report/report_writer.hpp"

namespace hopbench {
namespace {

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

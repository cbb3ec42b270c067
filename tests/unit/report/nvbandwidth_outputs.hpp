#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "harness/model/error.hpp"
#include "harness/report/import_nvbandwidth.hpp"
#include "tests/unit/report/fixture.hpp"

/// Small outputs of nvbandwidth, and what tests ask of their imports.
namespace hopbench {

inline const std::string head =
    "nvbandwidth Version: v0.8\nBuilt from Git version: v0.8\n\nCUDA Runtime Version: 13000\n"
    "CUDA Driver Version: 13000\nDriver Version: 580.65.06\n\nrig-1\n"
    "Device 0: Example GPU X1 (00000000:1b:00)\nDevice 1: Example GPU X1 (00000001:81:00)\n\n";
inline const std::string write_test =
    "Running device_to_device_memcpy_write_ce.\n"
    "memcpy CE GPU(row) <- GPU(column) bandwidth (GB/s)\n"
    "           0         1\n 0       N/A     52.10\n 1     51.30       N/A\n\n"
    "SUM device_to_device_memcpy_write_ce 103.40\n\n";
inline const std::string read_test =
    "Running device_to_device_memcpy_read_sm.\n"
    "memcpy SM GPU(row) -> GPU(column) bandwidth (GB/s)\n"
    "           0         1\n 0       N/A     40.50\n 1     41.25       N/A\n\n"
    "SUM device_to_device_memcpy_read_sm 81.75\n\n";
inline const std::string host_test =
    "Running device_to_host_memcpy_ce.\n"
    "memcpy CE CPU(row) <- GPU(column) bandwidth (GB/s)\n"
    "           0         1\n 0     55.25     54.75\n\n"
    "SUM device_to_host_memcpy_ce 110.00\n\n";
inline const std::string latency_test =
    "Running host_device_latency_sm.\n"
    "memory latency SM CPU(row) <-> GPU(column) (ns)\n"
    "           0         1\n 0    772.58    801.25\n\nSUM host_device_latency_sm 1573.83\n\n";
inline const std::string both_ways_test =
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
inline const std::string closing =
    "NOTE: The reported results may not reflect the full capabilities of the platform.\n";

inline std::string document(const std::string& tests, const std::string& more = "") {
    return R"({"nvbandwidth": {"version": "v0.8", "Driver Version": "580.65.06", )" + more +
           R"J("GPU Device list": ["0: Example GPU X1 (00000000:1b:00): (rig-1)",
               "1: Example GPU X1 (00000001:81:00): (rig-1)"], "testcases": [)J" +
           tests + "]}}\n";
}

inline std::string json_test(const std::string& name, const std::string& unit,
                             const std::string& matrix, const std::string& sum) {
    return R"({"name": ")" + name + R"(", "status": "Passed", "bandwidth_description": "memcpy )" +
           unit + R"(", "bandwidth_matrix": )" + matrix + R"(, "sum": )" + sum + "}";
}

inline const std::string json_read =
    json_test("device_to_device_memcpy_read_ce", "(GB/s)",
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

inline const Cell* find(const Report& report, const std::string& description) {
    for (const auto& cell : report.cells)
        if (describe(cell.key) == description) return &cell;
    ADD_FAILURE() << "no cell " << description;
    return nullptr;
}

inline bool has_note(const Report& report, const std::string& part) {
    for (const auto& note : report.notes)
        if (note.find(part) != std::string::npos) return true;
    return false;
}

inline double value_of(const Report& report, const std::string& description) {
    const auto* cell = find(report, description);
    return cell ? cell->invocations.median.at(0) : std::nan("");
}

}  // namespace hopbench

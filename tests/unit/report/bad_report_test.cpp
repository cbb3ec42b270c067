#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "harness/report/report_reader.hpp"
#include "harness/report/report_writer.hpp"
#include "tests/unit/report/fixture.hpp"

namespace hopbench {
namespace {

class BadReport : public testing::Test {
  protected:
    fixture::TemporaryDirectory directory_;
    std::filesystem::path file_ = directory_.path() / "report.json";
    std::string good_ = report_text(fixture::full_report());

    [[nodiscard]] std::string error_of(const std::string& text) const {
        fixture::write_text(file_, text);
        return fixture::reading_error(file_);
    }
    /// The good report with the first `from` behind `after` replaced.
    [[nodiscard]] std::string with(const std::string& after, const std::string& from,
                                   const std::string& to) const {
        auto text = good_;
        const auto start = text.find(after);
        EXPECT_NE(start, std::string::npos) << after;
        const auto at = text.find(from, start);
        EXPECT_NE(at, std::string::npos) << from;
        return text.replace(at, from.size(), to);
    }
};

struct Edit {
    std::string after, from, to, expected;
};

TEST_F(BadReport, EveryFaultNamesItsPlace) {
    ASSERT_EQ(error_of(good_), "");
    const std::string cell = "\n{\"key\":";
    const Edit edits[] = {
        {"schema", "hopbench.report", "hopbench.plan", "no hopbench report"},
        {"schema_version", "1.7", "2.0", "schema_version: \"2.0\""},
        {"schema_version", "\"1.7\"", "1.7", "major.minor"},
        {"schema_version", "1.7", "99999999999999999999.0", "major.minor"},
        {"\"kind\"", "run", "walk", "\"kind\" has unknown value \"walk\""},
        {"\"simulated\"", "true", "false", "disagree"},
        {"\"simulated\"", "true", "1", "\"simulated\" is not true or false"},
        {"\"model\"", "\"sha256\"", "\"sha\"", "model: field \"sha256\" is missing"},
        {"\"identity\"", "\"gpu_count\":4", "\"gpu_count\":-4", "identity: field \"gpu_count\""},
        {"\"plan\": {", "18446744073709551615", "18446744073709551616", "plan: field \"seed\""},
        {"\"variants\"", "\"role\":\"control\"", "\"role\":\"boss\"",
         "variants[1]: field \"role\""},
        {"\"margins\"", "0.05", "-0.05", "margins: \"latency\" is negative"},
        {"\"reasons\"", "\"\",", "\"x\",", "reasons"},
        {"\"invocations\"", "\"crashed\"", "\"fell\"", "invocations: field \"status\""},
        {"\"invocations\"", "[0,1]", "[0]", "invocations.executable"},
        {"\"gpus\"", "\"index\":0", "\"index\":0.5", "gpus[0]: field \"index\""},
        {"\"volatile\"", "\"host\"", "\"hosts\"", "volatile: field \"host\" is missing"},
        {cell, "\"median\":[", "\"median\":[NaN,", "cells[0].median[0]: not valid JSON near"},
        {cell, "\"median\":[", "\"median\":[\"1\",", "cells[0].median[0]: is a string"},
        {cell, "\"median\":[", "\"median\":[true,", "cells[0].median[0]: is true or false"},
        {cell, "\"median\":[", "\"median\":[[1],", "cells[0].median[0]: is a list"},
        {cell, "\"median\":[", "\"median\":[{},", "cells[0].median[0]: is an object"},
        {cell, "\"median\":[", "\"median\":[1e999,", "cells[0].median[0]"},
        {cell, "\"median\":[", "\"median\":[1,", "cells[0].median: has 3 entries"},
        {cell, "\"median\":[", "\"median\":[-3,", "cells[0].median: has 3 entries"},
        {cell, "\"median\":[", "\"median\":[1e300,", "cells[0].median[0]: is out of range"},
        {cell, "\"min\":[", "\"min\":[-9000000000000000000,", "cells[0].min[0]: is out of range"},
        {cell, "\"quantum\":1e-09", "\"quantum\":1e300", "cells[0].quantum: is out of range"},
        {cell, "\"quantum\":1e-09", "\"quantum\":9000000000000000000", "quantum: is out of range"},
        {"\"margins\"", "0.05", "1e300", "margins: \"latency\" is out of range"},
        {cell, "\"count\":[20", "\"count\":[-20", "cells[0].count[0]: is negative"},
        {cell, "\"count\":[20", "\"count\":[2.5", "cells[0].count[0]: is no whole number"},
        {cell, "\"count\":[20", "\"count\":[null", "cells[0].count[0]: is null"},
        {cell, "\"count\":[20", "\"count\":[9999", "cells[0].offset[0]: leads past"},
        {cell, "\"offset\":[0", "\"offset\":[18446744073709551615", "cells[0].offset[0]"},
        {cell, "\"block\":[0", "\"block\":[3000000000", "cells[0].block[0]: is out of range"},
        {cell, "\"status\":[\"ok\"", "\"status\":[\"fine\"", "cells[0].status[0]: has unknown"},
        {cell, "\"status\":[\"ok\"", "\"status\":[7", "cells[0].status[0]: is a number"},
        {cell, "\"binding\":[0", "\"binding\":[7", "cells[0].binding[0]: is 7"},
        {cell, "\"placement\":[0", "\"placement\":[7", "cells[0].placement[0]: is 7"},
        {cell, "\"verification\":[0", "\"verification\":[7", "cells[0].verification[0]: is 7"},
        {cell, "\"reason\":[1", "\"reason\":[5000000000", "cells[0].reason[0]: is out of range"},
        {cell, "\"reason\":", "\"raisin\":", "field \"reason\" is missing"},
        {cell, "\"src\":0", "\"src\":-1", "cells[1].key.src: is negative"},
        {cell, "\"src\":0", "\"src\":99999999", "cells[1].key.src: is out of range"},
        {cell, "\"bytes\":4", "\"bytes\":\"4\"", "cells[1].key.bytes: is a string"},
        {cell, "\"bytes\":4", "\"bytes\":4,\"bytes\":4", "cells[1].key.bytes: is there twice"},
        {cell, "\"better\":\"lower\"", "\"better\":\"faster\"", "cells[0].better: has unknown"},
        {cell, "\"class\":\"", "\"class\":\"x", "cells[0].class: has unknown"},
        {cell, "\"quantum\":1e-09", "\"quantum\":-1e-09", "cells[0].quantum: is negative"},
        {cell, "\"variant\":\"baseline\"", "\"variant\":\"base\"", "\"base\" is no variant"},
        {cell, "\"unit\":\"s\"", "\"unit\":[]", "cells[0].unit: is a list"},
        {cell, "{\"key\":{", "7,{\"key\":{", "cells[0]: is no object"},
        {cell, "{\"key\":{", "[],{\"key\":{", "cells[0]: is no object"},
        {"\"cells\"", "[", "{\"a\":[", "cells: is no list"},
        {"\"cells\"", ": [", ": 5, \"x\": [", "cells: is no list"},
        {"\"cells\"", "\"cells\"", "\"sells\"", "\"cells\" is missing"},
        {"\"samples\"", "\"samples\"", "\"cells\": [], \"samples\"", "cells: is there twice"},
        {"\"notes\"", "\"notes\"", "\"notes\": [], \"notes\"", "notes: is there twice"},
        {"\"kind\"", "\"run\"", "\"r\x01n\"", "not valid JSON"},
        {"\"kind\"", "\"run\"", "\"r\xffn\"", "not valid JSON"},
    };
    for (const auto& edit : edits) {
        const auto message = error_of(with(edit.after, edit.from, edit.to));
        EXPECT_NE(message.find(edit.expected), std::string::npos)
            << edit.from << " -> " << edit.to << "\n"
            << message;
    }
}

TEST_F(BadReport, EvidenceThatContradictsItselfIsRefused) {
    const std::string step = "\"capabilities\"", nccl = "\"nccl\"";
    const Edit edits[] = {
        {step, "\"dst\":[3,0]", "\"dst\":[3]", "capabilities[0]: field \"dst\" has 1 entries"},
        {step, "\"dst\":[3,0]", "\"dst\":[3,65536]", "no whole numbers in range"},
        {step, "\"dst\":[3,0]", "\"dst\":[3,-1]", "no whole numbers in range"},
        {step, "\"src\":[0,3],\"dst\":[3,0]", "\"src\":[0,0],\"dst\":[3,3]",
         "step \"attributes\" of pair 0 to 3 is there twice"},
        {step, "\"ok\"", "\"fine\"", "unknown value \"fine\""},
        {step, "\"reason\":[0", "\"reason\":[9", "holds 9 where its table has"},
        {step, "\"verification\":[0", "\"verification\":[7", "holds 7 where its table has 1"},
        {step, "\"can_access\":[1,1]", "\"can_access\":[1]", "\"notes.can_access\" has 1 entries"},
        {step, "\"can_access\":[1,1]", "\"can_access\":[1,\"\"]", "holds no numbers"},
        {step, "\"can_access\":[1,1]", "\"can_access\":1", "\"notes\" holds no lists"},
        {step, "\"samples_checked\"", "\"samples\"", "\"samples_checked\" is missing"},
        {step, step + ": [", step + ": 5, \"x\": [", "field \"capabilities\" is not a list"},
        {step, step, "\"else\"", "field \"capabilities\" is missing"},
        {nccl, nccl, "\"else\"", "field \"nccl\" is missing"},
        {nccl, "\"variant\":\"baseline\"", "\"variant\":\"gone\"", "no variant of this report"},
        {nccl, "\"variant\":\"baseline\"", "\"variant\":\"slow\"", "\"slow\" is named twice"},
        {nccl, "\"numa_id\":-1", "\"numa_id\":-2", "\"numa_id\" is out of range"},
        {nccl, "\"channel_gbps\":24", "\"channel_gbps\":-24", "\"channel_gbps\" is out of range"},
        {nccl, "\"channel_gbps\":24", "\"channel_gbps\":1e19", "\"channel_gbps\" is out of range"},
        {nccl, "\"channels\":4", "\"channels\":4.5", "\"channels\" is not a whole number"},
        {nccl, "\"ring\":[0,1", "\"ring\":[0,null", "\"ring\" holds no whole numbers"},
        {nccl, "\"fell_back\":false", "\"fell_back\":0", "\"fell_back\" is not true or false"},
        {nccl, "direct\":16", "direct\":-16", "\"transports\" holds no counts"},
        {nccl, "\"simple_from_bytes\"", "\"simple\"", "\"simple_from_bytes\" is missing"},
    };
    for (const auto& [after, from, to, expected] : edits) {
        const auto error = error_of(with(after, from, to));
        EXPECT_NE(error.find(expected), std::string::npos) << from << " → " << to << ": " << error;
        EXPECT_EQ(error.find('\n'), std::string::npos);
    }
}

TEST_F(BadReport, TwoCellsOfOneKeyAreRefused) {
    const auto begin = good_.find("\n{\"key\":");
    const auto end = good_.find('\n', begin + 1);
    auto text = good_;
    text.insert(begin, good_.substr(begin, end - begin));
    EXPECT_NE(error_of(text).find("two cells are"), std::string::npos);
}

TEST_F(BadReport, UnsortedCellsAreSorted) {
    const auto begin = good_.find("\n{\"key\":");
    const auto end = good_.find('\n', begin + 1);
    const auto next = good_.find('\n', end + 1);
    auto text = good_;
    text = text.substr(0, begin) + good_.substr(end, next - end) +
           good_.substr(begin, end - begin) + good_.substr(next);
    ASSERT_EQ(error_of(text), "");
    auto report = read_report(file_);
    report.volatile_part.directory = ".";
    EXPECT_EQ(report_text(report), good_);
}

TEST_F(BadReport, UnknownFieldsAreIgnored) {
    auto text =
        with("\n{\"key\":", "{\"key\":{", "{\"more\":[{\"a\":[1,{}]}],\"key\":{\"new\":{},");
    text.insert(2, "\"extra\": {\"deep\": [[1], {\"schema\": 2}]}, \"one\": 1,\n");
    ASSERT_EQ(error_of(text), "");
    auto report = read_report(file_);
    report.volatile_part.directory = ".";
    EXPECT_EQ(report_text(report), good_);
}

TEST_F(BadReport, TruncatedAnywhereIsOneLine) {
    for (std::size_t length = 0; length + 2 < good_.size(); length += 211)
        EXPECT_NE(error_of(good_.substr(0, length)), "") << length;
    const auto message = error_of(good_.substr(0, good_.find("\"p99\":[") + 9));
    EXPECT_NE(message.find("cells[0].p99"), std::string::npos) << message;
    EXPECT_NE(message.find("the file ends here"), std::string::npos) << message;
}

TEST_F(BadReport, ForeignFilesAreNamedAsSuch) {
    for (const char* text :
         {"", "{}", "[]", "7", "null", "\"x\"", "# nThread 1\n", "\x7f\x45LF\x01",
          R"({"benchmarks": [{"name": "x"}]})", R"({"cells": []})"}) {
        const auto message = error_of(text);
        EXPECT_NE(message, "") << text;
        EXPECT_TRUE(message.find("is no hopbench report") != std::string::npos ||
                    message.find("is empty") != std::string::npos)
            << message;
    }
}

TEST_F(BadReport, DeepNestingEnds) {
    const auto message =
        error_of("{\"schema\": \"hopbench.report\", \"x\": " + std::string(1000000, '[') + "}");
    EXPECT_NE(message.find("nested deeper"), std::string::npos) << message;
}

TEST_F(BadReport, MissingFilesAndDirectoriesWithoutReport) {
    EXPECT_NE(fixture::reading_error(directory_.path() / "none.json"), "");
    EXPECT_NE(fixture::reading_error(directory_.path()).find("holds no report.json"),
              std::string::npos);
    EXPECT_NE(fixture::reading_error("/dev/null"), "");
}

TEST_F(BadReport, RandomDamageNeverCrashes) {
    std::mt19937_64 random(20250102);
    int refused = 0;
    for (int round = 0; round < 400; ++round) {
        auto text = good_;
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
    EXPECT_GT(refused, 300);
}

TEST_F(BadReport, FourMegabytesAreRead) {
    write_report(file_, fixture::sized_report(2000, 20));
    const auto begin = std::chrono::steady_clock::now();
    const auto report = read_report(file_);
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(report.cells.size(), 2000u);
    EXPECT_GT(std::filesystem::file_size(file_), 3u << 20);
    RecordProperty("milliseconds", std::to_string(taken.count()));
    RecordProperty("bytes", std::to_string(std::filesystem::file_size(file_)));
}

}  // namespace
}  // namespace hopbench

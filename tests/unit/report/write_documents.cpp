// For check_schemas.py: writes one document of every kind that has a schema into a directory, or
// names the files of a directory that the reader takes for reports although it should not.
#include <cmath>
#include <cstdio>
#include <exception>

#include "harness/model/error.hpp"
#include "harness/protocol/plan_file.hpp"
#include "harness/protocol/samples_writer.hpp"
#include "harness/report/render.hpp"
#include "harness/report/report_reader.hpp"
#include "harness/report/report_writer.hpp"
#include "tests/unit/report/fixture.hpp"

namespace {

using namespace hopbench;

void write_samples(const std::filesystem::path& file) {
    const SamplesHeader header{
        .executable = "hopbench-latency",
        .version = "0.1.0",
        .model = ModelIdentity{.name = "m", .sha256 = std::string(64, 'a')},
        .driver_version = "13.0",
        .runtime_version = "13.0",
        .methods = {{"latency/oneshot", 1}},
        .devices = {{.index = 1, .name = "GPU", .uuid = "u", .bdf = "b", .sm = {12, 0}}},
        .binding = {.requested = "none", .cpus = "0", .mem_nodes = "default", .source = "model"}};
    CaseRecord record;
    record.name = {.family = "latency",
                   .method = "oneshot",
                   .src = 0,
                   .dst = 1,
                   .bytes = 4,
                   .node = std::nullopt};
    record.direction = "push";
    record.verification.status = "verified";
    record.placement.where = "none";
    record.notes = {{"window_ops", 16}};
    record.series.push_back({.metric = "completion",
                             .unit = "s",
                             .better = Better::lower,
                             .margin_kind = MarginKind::latency,
                             .quantum = 1e-9,
                             .values = {1.3e-5, std::nan("")}});
    SamplesWriter writer(file, header);
    writer.append(record);
    writer.finish();
}

void write_documents(const std::filesystem::path& directory) {
    const auto report = fixture::full_report();
    write_report(directory / "report.json", report);
    auto again = read_report(directory / "report.json");
    again.volatile_part.directory = report.volatile_part.directory;
    fixture::write_text(directory / "report-again.json", report_text(again));
    fixture::write_text(directory / "report-summary.json", render_report(report, Format::json, {}));
    fixture::write_text(directory / "comparison.json",
                        render_comparison(fixture::full_comparison(), Format::json, {}));
    InvocationPlan plan{
        .executable = "hopbench-latency", .seed = UINT64_MAX, .deadline_seconds = 1.5, .cases = {}};
    plan.cases.push_back({.name = *parse_case_name("latency/oneshot/src:0/dst:1/bytes:4"),
                          .warmup = 2,
                          .samples = 3});
    write_plan_file(directory / "plan.json", plan);
    write_samples(directory / "samples.jsonl");
}

/// Prints the files that read without an error; false when there is one.
bool all_refused(const std::filesystem::path& directory) {
    bool refused = true;
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
        try {
            (void)read_report(entry.path());
        } catch (const Error&) {
            continue;
        }
        std::puts(entry.path().c_str());
        refused = false;
    }
    return refused;
}

}  // namespace

int main(int argc, char** argv) {
    const bool refusing = argc == 3 && std::string_view(argv[1]) == "--refuses";
    if (argc != 2 && !refusing) {
        std::fprintf(stderr, "usage: %s DIRECTORY | --refuses DIRECTORY\n", argv[0]);
        return 2;
    }
    try {
        if (refusing) return all_refused(argv[2]) ? 0 : 1;
        write_documents(argv[1]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}

#include <CLI/CLI.hpp>

#include "harness/cli/format_option.hpp"
#include "harness/cli/subcommand.hpp"
#include "harness/report/report_reader.hpp"

namespace hopbench::cli {
namespace {

struct ReportFlags {
    std::filesystem::path file;
    FormatOptions format;
    bool all = false;
};

Exit show_report(const ReportFlags& flags) {
    check_answer_file(flags.format.output);
    const auto report = read_report(flags.file);
    write_answer(
        render_report(report, format_of(flags.format), render_options(flags.format, flags.all)),
        flags.format.output);
    return Exit::ok;
}

}  // namespace

void add_report(CLI::App& application, Action& action) {
    auto* command = application.add_subcommand("report", "Show a report");
    auto flags = std::make_shared<ReportFlags>();
    command->add_option("RUN", flags->file, "report.json, or a run's directory")
        ->required()
        ->type_name("");
    command->add_flag("--all", flags->all, "Every cell");
    add_format_options(*command, flags->format);
    command->footer(
        "Examples:\n  hopbench report /tmp/hopbench\n"
        "  hopbench report /tmp/hopbench/report.json --format md -o report.md");
    command->callback([flags, &action] { action = [flags] { return show_report(*flags); }; });
}

}  // namespace hopbench::cli

#include "harness/compare/compare.hpp"

#include <CLI/CLI.hpp>

#include "harness/cli/format_option.hpp"
#include "harness/cli/margin_option.hpp"
#include "harness/cli/subcommand.hpp"
#include "harness/report/report_reader.hpp"

namespace hopbench::cli {
namespace {

struct CompareFlags {
    std::string base_reports, head_reports;  ///< each a comma-separated list of sessions
    std::string base;
    std::vector<std::string> heads;
    std::vector<std::string> margins;
    std::string session_sd;
    bool require_conclusive = false;
    bool all = false;
    FormatOptions format;
};

CompareOptions options_of(const CompareFlags& flags) {
    CompareOptions options;
    options.margins = parse_margins(flags.margins);
    options.require_conclusive = flags.require_conclusive;
    if (!flags.session_sd.empty())
        options.session_sd = parse_percent(flags.session_sd, "--session-sd");
    return options;
}

std::vector<Report> read_sessions(const std::string& list) {
    std::vector<Report> reports;
    for (std::size_t begin = 0; begin <= list.size();) {
        const auto comma = std::min(list.find(',', begin), list.size());
        if (comma == begin)
            throw usage_error("\"" + list + "\"", "a report's name is missing",
                              "separate sessions of one side by single commas");
        reports.push_back(read_report(list.substr(begin, comma - begin)));
        begin = comma + 1;
    }
    return reports;
}

Comparison compare(const CompareFlags& flags) {
    const auto options = options_of(flags);
    if (flags.head_reports.empty()) {
        const auto sessions = read_sessions(flags.base_reports);
        if (sessions.size() > 1)
            throw usage_error(flags.base_reports, "one side is missing",
                              "write compare BASE[,BASE2…] HEAD[,HEAD2…]");
        return compare_variants(sessions.front(), flags.base, flags.heads, options);
    }
    if (!flags.base.empty() || !flags.heads.empty())
        throw usage_error("--base, --head", "these name variants inside one report",
                          "leave them out, or name one report");
    return compare_reports(read_sessions(flags.base_reports), read_sessions(flags.head_reports),
                           options);
}

Exit compare_and_show(const CompareFlags& flags) {
    check_answer_file(flags.format.output);
    const auto comparison = compare(flags);
    write_answer(render_comparison(comparison, format_of(flags.format),
                                   render_options(flags.format, flags.all)),
                 flags.format.output);
    return comparison.exit;
}

}  // namespace

void add_compare(CLI::App& application, Action& action) {
    auto* command = application.add_subcommand(
        "compare", "Better, worse, same, or can't tell: two reports, or variants of one");
    auto flags = std::make_shared<CompareFlags>();
    command
        ->add_option("BASE", flags->base_reports,
                     "A report, or with commas several: the sessions of one side")
        ->required()
        ->type_name("");
    command
        ->add_option("HEAD", flags->head_reports,
                     "The other side; without it the variants inside BASE are compared")
        ->type_name("");
    command->add_option("--base", flags->base, "Variant to compare with (default: baseline)")
        ->type_name("NAME");
    command->add_option("--head", flags->heads, "Variant to judge (default: every candidate)")
        ->allow_extra_args(false)
        ->type_name("NAME");
    add_margin_option(*command, flags->margins);
    command
        ->add_option("--session-sd", flags->session_sd,
                     "Assume this deviation from session to session where fewer than 5\n"
                     "sessions a side show it; the verdict says that it rests on it")
        ->type_name("PERCENT");
    command->add_flag("--require-conclusive", flags->require_conclusive,
                      "Exit 3 when something stays inconclusive");
    command->add_flag("--all", flags->all, "Every row, also those without news");
    add_format_options(*command, flags->format);
    command->footer(
        "Examples:\n  hopbench compare /tmp/hopbench/report.json --base baseline --head slow\n"
        "  hopbench compare a1.json,a2.json,a3.json b1.json,b2.json,b3.json --session-sd 1\n"
        "  hopbench compare /tmp/hopbench --format md -o comparison.md\n\n"
        "Exit codes: 0 no regression; 1 regression; 2 usage, I/O or schema; 3 inconclusive (only\n"
        "with --require-conclusive); 4 unfit or incomparable.");
    command->callback([flags, &action] { action = [flags] { return compare_and_show(*flags); }; });
}

}  // namespace hopbench::cli

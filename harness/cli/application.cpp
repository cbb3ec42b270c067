#include "harness/cli/application.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "harness/cli/output.hpp"
#include "harness/cli/subcommand.hpp"
#include "harness/protocol/standard_streams.hpp"
#include "harness/report/plain_text.hpp"

namespace hopbench::cli {
namespace {

constexpr const char* examples = R"(Examples:
  hopbench list
  hopbench run --suite quick --variant queues:CUDA_DEVICE_MAX_CONNECTIONS=1 -o results/runs/first
  hopbench run --simulate tests/machines/proxmox-vm-8x-rtx-pro-6000.json -o /tmp/hopbench
  hopbench compare results/runs/first --base baseline --head queues

Exit codes: 0 nothing wrong; 1 regression or failed check; 2 usage, I/O or schema; 3 inconclusive
(only with --require-conclusive); 4 unfit or incomparable, or this machine cannot do it; 130 Ctrl-C.)";

/// Columns of one part of an error: above every path, below what floods a terminal.
constexpr std::size_t part_width = 5000;

/// The parts may quote a damaged file or another program's output.
int fail(const Error& error) {
    const auto part = [](const std::string& text) { return reporting::one_line(text, part_width); };
    const auto line = fmt::format("hopbench: {}: {}{}\n", part(error.subject()), part(error.why()),
                                  error.remedy().empty() ? "" : " (" + part(error.remedy()) + ")");
    // The exit code stands also where nobody reads the line.
    (void)std::fputs(line.c_str(), stderr);
    return static_cast<int>(error.code());
}

/// The word that should have named a subcommand; empty when options alone were given.
std::string unknown_subcommand(const CLI::App& application, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-' || !application.get_subcommands().empty()) return {};
    return argv[1];
}

std::string subcommand_names(const CLI::App& application) {
    std::string names;
    for (const auto* subcommand : application.get_subcommands([](const CLI::App*) { return true; }))
        names.append(names.empty() ? "" : ", ").append(subcommand->get_name());
    return names;
}

int report_parse_error(const CLI::App& application, const CLI::ParseError& error, int argc,
                       char** argv) {
    const CLI::App* chosen = nullptr;
    for (const auto* subcommand : application.get_subcommands()) chosen = subcommand;
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        // --help of whichever subcommand it stands behind, or --version.
        const bool version = error.get_name() == "CallForVersion";
        write_stdout(version  ? std::string(error.what()) + "\n"
                     : chosen ? chosen->help("hopbench")
                              : application.help());
        return 0;
    }
    if (const auto word = unknown_subcommand(application, argc, argv); !word.empty())
        return fail(
            usage_error(word, "no such subcommand", "use one of " + subcommand_names(application)));
    return fail(
        usage_error("command line", error.what(),
                    fmt::format("see hopbench{} --help", chosen ? " " + chosen->get_name() : "")));
}

int dispatch(int argc, char** argv) {
    CLI::App application{
        "GPU interconnect microbenchmarks: did this change make it better, worse, "
        "the same, or can't we tell?"};
    application.name("hopbench");
    application.set_version_flag("--version", "hopbench " HOPBENCH_VERSION);
    application.require_subcommand(1);
    application.footer(examples);
    Action action;
    for (const auto add : subcommands()) add(application, action);
    try {
        application.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return report_parse_error(application, error, argc, argv);
    }
    return static_cast<int>(action());
}

}  // namespace

int run_application(int argc, char** argv) {
    keep_standard_streams();
    signal(SIGPIPE, SIG_IGN);  // a reader that left is an error of the write, reported like others
    try {
        return dispatch(argc, argv);
    } catch (const Error& error) {
        return fail(error);
    } catch (const std::bad_alloc&) {
        return fail(usage_error("memory", "none is left", "free some, or measure fewer cases"));
    } catch (const std::exception& error) {
        return fail(usage_error("internal", error.what(), "please report it"));
    }
}

}  // namespace hopbench::cli

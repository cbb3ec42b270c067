#include "harness/cli/run_flags.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <fstream>
#include <iterator>

#include "harness/cli/margin_option.hpp"
#include "harness/run/locate.hpp"

namespace hopbench::cli {
namespace {

/// The command line as the kernel has it; arguments with blanks in quotes.
std::string own_command() {
    std::ifstream in("/proc/self/cmdline", std::ios::binary);
    const std::string raw{std::istreambuf_iterator<char>(in), {}};
    std::string text;
    for (std::size_t begin = 0; begin < raw.size();) {
        const auto end = std::min(raw.find('\0', begin), raw.size());
        const auto argument = raw.substr(begin, end - begin);
        const bool plain =
            !argument.empty() && argument.find_first_of(" \t\n'\"\\$*?;&|<>()[]#~`!") == raw.npos;
        text += (text.empty() ? "" : " ") + (plain ? argument : "'" + argument + "'");
        begin = end + 1;
    }
    return text;
}

/// Empty, or why the text is no seed: the parser itself would wrap a negative number round, take
/// the largest for what is above it, and read 010 as eight.
std::string whole_number(const std::string& text) {
    std::uint64_t value = 0;
    const auto* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    const bool octal = text.size() > 1 && text.front() == '0';
    if (result.ec == std::errc() && result.ptr == end && !octal) return {};
    return "\"" + text + "\" is no whole number from 0 to 18446744073709551615";
}

/// Empty, or why: a script whose variable is not set means something, and not "all" or "none".
std::string given(const std::string& text) {
    return text.empty() ? "is empty; leave the option out or give it a value" : "";
}

}  // namespace

void add_run_flags(CLI::App& command, RunFlags& flags) {
    auto& options = flags.options;
    command.add_option("--suite", options.suite, "quick, standard or full")
        ->capture_default_str()
        ->type_name("NAME");
    command
        .add_option("--cases", options.cases, "Cases to measure; * and ? match, commas separate")
        ->capture_default_str()
        ->type_name("GLOB");
    command.add_option("--gpus", options.gpus, "GPUs to measure, e.g. 0,2,4-7 (default: all)")
        ->check(given)
        ->type_name("LIST");
    command
        .add_option("--variants", options.variants.names,
                    "Variants to measure, the built-in topo-xml, sysfs and\n"
                    "sysfs+topo-xml too; the baseline is always among them")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("A,B,...");
    command
        .add_option("--variant", options.variants.definitions,
                    "Define a variant; KEY=VALUE is set in the environment of its jobs\n"
                    "(repeat for more), use=topo-xml adds a built-in fix. NAME alone:\n"
                    "identical to the baseline")
        ->allow_extra_args(false)
        ->type_name("NAME[:KEY=VALUE]");
    command
        .add_option("--numa", options.numa,
                    "True NUMA node of a GPU, for fixes, bindings and groups\n"
                    "(repeat for each)")
        ->allow_extra_args(false)
        ->type_name("BDF=NODE");
    command
        .add_option("--map", options.map,
                    "File that says where the GPUs really are (hopbench.map/1), in\n"
                    "place of --numa")
        ->check(given)
        ->type_name("FILE");
    command
        .add_option("--topo", options.topo,
                    "NCCL topology file for topo-xml (default: generated from the\n"
                    "true nodes)")
        ->check(given)
        ->type_name("FILE");
    command
        .add_option("--bind", options.bindings,
                    "Where invocations run and take memory: none, gpu-local, node:N,\n"
                    "remote (repeat to measure several)")
        ->allow_extra_args(false)
        ->type_name("POLICY");
    command.add_option("--blocks", options.blocks, "Blocks; below 8 nothing is ever decided")
        ->capture_default_str()
        ->type_name("N");
    command.add_option("--seed", options.seed, "Seed of all orders; recorded in the report")
        ->check(whole_number)
        ->capture_default_str()
        ->type_name("N");
    command.add_option("--session", options.session, "Label of this session")
        ->capture_default_str()
        ->type_name("LABEL");
    command
        .add_option("--simulate", options.model,
                    "Run on a simulated machine (no GPU needed), e.g. a file of\n"
                    "tests/machines")
        ->check(given)
        ->type_name("MODEL.json");
    command.add_flag("--simulate-anyway", options.beside_real_driver,
                     "Simulate also where a real driver is present");
    command
        .add_option("--jobs", options.parallel,
                    "Invocations at a time under --simulate (default: the CPUs);\n"
                    "changes no result")
        ->type_name("N");
    command
        .add_option("--deadline", options.deadline_seconds,
                    "Wall seconds an invocation may take (default: from its estimate)")
        ->type_name("SECONDS");
    add_margin_option(command, flags.margins);
}

PreparedRun prepare(RunFlags flags) {
    flags.options.margins = parse_margins(flags.margins);
    return prepare_run(flags.options, {.version = HOPBENCH_VERSION,
                                       .command = own_command(),
                                       .directory = executable_directory()});
}

}  // namespace hopbench::cli

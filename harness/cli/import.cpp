#include <CLI/CLI.hpp>

#include "harness/cli/format_option.hpp"
#include "harness/cli/subcommand.hpp"
#include "harness/report/import_nccl_tests.hpp"
#include "harness/report/import_nvbandwidth.hpp"
#include "harness/report/report_writer.hpp"

namespace hopbench::cli {
namespace {

struct ImportFlags {
    std::filesystem::path file;
    std::string from;
    OutputOptions output;
};

Exit import_log(const ImportFlags& flags) {
    check_answer_file(flags.output);
    const auto report = flags.from == "nvbandwidth" ? import_nvbandwidth(flags.file)
                                                    : import_nccl_tests(flags.file);
    write_answer(report_text(report), flags.output);
    return Exit::ok;
}

}  // namespace

void add_import(CLI::App& application, Action& action) {
    auto* command = application.add_subcommand("import", "Turn another tool's log into a report");
    auto flags = std::make_shared<ImportFlags>();
    command->add_option("FILE", flags->file, "The log")->required()->type_name("");
    command->add_option("--from", flags->from, "The tool: nccl-tests, nvbandwidth (text or JSON)")
        ->required()
        ->check(CLI::IsMember({"nccl-tests", "nvbandwidth"}))
        ->type_name("TOOL");
    add_output_options(*command, flags->output);
    command->footer(
        "Examples:\n  hopbench import all_reduce.log --from nccl-tests -o before.json\n"
        "  hopbench import nvbandwidth.json --from nvbandwidth -o links.json\n"
        "  hopbench compare before.json after.json --session-sd 2");
    command->callback([flags, &action] { action = [flags] { return import_log(*flags); }; });
}

}  // namespace hopbench::cli

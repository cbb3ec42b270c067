#include <CLI/CLI.hpp>

#include "harness/cli/output.hpp"
#include "harness/cli/plan_text.hpp"
#include "harness/cli/run_flags.hpp"
#include "harness/cli/subcommand.hpp"

namespace hopbench::cli {

void add_plan(CLI::App& application, Action& action) {
    auto* command = application.add_subcommand("plan", "The jobs of a run and their time");
    auto flags = std::make_shared<RunFlags>();
    add_run_flags(*command, *flags);
    command->footer(
        "Examples:\n  hopbench plan --suite standard --variant "
        "queues:CUDA_DEVICE_MAX_CONNECTIONS=1\n"
        "  hopbench plan --simulate tests/machines/proxmox-vm-8x-rtx-pro-6000.json --blocks 16");
    command->callback([flags, &action] {
        action = [flags] {
            write_stdout(plan_text(prepare(*flags)));
            return Exit::ok;
        };
    });
}

}  // namespace hopbench::cli

#include "harness/topology/nvml_facts.hpp"

#include <CLI/CLI.hpp>

#include "harness/cli/output.hpp"
#include "harness/cli/subcommand.hpp"
#include "harness/run/captured_machine.hpp"

namespace hopbench::cli {

// NVML can hang with its driver: whoever wants its facts starts this and may end it.
void add_nvml_facts(CLI::App& application, Action& action) {
    auto* command = application.add_subcommand("nvml-facts", "What NVML says, for `capture`");
    command->group("");  // not shown
    command->callback([&action] {
        action = [] {
            Machine machine;
            hopbench::add_nvml_facts(machine);
            write_stdout(machine_text(machine, std::nullopt));
            return Exit::ok;
        };
    });
}

}  // namespace hopbench::cli

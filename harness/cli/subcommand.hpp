#pragma once
#include <functional>
#include <span>
#include <string>

#include "harness/model/error.hpp"

namespace CLI {
class App;
}

namespace hopbench::cli {

/// What a subcommand does once its options are read; chosen by the parser.
using Action = std::function<Exit()>;

/// Adds a subcommand with its options to the application, and sets `action` when it was named.
using AddSubcommand = void (*)(CLI::App& application, Action& action);

void add_list(CLI::App& application, Action& action);
void add_plan(CLI::App& application, Action& action);
void add_run(CLI::App& application, Action& action);
void add_compare(CLI::App& application, Action& action);
void add_report(CLI::App& application, Action& action);
void add_import(CLI::App& application, Action& action);
void add_capture(CLI::App& application, Action& action);
void add_nvml_facts(CLI::App& application, Action& action);

/// Every subcommand, in the order of --help; a new one is one file and one line.
[[nodiscard]] std::span<const AddSubcommand> subcommands() noexcept;

}  // namespace hopbench::cli

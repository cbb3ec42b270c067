#pragma once
#include <string>

#include "harness/cli/output.hpp"
#include "harness/report/render.hpp"

namespace CLI {
class App;
}

namespace hopbench::cli {

/// --format, -o and --force of a subcommand.
struct FormatOptions {
    std::string format = "text";
    OutputOptions output;
};

void add_format_options(CLI::App& command, FormatOptions& options);

/// -o and --force alone.
void add_output_options(CLI::App& command, OutputOptions& options);

[[nodiscard]] Format format_of(const FormatOptions& options);

/// Colour and width of where the answer goes.
[[nodiscard]] RenderOptions render_options(const FormatOptions& options, bool all);

}  // namespace hopbench::cli

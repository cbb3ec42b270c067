#include "harness/cli/format_option.hpp"

#include <CLI/CLI.hpp>

namespace hopbench::cli {

void add_output_options(CLI::App& command, OutputOptions& options) {
    command.add_option("-o,--output", options.file, "Write the answer to FILE, not to stdout")
        ->type_name("FILE");
    command.add_flag("--force", options.force, "Replace FILE if it exists");
}

void add_format_options(CLI::App& command, FormatOptions& options) {
    command.add_option("--format", options.format, "text, md or json")
        ->capture_default_str()
        ->check(CLI::IsMember({"text", "md", "json"}))
        ->type_name("FORMAT");
    add_output_options(command, options.output);
}

Format format_of(const FormatOptions& options) {
    if (options.format == "md") return Format::markdown;
    return options.format == "json" ? Format::json : Format::text;
}

RenderOptions render_options(const FormatOptions& options, bool all) {
    const bool screen = options.output.file.empty();
    return {.color = screen && colour_wanted(), .width = screen ? output_width() : 100, .all = all};
}

}  // namespace hopbench::cli

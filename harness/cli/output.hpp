#pragma once
#include <filesystem>
#include <string_view>

namespace hopbench::cli {

/// Where an answer goes.
struct OutputOptions {
    std::filesystem::path file;  ///< empty: stdout
    bool force = false;          ///< an existing file may be replaced
};

/// Throws Error (exit 2) when stdout is closed or full.
void write_stdout(std::string_view text);

/// Writes the answer to the file or to stdout. Throws Error (exit 2); an existing file is kept
/// unless forced.
void write_answer(std::string_view text, const OutputOptions& options);

/// Refuses early what write_answer would refuse late: an existing file without --force.
void check_answer_file(const OutputOptions& options);

/// True when stdout is a terminal that shows colours and NO_COLOR is not set.
[[nodiscard]] bool colour_wanted();

/// Columns of the terminal on stdout, 100 where there is none.
[[nodiscard]] int output_width();

}  // namespace hopbench::cli

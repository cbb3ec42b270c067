#pragma once
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench {

/// What a short program said.
struct Captured {
    bool ended = false;  ///< false: it had to be killed at its deadline
    bool signalled = false;
    int code = 0;  ///< exit status or signal
    std::string out, err;
};

/// Runs a program to its end and keeps its output, at most 16 MiB of each stream.
/// Throws Error (exit 2) when it cannot be started.
[[nodiscard]] Captured capture_output(const std::vector<std::string>& argv,
                                      const Environment& environment, double deadline_seconds);

/// The parts of an error line `program: what: why (remedy)`; parts that are not there are empty.
struct ErrorLine {
    std::string what, why, remedy;
};
[[nodiscard]] ErrorLine parse_error_line(std::string line);

/// The last non-empty line of a text.
[[nodiscard]] std::string last_line(const std::string& text);

}  // namespace hopbench

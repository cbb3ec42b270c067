#pragma once

namespace hopbench::cli {

/// Reads the command line, does what it says and returns the exit code. Every error is one line on
/// stderr: `hopbench: what: why (what to do)`.
[[nodiscard]] int run_application(int argc, char** argv);

}  // namespace hopbench::cli

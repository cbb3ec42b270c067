#pragma once
#include "bench/common/options.hpp"

namespace hopbench {

/// The main of every bench executable: command line → plan → cases → samples. Returns the exit
/// code; errors are one line on stderr.
int bench_main(int argc, char** argv, const BenchProgram& program);

}  // namespace hopbench

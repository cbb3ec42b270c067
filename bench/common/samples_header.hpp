#pragma once
#include <string>

#include "bench/common/options.hpp"

namespace hopbench {

/// What a samples file begins with: the program, the machine, and how this process is bound.
[[nodiscard]] SamplesHeader samples_header(const Machine& machine,
                                           const std::string& requested_binding,
                                           const BenchProgram& program);

}  // namespace hopbench

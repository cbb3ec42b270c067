#pragma once
#include "bench/common/options.hpp"

namespace hopbench {

// How hopbench-p2p and the children it starts of itself talk: lines of text.
//   child, on stdout    "facts HEADER"         what it sees of the machine, as samples_header_line
//                       "ready"                CUDA is initialised: a step's time starts here
//                       "try NAME"             about to try this step
//                       "done RECORD"          as samples_case_line
//                       "unfit WHAT\tWHY\tREMEDY"   it cannot work at all; it ends
//   parent, on stdin    a step's name at a time; the end of stdin ends the child

/// First argument of such a child. Not shown in --help.
inline constexpr const char* step_child_option = "--step-child";

/// argv: program, step_child_option, then "facts", or SEED and the devices to initialise, comma-
/// separated. Returns the exit code.
int step_child_main(int argc, char** argv, const BenchProgram& program);

}  // namespace hopbench

#pragma once

namespace hopbench::testing {

// A child of the test itself that speaks as a child of hopbench-p2p. What it does to a step is told
// by the step's destination; to starting at all, by the source.
enum Source : int {
    silent = 70,  ///< ends before it is ready, with words on stderr
    unfit = 71,   ///< says that it cannot work
};
enum Destination : int {
    fine = 1,
    segfault = 2,
    stubborn = 3,     ///< never answers and ignores SIGTERM
    lost = 4,         ///< answers `crashed`: the context is gone
    killed_once = 5,  ///< a SIGKILL from elsewhere, the first time in the life of the parent
    killed_always = 6,
    lying = 10,     ///< an answer that is no record
    boasting = 11,  ///< answers for another case
    babbling = 7,   ///< lines that are no answer, then the answer
    refusing = 8,   ///< `enable` is refused
    late = 9,       ///< answers after its parent has given it up
};

/// main() of such a child.
int scripted_child(int argc, char** argv);

}  // namespace hopbench::testing

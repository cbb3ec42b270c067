#pragma once
#include <string>

#include "harness/nccl_topo/model.hpp"

namespace hopbench::nccl_topo {

/// What a finding does to NCCL's initialisation.
enum class Effect {
    fatal,    ///< init fails or the process crashes
    silent,   ///< init goes on, and NCCL takes something else than the file says, or nothing
    ignored,  ///< skipped by NCCL, which says so in an INFO line; all else is as without it
};

/// One thing in a topology file that NCCL does not take as written.
struct Diagnostic {
    Effect effect = Effect::silent;
    std::string rule;  ///< stable name: "prolog", "cpu-without-arch", "busid-not-canonical", …
    Place place;
    std::string text;  ///< one sentence: what is there, and what NCCL does with it
};

}  // namespace hopbench::nccl_topo

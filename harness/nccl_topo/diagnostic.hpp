#pragma once
#include <string>

#include "harness/nccl_topo/model.hpp"

namespace hopbench::nccl_topo {

/// What a finding does to NCCL's initialisation.
enum class Effect {
    fatal,    ///< init fails or the process crashes
    silent,   ///< taken, as something else than the file says, or without effect; no word about it
    ignored,  ///< not taken, and an INFO line says so
};

/// One thing in a topology file that NCCL does not take as written.
struct Diagnostic {
    Effect effect = Effect::silent;
    std::string rule;  ///< stable name: "prolog", "cpu-without-arch", "busid-not-canonical", …
    Place place;
    std::string text;  ///< one sentence: what is there, and what NCCL does with it
};

}  // namespace hopbench::nccl_topo

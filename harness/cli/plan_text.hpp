#pragma once
#include <string>

#include "harness/run/prepared_run.hpp"

namespace hopbench::cli {

/// "quick suite on …", "448 cases × 3 variants (…) × 10 blocks × 2 = 60 invocations, about 40 s":
/// two lines without line ends' prefix.
[[nodiscard]] std::string announce_machine(const PreparedRun& run);
[[nodiscard]] std::string announce_work(const PreparedRun& run);

/// The plan for people: machine, variants, cases, order of every block, time.
[[nodiscard]] std::string plan_text(const PreparedRun& run);

}  // namespace hopbench::cli

#pragma once
#include <string>
#include <vector>

#include "harness/model/comparison.hpp"
#include "harness/report/document.hpp"

namespace hopbench::reporting {

/// "1.42 µs ± 1 % → 1.18 µs (−17 %)": the interval's half-width, then the change of the value.
[[nodiscard]] std::string change_text(double base, double head, const std::string& unit,
                                      Better better, const std::optional<Effect>& effect);

/// "✗ worse": never by colour alone.
[[nodiscard]] Phrase verdict_phrase(Verdict verdict);

/// One base → head: what changed with its worst cell, the rest folded into a count, watch list,
/// unmatched cells, whether the variant was in effect.
[[nodiscard]] Section contrast_section(const Contrast& contrast, bool all);

}  // namespace hopbench::reporting

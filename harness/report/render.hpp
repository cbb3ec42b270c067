#pragma once
#include <string>

#include "harness/model/comparison.hpp"
#include "harness/model/report.hpp"

namespace hopbench {

enum class Format { text, markdown, json };

struct RenderOptions {
    bool color = false;  ///< ANSI colours in text; never the only sign of anything
    int width = 100;     ///< columns of the terminal; free text is wrapped there
    bool all = false;    ///< nothing folded: every variant, group and cell
};

/// What was measured: machine, variants, outcome; one matrix source × destination a metric and
/// size, collectives by size, failures with reasons. JSON is hopbench.report-summary/1.
[[nodiscard]] std::string render_report(const Report& report, Format format,
                                        const RenderOptions& options);

/// The verdict first, then what changed, then what it rests on. Markdown stays below 1 MiB. JSON
/// is hopbench.comparison/1 and always complete.
[[nodiscard]] std::string render_comparison(const Comparison& comparison, Format format,
                                            const RenderOptions& options);

}  // namespace hopbench

#pragma once
#include "harness/report/document.hpp"

namespace hopbench::reporting {

/// Bindings as requested and as the kernel (or the model) then said, and where host pages lay, each
/// with the number of measurements it was seen in. Nothing when nothing was bound and no case had
/// host pages, unless `all`.
[[nodiscard]] std::optional<Section> binding_section(const Report& report, bool all);

}  // namespace hopbench::reporting

#pragma once
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench::compare {

/// "8 × NVIDIA …", and the simulated machine's name when there is one.
[[nodiscard]] std::string describe_identity(const Report& report);

/// What must be equal before numbers of two reports may be compared, and is not: GPU model and
/// count, simulated against real, versions of methods that both have. Empty: comparable.
[[nodiscard]] std::vector<std::string> identity_mismatches(const Report& base, const Report& head);

/// What may differ and does, "name: base → head": model, platform, driver, kernel, NUMA layout,
/// HOPBENCH_SIM_SET, environment, suite, blocks, recorded margins, tool version.
[[nodiscard]] std::vector<std::string> setting_differences(const Report& base, const Report& head);

/// The same for two variants of one report: built-in fixes and settings.
[[nodiscard]] std::vector<std::string> variant_differences(const Variant& base,
                                                           const Variant& head);

}  // namespace hopbench::compare

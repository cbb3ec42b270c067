#pragma once
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench::compare {

/// The report's name in messages: its directory, else `fallback`.
[[nodiscard]] std::string source_of(const Report& report, const std::string& fallback);

/// The variants of a report. One that lists none (an import) has those that its cells name, as
/// candidates.
[[nodiscard]] std::vector<Variant> variants_of(const Report& report);

/// nullptr when no variant has the name or role.
[[nodiscard]] const Variant* find_variant(const std::vector<Variant>& variants,
                                          const std::string& name);
[[nodiscard]] const Variant* find_role(const std::vector<Variant>& variants, Role role);

/// The variant called `name`; throws usage_error that lists the known ones.
[[nodiscard]] const Variant& require_variant(const std::vector<Variant>& variants,
                                             const std::string& name, const Report& report);

/// The variant that stands for a report as a session: its baseline, else its only one beside the
/// control. Throws usage_error when that is not one.
[[nodiscard]] Variant session_variant(const Report& report);

}  // namespace hopbench::compare

#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench {

inline constexpr std::string_view baseline_name = "baseline";
inline constexpr std::string_view control_name = "baseline-control";

/// What the command line says about variants.
struct VariantRequest {
    std::vector<std::string> names;        ///< --variants, split at commas
    std::vector<std::string> definitions;  ///< --variant, each NAME, NAME:KEY=VALUE or NAME:use=FIX
};

/// `baseline`, `baseline-control`, the defined candidates in the order they were named, then the
/// built-in ones that were asked for. The value of a setting is everything after the first `=`;
/// repeated definitions of a name are merged, and repeated HOPBENCH_SIM_SET are joined with `;`.
/// NAME:use=FIX adds a built-in fix. A variant without settings and fixes is an A/A arm.
/// Throws Error (exit 2) for bad grammar and unknown names.
[[nodiscard]] std::vector<Variant> resolve_variants(const VariantRequest& request);

/// Joins two lists of assignments with `;`, leaving out empty ones.
[[nodiscard]] std::string join_sim_set(const std::string& first, const std::string& second);

/// The variant's HOPBENCH_SIM_SET; empty where it has none.
[[nodiscard]] std::string sim_set_of(const Variant& variant);

}  // namespace hopbench

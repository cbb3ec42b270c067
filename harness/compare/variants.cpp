#include "harness/compare/variants.hpp"

#include <algorithm>

#include "harness/compare/wording.hpp"
#include "harness/model/error.hpp"

namespace hopbench::compare {
namespace {

std::string names_of(const std::vector<Variant>& variants) {
    std::vector<std::string> names;
    names.reserve(variants.size());
    for (const Variant& variant : variants) names.push_back(variant.name);
    return names.empty() ? "none" : join(names, ", ");
}

}  // namespace

std::string source_of(const Report& report, const std::string& fallback) {
    const std::string& directory = report.volatile_part.directory;
    return directory.empty() ? fallback : directory;
}

std::vector<Variant> variants_of(const Report& report) {
    if (!report.variants.empty()) return report.variants;
    std::vector<Variant> variants;
    for (const Cell& cell : report.cells)
        if (find_variant(variants, cell.key.variant) == nullptr)
            variants.push_back({.name = cell.key.variant,
                                .role = Role::candidate,
                                .uses = {},
                                .settings = {},
                                .treatment = {}});
    return variants;
}

const Variant* find_variant(const std::vector<Variant>& variants, const std::string& name) {
    const auto found = std::find_if(variants.begin(), variants.end(),
                                    [&](const Variant& v) { return v.name == name; });
    return found == variants.end() ? nullptr : &*found;
}

const Variant* find_role(const std::vector<Variant>& variants, Role role) {
    const auto found = std::find_if(variants.begin(), variants.end(),
                                    [&](const Variant& v) { return v.role == role; });
    return found == variants.end() ? nullptr : &*found;
}

const Variant& require_variant(const std::vector<Variant>& variants, const std::string& name,
                               const Report& report) {
    if (const Variant* found = find_variant(variants, name)) return *found;
    throw usage_error("variant '" + name + "'",
                      source_of(report, "the report") + " has no such variant",
                      "it has: " + names_of(variants));
}

Variant session_variant(const Report& report) {
    const std::vector<Variant> variants = variants_of(report);
    if (const Variant* baseline = find_role(variants, Role::baseline)) return *baseline;
    const auto candidate = [](const Variant& v) { return v.role == Role::candidate; };
    if (std::count_if(variants.begin(), variants.end(), candidate) == 1)
        return *std::find_if(variants.begin(), variants.end(), candidate);
    throw usage_error(
        source_of(report, "the report"),
        "it has neither a baseline nor exactly one variant (it has: " + names_of(variants) + ")",
        "compare variants inside one report with --base and --head");
}

}  // namespace hopbench::compare

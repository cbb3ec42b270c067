#include "harness/plan/variants.hpp"

#include <algorithm>
#include <array>

#include "harness/model/error.hpp"
#include "harness/plan/labels.hpp"

namespace hopbench {
namespace {

constexpr std::string_view sim_set_key = "HOPBENCH_SIM_SET";
constexpr std::array<std::string_view, 3> fix_names{"sysfs", "topo-xml", "sysfs+topo-xml"};
/// Set by the session for every job; a variant that set them would break seeds or the
/// interposition.
constexpr std::array<std::string_view, 10> owned_variables{
    "HOPBENCH_PAD",      "HOPBENCH_SIM_MODEL",        "HOPBENCH_SIM_KERNELS",
    "HOPBENCH_SIM_ROOT", "HOPBENCH_SIM_SEED",         "HOPBENCH_SIM_T0",
    "HOPBENCH_SIM_BIND", "HOPBENCH_SIM_SESSION_SEED", "HOPBENCH_SIM_ANYWAY",
    "HOPBENCH_SIM_DIR"};

template <class Names>
bool contains(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string known_names(const std::vector<Variant>& variants) {
    std::string text;
    for (const auto& variant : variants)
        if (variant.role != Role::control) text += (text.empty() ? "" : ", ") + variant.name;
    return text;
}

[[noreturn]] void refuse_fix(const std::string& subject, std::string_view fix,
                             const std::vector<Variant>& known) {
    throw unfit_error(
        subject, "the built-in fix \"" + std::string(fix) + "\" is not in this version",
        "known variants: " + known_names(known) + "; define more with --variant NAME:KEY=VALUE");
}

Variant& find_or_add(std::vector<Variant>& variants, const std::string& name) {
    for (auto& variant : variants)
        if (variant.name == name) return variant;
    return variants.emplace_back(Variant{
        .name = name, .role = Role::candidate, .uses = {}, .settings = {}, .treatment = {}});
}

void add_setting(Variant& variant, const std::string& subject, const std::string& key,
                 const std::string& value) {
    for (auto& [known, old] : variant.settings) {
        if (known != key) continue;
        if (key != sim_set_key)
            throw usage_error(subject, key + " is already set for " + variant.name,
                              "give each variable once");
        old = join_sim_set(old, value);
        return;
    }
    variant.settings.emplace_back(key, value);
}

void add_definition(std::vector<Variant>& variants, const std::string& text) {
    const std::string subject = "--variant " + text;
    const auto colon = text.find(':');
    const std::string name = text.substr(0, colon);
    if (!is_label(name))
        throw usage_error(subject, "\"" + name + "\" is no variant name",
                          "use 1 to 64 of A-Z a-z 0-9 . _ + -");
    if (name == baseline_name || name == control_name)
        throw usage_error(subject, name + " is always there and has no settings of its own",
                          "choose another name");
    if (contains(fix_names, name))
        throw usage_error(subject, "\"" + name + "\" is reserved for a built-in fix",
                          "choose another name");
    Variant& variant = find_or_add(variants, name);
    if (colon == std::string::npos) return;

    const std::string setting = text.substr(colon + 1);
    const auto equals = setting.find('=');
    const std::string key = setting.substr(0, equals);
    if (equals == std::string::npos || !is_variable_name(key))
        throw usage_error(subject, "\"" + setting + "\" is no KEY=VALUE",
                          "write --variant NAME:KEY=VALUE");
    const std::string value = setting.substr(equals + 1);
    if (key == "use") refuse_fix(subject, value, variants);
    if (contains(owned_variables, key))
        throw usage_error(subject, key + " is set by hopbench itself", "leave it out");
    add_setting(variant, subject, key, value);
}

}  // namespace

std::string join_sim_set(const std::string& first, const std::string& second) {
    if (first.empty() || second.empty()) return first + second;
    return first + ";" + second;
}

std::string sim_set_of(const Variant& variant) {
    for (const auto& [key, value] : variant.settings)
        if (key == sim_set_key) return value;
    return {};
}

std::vector<Variant> resolve_variants(const VariantRequest& request) {
    std::vector<Variant> variants;
    for (const auto& [name, role] :
         {std::pair{baseline_name, Role::baseline}, std::pair{control_name, Role::control}})
        variants.push_back(Variant{
            .name = std::string(name), .role = role, .uses = {}, .settings = {}, .treatment = {}});
    for (const auto& definition : request.definitions) add_definition(variants, definition);
    for (const auto& name : request.names) {
        if (contains(fix_names, name)) refuse_fix("--variants " + name, name, variants);
        const bool known = std::any_of(variants.begin(), variants.end(),
                                       [&](const Variant& v) { return v.name == name; });
        if (!known)
            throw usage_error("--variants " + name, "no such variant",
                              "known: " + known_names(variants) + "; define it with --variant " +
                                  (is_label(name) ? name : "NAME") + ":KEY=VALUE");
    }
    return variants;
}

}  // namespace hopbench

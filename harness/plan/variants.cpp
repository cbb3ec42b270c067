#include "harness/plan/variants.hpp"

#include <algorithm>
#include <array>

#include "harness/fixes/catalogue.hpp"
#include "harness/model/error.hpp"
#include "harness/plan/labels.hpp"

namespace hopbench {
namespace {

constexpr std::string_view sim_set_key = "HOPBENCH_SIM_SET";
constexpr std::string_view topology_key = "NCCL_TOPO_FILE";
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

bool uses_topology_file(const Variant& variant) {
    return contains(variant.uses, "topo-xml");
}

/// Notes the fixes one by one: "sysfs+topo-xml" is two.
void add_fixes(Variant& variant, const std::string& subject, const std::string& name) {
    if (!is_fix_name(name))
        throw usage_error(subject, "there is no built-in fix \"" + name + "\"",
                          "use one of " + known_fix_names());
    for (const auto fix : fixes_of(name)) {
        const std::string_view word = fix == Fix::sysfs ? "sysfs" : "topo-xml";
        if (!contains(variant.uses, word)) variant.uses.emplace_back(word);
    }
}

/// The fix and the setting would both say which file NCCL reads.
void check_topology_file(const Variant& variant, const std::string& subject) {
    for (const auto& [key, value] : variant.settings)
        if (key == topology_key && uses_topology_file(variant))
            throw usage_error(subject, "the fix topo-xml sets NCCL_TOPO_FILE itself",
                              "leave one out; --topo FILE gives the fix a file of your own");
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
    if (is_fix_name(name))
        throw usage_error(subject, "\"" + name + "\" is a built-in variant",
                          "name it with --variants, or choose another name");
    Variant& variant = find_or_add(variants, name);
    if (colon == std::string::npos) return;

    const std::string setting = text.substr(colon + 1);
    const auto equals = setting.find('=');
    const std::string key = setting.substr(0, equals);
    if (equals == std::string::npos || !is_variable_name(key))
        throw usage_error(subject, "\"" + setting + "\" is no KEY=VALUE",
                          "write --variant NAME:KEY=VALUE");
    const std::string value = setting.substr(equals + 1);
    if (key == "use") {
        add_fixes(variant, subject, value);
        return check_topology_file(variant, subject);
    }
    if (contains(owned_variables, key))
        throw usage_error(subject, key + " is set by hopbench itself", "leave it out");
    add_setting(variant, subject, key, value);
    check_topology_file(variant, subject);
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
        if (is_fix_name(name)) {
            auto& variant = find_or_add(variants, name);
            add_fixes(variant, "--variants " + name, name);
            continue;
        }
        const bool known = std::any_of(variants.begin(), variants.end(),
                                       [&](const Variant& v) { return v.name == name; });
        if (!known)
            throw usage_error("--variants " + name, "no such variant",
                              "known: " + known_names(variants) + ", " + known_fix_names() +
                                  "; define it with --variant " + (is_label(name) ? name : "NAME") +
                                  ":KEY=VALUE");
    }
    return variants;
}

}  // namespace hopbench

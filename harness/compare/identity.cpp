#include "harness/compare/identity.hpp"

#include <fmt/core.h>

#include <set>

#include "harness/compare/wording.hpp"

namespace hopbench::compare {
namespace {

std::string shown(const std::string& value) {
    return value.empty() ? "(none)" : value;
}

void note(std::vector<std::string>& lines, const std::string& name, const std::string& base,
          const std::string& head) {
    if (base != head) lines.push_back(name + ": " + shown(base) + " → " + shown(head));
}

void note_environment(std::vector<std::string>& lines, const Environment& base,
                      const Environment& head) {
    std::set<std::string> names;
    for (const auto& [name, value] : base) names.insert(name);
    for (const auto& [name, value] : head) names.insert(name);
    const auto value_in = [](const Environment& environment, const std::string& name) {
        const auto at = environment.find(name);
        return at == environment.end() ? std::string("(unset)") : fmt::format("\"{}\"", at->second);
    };
    for (const std::string& name : names)
        note(lines, "environment " + name, value_in(base, name), value_in(head, name));
}

std::string model_text(const Report& report) {
    if (!report.model) return {};
    return report.model->name + " (sha256 " + report.model->sha256.substr(0, 12) + ")";
}

std::string margins_text(const Report& report) {
    std::vector<std::string> words;
    for (const auto& [kind, epsilon] : report.margins)
        words.push_back(std::string(to_string(kind)) + " " + percent(epsilon));
    return join(words, ", ");
}

std::string treatment_text(const Variant& variant) {
    std::vector<std::string> words = variant.uses;
    for (const auto& [name, value] : variant.settings)
        words.push_back(fmt::format("{}={}", name, value));
    return join(words, ", ");
}

std::string simulated_text(const Report& report) {
    return report.identity.simulated ? "simulated" : "real";
}

}  // namespace

std::string describe_identity(const Report& report) {
    std::string text =
        std::to_string(report.identity.gpu_count) + " × " + shown(report.identity.gpu_model);
    if (report.identity.simulated)
        text += report.model ? ", simulated by model " + report.model->name : ", simulated";
    return text;
}

std::vector<std::string> identity_mismatches(const Report& base, const Report& head) {
    std::vector<std::string> lines;
    const Identity& a = base.identity;
    const Identity& b = head.identity;
    const auto differs = [&](const std::string& what, const std::string& x, const std::string& y) {
        if (x != y)
            lines.push_back(what + " differs: " + shown(x) + " in base, " + shown(y) + " in head");
    };
    differs("machine", simulated_text(base), simulated_text(head));
    differs("GPU model", a.gpu_model, b.gpu_model);
    differs("number of GPUs", std::to_string(a.gpu_count), std::to_string(b.gpu_count));
    for (const auto& [method, version] : a.methods)
        if (const auto other = b.methods.find(method); other != b.methods.end())
            differs("version of method " + method, std::to_string(version),
                    std::to_string(other->second));
    return lines;
}

std::vector<std::string> setting_differences(const Report& base, const Report& head) {
    std::vector<std::string> lines;
    note(lines, "model", model_text(base), model_text(head));
    note(lines, "origin", base.origin, head.origin);
    note(lines, "platform", base.setting.platform, head.setting.platform);
    note(lines, "driver", base.setting.driver, head.setting.driver);
    note(lines, "kernel", base.setting.kernel, head.setting.kernel);
    note(lines, "NUMA layout", base.setting.numa_layout, head.setting.numa_layout);
    note(lines, "HOPBENCH_SIM_SET", base.setting.sim_set, head.setting.sim_set);
    note_environment(lines, base.setting.environment, head.setting.environment);
    note(lines, "suite", base.plan.suite, head.plan.suite);
    note(lines, "cases", base.plan.cases, head.plan.cases);
    note(lines, "blocks", std::to_string(base.plan.blocks), std::to_string(head.plan.blocks));
    note(lines, "recorded margins", margins_text(base), margins_text(head));
    note(lines, "hopbench", base.tool_version, head.tool_version);
    return lines;
}

std::vector<std::string> variant_differences(const Variant& base, const Variant& head) {
    std::vector<std::string> lines;
    note(lines, "variant " + base.name + " → " + head.name, treatment_text(base),
         treatment_text(head));
    return lines;
}

}  // namespace hopbench::compare

#include "tests/sim/model/model_set.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "tests/sim/model/model_error.hpp"
#include "tests/sim/model/runtime_names.hpp"

namespace hopbench::sim {
namespace {

using nlohmann::json;

struct Assignment {
    std::string path;
    json value;
    bool append = false;
};

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\n");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

// Splits at ";" outside of strings and brackets.
std::vector<std::string> split_assignments(const std::string& text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '\\' && i + 1 < text.size()) {
            parts.back() += c;
            parts.back() += text[++i];
            continue;
        }
        if (c == '"') quoted = !quoted;
        if (!quoted && (c == '[' || c == '{')) ++depth;
        if (!quoted && (c == ']' || c == '}')) --depth;
        if (c == ';' && !quoted && depth == 0) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

Assignment parse_assignment(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw ModelError(text, "is no assignment", "write path=JSON");
    Assignment result;
    result.append = text[equals - 1] == '+';
    result.path = trimmed(text.substr(0, equals - (result.append ? 1 : 0)));
    result.value = json::parse(text.substr(equals + 1), nullptr, false);
    if (result.value.is_discarded())
        throw ModelError(result.path, "the value " + text.substr(equals + 1) + " is not JSON",
                         "strings need double quotes, lists brackets");
    return result;
}

bool same_type(const json& a, const json& b) {
    return (a.is_number() && b.is_number()) || a.type() == b.type();
}

void store(json& target, const Assignment& assignment) {
    if (assignment.append) {
        if (!target.is_array())
            throw ModelError(assignment.path, "is not a list", "assign with = instead of +=");
        target.push_back(assignment.value);
        return;
    }
    if (!same_type(target, assignment.value))
        throw ModelError(assignment.path,
                         assignment.value.dump() + " is of another type than " + target.dump(),
                         "give a value of the same type");
    target = assignment.value;
}

[[noreturn]] void unknown_path(const Assignment& assignment) {
    throw ModelError(assignment.path, "is no path of the model",
                     "use the fields of the model file, list positions or *");
}

// Follows steps[depth…] from target; "*" fans out over a list.
void descend(json& target, const std::vector<std::string>& steps, std::size_t depth,
             const Assignment& assignment) {
    if (depth == steps.size()) return store(target, assignment);
    const auto& step = steps[depth];
    if (target.is_array() && step == "*") {
        if (target.empty()) unknown_path(assignment);
        for (auto& entry : target) descend(entry, steps, depth + 1, assignment);
        return;
    }
    if (target.is_array()) {
        const bool digits = !step.empty() && step.size() < 6 &&
                            step.find_first_not_of("0123456789") == std::string::npos;
        if (!digits || std::stoul(step) >= target.size()) unknown_path(assignment);
        return descend(target[std::stoul(step)], steps, depth + 1, assignment);
    }
    if (!target.is_object()) unknown_path(assignment);
    const bool new_api_cost =
        depth == 1 && steps[0] == "api_ns" && runtime_function_index(step) >= 0;
    if (!target.contains(step) && new_api_cost) target[step] = 0.0;
    if (!target.contains(step)) unknown_path(assignment);
    descend(target[step], steps, depth + 1, assignment);
}

std::vector<std::string> split_path(const std::string& path) {
    std::vector<std::string> steps(1);
    for (const char c : path) {
        if (c == '.') {
            steps.emplace_back();
        } else {
            steps.back() += c;
        }
    }
    return steps;
}

}  // namespace

void apply_assignments(json& model, const std::string& assignments) {
    for (const auto& part : split_assignments(assignments)) {
        const auto text = trimmed(part);
        if (text.empty()) continue;
        const auto assignment = parse_assignment(text);
        descend(model, split_path(assignment.path), 0, assignment);
    }
}

}  // namespace hopbench::sim

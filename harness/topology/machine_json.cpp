#include "harness/topology/machine_json.hpp"

#include <nlohmann/json.hpp>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json fact_json(const Fact& fact) {
    ordered_json entry;
    if (fact.unreadable.empty())
        std::visit(
            [&](const auto& value) {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                    entry["value"] = nullptr;
                else
                    entry["value"] = value;
            },
            fact.value);
    else
        entry["unreadable"] = fact.unreadable;
    entry["source"] = fact.source;
    return entry;
}

/// One line; bytes that are no UTF-8 are replaced.
std::string compact(const ordered_json& value) {
    return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

FactValue value_of(const json& value, const std::string& where) {
    if (value.is_null()) return {};
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (value.is_number()) return value.get<double>();
    if (value.is_string()) return value.get<std::string>();
    if (value.is_array()) {
        std::vector<std::int64_t> list;
        for (const auto& one : value) {
            if (!one.is_number_integer()) break;
            list.push_back(one.get<std::int64_t>());
        }
        if (list.size() == value.size()) return list;
    }
    throw usage_error(where, "a fact's value is neither a scalar nor a list of whole numbers",
                      "capture the machine again");
}

}  // namespace

std::string parts_json(const Machine& machine) {
    std::string text = "[";
    for (const auto& part : machine.parts) {
        text.append(text.back() == '[' ? "\n" : ",\n");
        text.append("{\"kind\": " + compact(part.kind) + ", \"id\": " + compact(part.id));
        text.append(", \"facts\": {");
        for (const auto& [name, statements] : part.facts) {
            ordered_json list = ordered_json::array();
            for (const auto& fact : statements) list.push_back(fact_json(fact));
            text.append(text.back() == '{' ? "\n  " : ",\n  ");
            text.append(compact(name) + ": " + compact(list));
        }
        text.append("}}");
    }
    return text.append("\n]");
}

void add_parts(Machine& machine, const json& parts, const std::string& where) {
    try {
        for (const auto& entry : parts) {
            auto& part = machine.part(entry.at("kind").get<std::string>(),
                                      entry.at("id").get<std::string>());
            for (const auto& [name, statements] : entry.at("facts").items())
                for (const auto& fact : statements)
                    part.facts[name].push_back({.value = fact.contains("value")
                                                             ? value_of(fact["value"], where)
                                                             : FactValue{},
                                                .source = fact.at("source").get<std::string>(),
                                                .unreadable = fact.value("unreadable", "")});
        }
    } catch (const json::exception&) {
        throw usage_error(where, "its facts are not in the form of hopbench.machine/1",
                          "use programs of one version");
    }
}

}  // namespace hopbench

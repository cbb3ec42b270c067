#include "harness/run/resume_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <iterator>

#include "harness/plan/sha256.hpp"

namespace hopbench {
namespace {

std::string describe_variants(const std::vector<Variant>& variants) {
    std::vector<std::string> parts;
    for (const auto& variant : variants) {
        if (variant.role != Role::candidate) continue;
        if (variant.settings.empty() && variant.uses.empty()) parts.push_back(variant.name);
        for (const auto& use : variant.uses)
            parts.push_back(fmt::format("{}:use={}", variant.name, use));
        for (const auto& [name, value] : variant.settings)
            parts.push_back(fmt::format("{}:{}={}", variant.name, name, value));
    }
    return fmt::format("{}", fmt::join(parts, " "));
}

/// Its contents by their hash; empty where no file is named. What cannot be read is said elsewhere.
std::string file_identity(const std::filesystem::path& file) {
    if (file.empty()) return {};
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return fmt::format("{} (SHA-256 {})", file.filename().string(), sha256_hex(text));
}

}  // namespace

std::map<std::string, std::string> resume_options(const RunOptions& options, const Plan& plan,
                                                  const ReportFrame& frame) {
    std::map<std::string, std::string> result{
        {"--suite", options.suite},
        {"--cases", options.cases},
        {"--gpus", fmt::format("{}", fmt::join(plan.request.gpus, ","))},
        {"--variant", describe_variants(plan.request.variants)},
        {"--bind",
         options.bindings.empty() ? "none" : fmt::format("{}", fmt::join(options.bindings, " "))},
        {"--numa", fmt::format("{}", fmt::join(options.numa, " "))},
        {"--map", file_identity(options.map)},
        {"--topo", file_identity(options.topo)},
        {"--blocks", std::to_string(options.blocks)},
        {"--seed", std::to_string(options.seed)},
        {"--session", options.session},
        {"--simulate", plan.request.seeds.model_sha256},
        {"HOPBENCH_SIM_SET", frame.sim_set}};
    for (const auto& [name, value] : frame.environment) result[name] = value;
    for (const auto& [kind, epsilon] : frame.margins)
        result[fmt::format("--margin {}", to_string(kind))] = fmt::format("{:g} %", 100 * epsilon);
    return result;
}

}  // namespace hopbench

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <set>

#include "harness/cli/output.hpp"
#include "harness/cli/subcommand.hpp"
#include "harness/model/case_name.hpp"
#include "harness/plan/case_catalogue.hpp"
#include "harness/plan/case_groups.hpp"

namespace hopbench::cli {
namespace {

struct ListFlags {
    std::string suite = "quick";
    std::string cases = "*";
    OutputOptions output;
};

/// A list needs no machine: it shows the cases of a large one, and patterns are tried on them.
PlanRequest large_machine(Suite suite, const std::string& cases) {
    PlanRequest request;
    request.suite = suite;
    request.cases = cases;
    for (int gpu = 0; gpu < 16; ++gpu) request.gpus.push_back(gpu);
    for (int node = 0; node < 8; ++node)
        request.numa.nodes.push_back({.id = node, .cpus = {}, .memory_bytes = 1, .distances = {}});
    return request;
}

/// What of a method matches: sizes, and whether with and without a host node.
struct Matches {
    std::set<std::uint64_t> sizes;
    std::set<int> ranks;
    bool node = false, no_node = false;
};

Matches matches_of(const CaseMethod& method, const PlanRequest& request) {
    Matches matches;
    for (const auto& group : case_groups(request, method.executable))
        for (const auto& one : group.cases) {
            if (one.name.family != method.family || one.name.method != method.method) continue;
            matches.sizes.insert(one.name.bytes.value_or(0));
            if (one.name.ranks) matches.ranks.insert(*one.name.ranks);
            (one.name.node ? matches.node : matches.no_node) = true;
        }
    return matches;
}

bool once_matches(const CaseMethod& method, const PlanRequest& request) {
    for (const auto& one : once_cases(request, method.executable))
        if (one.name.method == method.method &&
            glob_match(request.cases, format_case_name(one.name)))
            return true;
    return false;
}

std::string axes_text(GpuAxes gpus) {
    switch (gpus) {
        case GpuAxes::ordered_pairs:
        case GpuAxes::unordered_pairs:
            return "/src:S/dst:D";
        case GpuAxes::to_gpu:
            return "/dst:D";
        case GpuAxes::from_gpu:
            return "/src:S";
        case GpuAxes::collective:
            return "/ranks:R";
    }
    return {};
}

std::string_view each_text(GpuAxes gpus) {
    switch (gpus) {
        case GpuAxes::ordered_pairs:
            return "every ordered pair";
        case GpuAxes::unordered_pairs:
            return "every pair";
        case GpuAxes::to_gpu:
        case GpuAxes::from_gpu:
            return "every GPU";
        case GpuAxes::collective:
            return "all GPUs";
    }
    return {};
}

std::string_view node_text(const Matches& matches) {
    if (!matches.node) return {};
    return matches.no_node ? " and every NUMA node, and without one" : " and every NUMA node";
}

std::string once_text(const CaseMethod& method) {
    return fmt::format(
        "{}/{}{}   {}; once a run, before the blocks\n  {}\n  {}; about {:.0f} ms each on "
        "hardware; {}\n",
        method.family, method.method, axes_text(method.gpus), each_text(method.gpus), method.what,
        "a status with its evidence, no number",
        case_seconds(method, false, 0, of(method.repetitions, Suite::quick)) * 1e3,
        method.executable);
}

std::string method_text(const CaseMethod& method, const PlanRequest& request) {
    if (method.once) return once_matches(method, request) ? once_text(method) : std::string();
    const auto matches = matches_of(method, request);
    if (matches.sizes.empty()) return {};
    std::string sizes;
    double seconds = 0;
    const auto repetitions = of(method.repetitions, request.suite);
    for (const auto bytes : matches.sizes) {
        sizes += fmt::format(" {}", bytes);
        seconds += case_seconds(method, false, bytes, repetitions);
    }
    const bool some_ranks = method.gpus == GpuAxes::collective && matches.ranks.size() > 1;
    auto text = fmt::format("{}/{}{}/bytes:N{}   {}{}; N ={}\n  {}\n", method.family, method.method,
                            axes_text(method.gpus),
                            !matches.node     ? ""
                            : matches.no_node ? "[/node:M]"
                                              : "/node:M",
                            some_ranks ? "2, 4, 8 and all GPUs" : each_text(method.gpus),
                            node_text(matches), sizes, method.what);
    for (const auto& metric : method.metrics)
        text += fmt::format("  {:<15} {}, {} is better: {}\n", metric.name, metric.unit,
                            to_string(metric.better), metric.what);
    return text + fmt::format(
                      "  {} samples after {} warm-ups; about {:.0f} ms for one of them and "
                      "one invocation on hardware; {}\n",
                      repetitions.samples, repetitions.warmup, seconds * 1e3, method.executable);
}

Exit list_cases(const ListFlags& flags) {
    const auto request = large_machine(parse_suite(flags.suite), flags.cases);
    std::string text;
    for (const auto& method : case_catalogue()) {
        const auto part = method_text(method, request);
        if (!part.empty()) text += (text.empty() ? "" : "\n") + part;
    }
    if (text.empty())
        throw usage_error("--cases " + flags.cases, "no case matches",
                          "run `hopbench list` without it to see all");
    write_answer(text, flags.output);
    return Exit::ok;
}

}  // namespace

void add_list(CLI::App& application, Action& action) {
    auto* command = application.add_subcommand("list", "Cases, what each measures, units, time");
    auto flags = std::make_shared<ListFlags>();
    command->add_option("--suite", flags->suite, "quick, standard or full")
        ->capture_default_str()
        ->type_name("NAME");
    command->add_option("--cases", flags->cases, "Cases to list; * and ? match, commas separate")
        ->capture_default_str()
        ->type_name("GLOB");
    command->footer(
        "Examples:\n  hopbench list\n  hopbench list --suite full --cases "
        "'hostcopy/*,allreduce/*'");
    command->callback([flags, &action] { action = [flags] { return list_cases(*flags); }; });
}

}  // namespace hopbench::cli

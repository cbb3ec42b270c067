#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "harness/cli/output.hpp"
#include "harness/cli/subcommand.hpp"
#include "harness/model/case_name.hpp"
#include "harness/plan/case_catalogue.hpp"

namespace hopbench::cli {
namespace {

struct ListFlags {
    std::string suite = "quick";
    std::string cases = "*";
    OutputOptions output;
};

/// A list needs no machine: patterns are tried on the pairs of a large one.
constexpr int pairs_of_gpus = 16;

bool matches(const std::string& pattern, const CaseMethod& method, std::uint64_t bytes) {
    CaseName name{.family = std::string(method.family),
                  .method = std::string(method.method),
                  .src = 0,
                  .dst = 0,
                  .bytes = bytes,
                  .node = {}};
    for (int src = 0; src < pairs_of_gpus; ++src)
        for (int dst = 0; dst < pairs_of_gpus; ++dst) {
            name.src = src;
            name.dst = dst;
            if (src != dst && glob_match(pattern, format_case_name(name))) return true;
        }
    return false;
}

std::string method_text(const CaseMethod& method, Suite suite, const std::string& pattern) {
    std::string sizes;
    double seconds = 0;
    const auto repetitions = method.of(suite);
    for (const auto bytes : suite_sizes(suite)) {
        if (!matches(pattern, method, bytes)) continue;
        sizes += fmt::format(" {}", bytes);
        seconds += case_seconds(method, false, bytes, repetitions);
    }
    if (sizes.empty()) return {};
    auto text = fmt::format("{}/{}/src:S/dst:D/bytes:N   every ordered pair; N ={}\n  {}\n",
                            method.family, method.method, sizes, method.what);
    for (const auto& metric : method.metrics())
        text += fmt::format("  {:<15} {}, {} is better: {}\n", metric.name, metric.unit,
                            to_string(metric.better), metric.what);
    return text + fmt::format(
                      "  {} samples after {} warm-ups; about {:.0f} ms a pair and "
                      "invocation on hardware; {}\n",
                      repetitions.samples, repetitions.warmup, seconds * 1e3, method.executable);
}

Exit list_cases(const ListFlags& flags) {
    const auto suite = parse_suite(flags.suite);
    std::string text;
    for (const auto& method : case_catalogue()) {
        const auto part = method_text(method, suite, flags.cases);
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
        "'latency/oneshot/*'");
    command->callback([flags, &action] { action = [flags] { return list_cases(*flags); }; });
}

}  // namespace hopbench::cli

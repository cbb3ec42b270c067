#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/common/case_definition.hpp"
#include "bench/common/isolated.hpp"

namespace hopbench {

/// Name, purpose and cases of one bench executable.
struct BenchProgram {
    const char* name;      ///< "hopbench-latency"
    const char* purpose;   ///< first line of --help
    const char* examples;  ///< last lines of --help
    Catalogue catalogue;
    const char* sizes = "4,16,64,256,1K,4K,16K,64K,256K,1M";  ///< default of --sizes
    const char* nodes = "policy";                             ///< default of --nodes
    const IsolatedCases* isolated = nullptr;                  ///< null: no case is isolated
};

struct BenchOptions {
    std::string plan;     ///< file; empty: the cases of sizes × pairs
    std::string samples;  ///< file; empty: none is written
    bool probe = false;
    std::vector<std::uint64_t> sizes;        ///< bytes
    std::vector<std::pair<int, int>> pairs;  ///< empty: all
    std::vector<int> gpus;                   ///< under test, ascending; empty: all
    std::vector<int> ranks;                  ///< empty: one rank a GPU under test
    /// Host nodes; none: no node is asked for. Empty: all that this process may use, or none where
    /// the kernel does not say.
    std::vector<std::optional<int>> nodes;
    std::optional<int> samples_per_case;
    std::uint64_t seed = 1;
    bool matrix = false;                       ///< only the isolated cases, as text
    std::optional<double> step_deadline;       ///< seconds an isolated case may take
    std::vector<std::string> benchmark_flags;  ///< "--benchmark_filter=…", as given
};

/// Reads the command line. nullopt: --help or --version was answered on stdout, the program ends
/// with exit code 0. Throws Error (exit 2).
[[nodiscard]] std::optional<BenchOptions> parse_options(int argc, const char* const* argv,
                                                        const BenchProgram& program);

/// The plan that the options without --plan stand for, on a machine with `devices` GPUs: every case
/// with every value of its axes; with --matrix the isolated cases, else the others. Throws Error
/// (exit 4) when no pair is left.
[[nodiscard]] InvocationPlan plan_of(const BenchOptions& options, const BenchProgram& program,
                                     int devices);

}  // namespace hopbench

#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/model/cell_key.hpp"
#include "harness/plan/suite.hpp"

namespace hopbench {

/// One number a method produces.
struct MetricInfo {
    std::string_view name;  ///< "completion"
    std::string_view unit;  ///< SI, as in the report
    Better better = Better::lower;
    MarginKind margin_kind = MarginKind::latency;
    std::string_view what;  ///< for people
};

/// Repetitions of one case in one invocation.
struct Repetitions {
    int warmup = 0;
    int samples = 0;
};

/// Time of one case, for estimates only:
/// seconds = fixed + bytes × fixed_per_byte + repetitions × (each + bytes × per_byte).
struct CaseCost {
    double startup = 0;  ///< once an invocation, beside what every bench needs
    double fixed = 0;
    double fixed_per_byte = 0;  ///< patterns, poison, verification
    double each = 0;
    double per_byte = 0;
};

/// The GPUs a method has one case for.
enum class GpuAxes {
    ordered_pairs,    ///< src, dst
    unordered_pairs,  ///< src < dst
    to_gpu,           ///< dst
    from_gpu,         ///< src
    collective,       ///< ranks
};

/// Where the host buffer of a case is asked to be.
enum class NodeAxis {
    absent,  ///< no such axis: there is no host buffer, or the process's own policy decides
    every,   ///< one case a NUMA node; without the axis where no node is known
    both,    ///< as absent, and one case a node
};

using Sizes = std::vector<std::uint64_t>;

/// A method of a family: what it measures, who measures it, on what, how often.
struct CaseMethod {
    std::string_view family, method;
    std::string_view executable;  ///< bench that has it
    std::string_view direction, engine;
    std::string_view what;
    GpuAxes gpus = GpuAxes::ordered_pairs;
    BySuite<NodeAxis> nodes{};
    /// Bytes, ascending; a method without sizes is not in that suite.
    BySuite<Sizes> sizes{};
    /// Tried once a run before the blocks: a status and its evidence, no metric and no size.
    bool once = false;
    std::vector<MetricInfo> metrics{};
    BySuite<Repetitions> repetitions{};
    CaseCost hardware{};   ///< typical of a machine without peer access
    CaseCost simulated{};  ///< of the simulated stack on one core
};

}  // namespace hopbench

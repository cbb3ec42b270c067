#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

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
    double fixed = 0;
    double fixed_per_byte = 0;  ///< patterns, poison, verification
    double each = 0;
    double per_byte = 0;
};

/// A method of a family: what it measures, who measures it, how often.
struct CaseMethod {
    std::string_view family, method;
    std::string_view executable;  ///< bench that has it
    std::string_view direction, engine;
    std::string_view what;
    std::array<MetricInfo, 2> metric_storage;
    std::size_t metric_count = 0;
    std::array<Repetitions, 3> repetitions;  ///< by Suite
    CaseCost hardware;                       ///< typical of a machine without peer access
    CaseCost simulated;                      ///< of the simulated stack on one core

    [[nodiscard]] std::span<const MetricInfo> metrics() const noexcept {
        return std::span(metric_storage).first(metric_count);
    }
    [[nodiscard]] Repetitions of(Suite suite) const noexcept {
        return repetitions[static_cast<std::size_t>(suite)];
    }
};

/// Every method the harness knows; a new one is one entry here and one case in its bench.
[[nodiscard]] std::span<const CaseMethod> case_catalogue() noexcept;

/// nullptr when the catalogue has no such method.
[[nodiscard]] const CaseMethod* find_case_method(std::string_view family,
                                                 std::string_view method) noexcept;

/// Seconds a bench needs before its first case: process, driver, contexts, buffers.
[[nodiscard]] double start_seconds(bool simulated, std::size_t gpus) noexcept;

/// Seconds of one case of `bytes` with these repetitions.
[[nodiscard]] double case_seconds(const CaseMethod& method, bool simulated, std::uint64_t bytes,
                                  Repetitions repetitions) noexcept;

}  // namespace hopbench

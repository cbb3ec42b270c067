#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "harness/model/comparison.hpp"

namespace hopbench::stats {

/// A simulated interleaved run: groups × blocks × two invocations of either variant × samples.
/// Log samples = block + invocation + sample noise, and the head's true θ.
struct Scenario {
    int groups = 12;
    int blocks = 10;
    double theta = 0;          ///< of every group
    double delta = 0;          ///< margin on the log scale
    double block_sd = 0.001;   ///< shared by both variants of a block
    double invocation_sd = 0;  ///< process to process; σ_d = this for two invocations a side
    double sample_sd = 0;      ///< within a process
    double correlation = 0;    ///< of invocation effects between groups, 0 to 1
    int samples = 3;           ///< of an invocation
    bool heavy_tails = false;  ///< invocation effects from Student's t with five degrees of freedom
};

/// Log samples of one group; entry (block, invocation, sample) at the flat index.
struct GroupSamples {
    std::vector<double> base, head;
};
using Trial = std::vector<GroupSamples>;

[[nodiscard]] Trial draw_trial(const Scenario& scenario, std::uint64_t seed);

struct Answer {
    Verdict verdict;
    double low, high;
};
using Method = std::function<std::vector<Answer>(const Scenario&, const Trial&)>;

/// The shipped method: medians of invocations, block effects, simultaneous sign flips.
[[nodiscard]] std::vector<Answer> blocked_sign_flips(const Scenario& scenario, const Trial& trial);

/// What most tools do: all samples of a variant as independent, a pooled t interval per group.
[[nodiscard]] std::vector<Answer> naive_pooled_t(const Scenario& scenario, const Trial& trial);

/// Shares over trials.
struct Rates {
    double any_called = 0;           ///< trials with a group worse or better
    double worse = 0;                ///< groups worse, over all trials
    double covered = 0;              ///< trials whose intervals all contain the truth
    double mcse(double rate) const;  ///< Monte Carlo standard error at a true rate, per trial
    int trials = 0;
};
[[nodiscard]] Rates simulate(const Scenario& scenario, const Method& method, int trials,
                             std::uint64_t seed);

}  // namespace hopbench::stats

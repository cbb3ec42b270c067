#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/cell.hpp"
#include "harness/model/error.hpp"

namespace hopbench {

enum class Verdict { worse, better, same, inconclusive, incomparable, not_applied };
[[nodiscard]] std::string_view to_string(Verdict verdict) noexcept;

/// θ on the log scale; positive is worse whatever the metric.
struct Effect {
    double theta = 0;
    double se = 0;
    double critical = 0;  ///< simultaneous critical value c
    double low = 0;       ///< θ − c·se
    double high = 0;
    int blocks = 0;  ///< n: blocks, or sessions of the smaller side
    /// False where no interval exists (too few blocks or sessions): `critical` is then ∞ and `low`
    /// and `high` are −∞ and ∞; `se` may be ∞.
    bool interval = true;
};

/// A group: metric × statistic × class × band.
struct GroupKey {
    std::string family, metric;
    std::string statistic;  ///< "median" or "p99"
    PairClass pair_class = PairClass::unknown_numa;
    Band band = Band::small;
    auto operator<=>(const GroupKey&) const = default;
};
[[nodiscard]] std::string describe(const GroupKey& key);

struct CellResult {
    CellKey key;  ///< of the head; its variant is the head's
    std::string statistic;
    Verdict verdict = Verdict::inconclusive;
    std::optional<Effect> effect;
    double margin = 0;                      ///< δ = log(1+ε)
    double base_value = 0, head_value = 0;  ///< geometric means over invocations, cell's unit
    std::string unit;
    Better better = Better::lower;
    bool watch = false;              ///< on the BH q = .05 watch list; never a verdict
    std::vector<std::string> flags;  ///< "two modes", "drift", "outlier-dominated"
    std::string why;                 ///< for incomparable or inconclusive
};

struct GroupResult {
    GroupKey key;
    std::string head;  ///< label of the head side of this contrast
    Verdict verdict = Verdict::inconclusive;
    std::optional<Effect> effect;
    MarginKind margin_kind = MarginKind::latency;
    double margin = 0;                      ///< δ
    double base_value = 0, head_value = 0;  ///< geometric means over the group's cells
    std::string unit;
    Better better = Better::lower;
    int cells = 0;                    ///< cells that both sides have
    std::optional<CellResult> worst;  ///< the cell with the largest θ
    std::vector<std::string> flags;
    std::string why;
    std::string lean;  ///< of an inconclusive one: "leans worse", "leans better", ""
};

/// The negative control: baseline against itself under a second label.
struct ControlResult {
    bool present = false;
    bool passed = true;
    std::vector<std::string> failures;  ///< group and what failed
    std::vector<GroupResult> groups;
};

struct Contrast {
    std::string base, head;           ///< labels
    std::vector<GroupResult> groups;  ///< the gate
    std::vector<CellResult> cells;
    std::vector<std::string> unmatched;  ///< cells one side lacks, and which side
    bool applied = true;                 ///< treatment check of the head
    std::string treatment;               ///< its evidence
    std::vector<std::string> perceived;  ///< what the sides made of the machine, for people
};

/// Everything a renderer shows; renderers compute nothing.
struct Comparison {
    std::string mode;  ///< "paired blocks" or "sessions"
    std::string base_source, head_source;
    bool simulated = false;
    std::string identity;                   ///< "8 × SIMULATED …"
    std::vector<std::string> differences;   ///< settings that differ, shown
    std::vector<std::string> incomparable;  ///< non-empty: exit 4
    std::vector<std::string> assumptions;   ///< what the verdict rests on
    std::vector<std::string> warnings;
    std::map<MarginKind, double> margins;  ///< ε
    double family_level = 0.95;
    ControlResult control;
    std::vector<Contrast> contrasts;
    int worse = 0, better = 0, same = 0, inconclusive = 0;  ///< groups over all contrasts
    Exit exit = Exit::ok;
    std::string headline;  ///< "regression: 3 of 12 groups worse", one line
};

}  // namespace hopbench

#pragma once
#include <optional>
#include <string>

#include "harness/compare/session_table.hpp"
#include "harness/model/comparison.hpp"

namespace hopbench::compare {

/// Sessions a side that Welch's interval needs.
inline constexpr std::size_t minimum_sessions = 5;

/// What the intervals between sessions rest on.
enum class SessionBasis {
    welch,      ///< at least five sessions a side
    stated_sd,  ///< fewer, and the user stated the session-to-session sd
    none,       ///< fewer, nothing stated: everything is inconclusive
};
[[nodiscard]] SessionBasis session_basis(std::size_t base_sessions, std::size_t head_sessions,
                                         std::optional<double> session_sd) noexcept;

/// Verdicts on session means. With m groups every group's interval is at level 1 − .05/m
/// (Bonferroni), cells likewise as their own family. Welch: θ ± t·sqrt(s²/n + s²/m); stated sd s:
/// θ ± z·s·sqrt(1/n + 1/m). Both have the timer's floor under se.
[[nodiscard]] Contrast judge_sessions(const SessionTable& table, const std::string& base_label,
                                      const std::string& head_label,
                                      const std::string& head_variant,
                                      std::optional<double> session_sd);

}  // namespace hopbench::compare

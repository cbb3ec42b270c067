#pragma once
#include <stdexcept>
#include <string>
#include <utility>

namespace hopbench {

/// Exit codes every subcommand shares; see README, "Exit codes".
enum class Exit : int {
    ok = 0,
    findings = 1,       ///< regression, or a check that failed
    usage = 2,          ///< usage, I/O, schema
    inconclusive = 3,   ///< only with --require-conclusive
    unfit = 4,          ///< unfit, incomparable, or this machine cannot do it
    interrupted = 130,  ///< Ctrl-C; what was measured is kept
};

/// An error meant for the user: one line `hopbench: what: why (remedy)`.
class Error : public std::runtime_error {
  public:
    Error(Exit code, std::string what, std::string why, std::string remedy)
        : std::runtime_error(what + ": " + why + (remedy.empty() ? "" : " (" + remedy + ")")),
          code_(code),
          what_(std::move(what)),
          why_(std::move(why)),
          remedy_(std::move(remedy)) {}

    [[nodiscard]] Exit code() const noexcept { return code_; }
    /// The subject: a file, a field, an option.
    [[nodiscard]] const std::string& subject() const noexcept { return what_; }
    [[nodiscard]] const std::string& why() const noexcept { return why_; }
    [[nodiscard]] const std::string& remedy() const noexcept { return remedy_; }

  private:
    Exit code_;
    std::string what_, why_, remedy_;
};

/// Usage, I/O or schema error (exit 2).
inline Error usage_error(std::string what, std::string why, std::string remedy) {
    return {Exit::usage, std::move(what), std::move(why), std::move(remedy)};
}

/// The machine cannot do what was asked (exit 4).
inline Error unfit_error(std::string what, std::string why, std::string remedy) {
    return {Exit::unfit, std::move(what), std::move(why), std::move(remedy)};
}

}  // namespace hopbench

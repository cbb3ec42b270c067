#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace hopbench {

/// How one case (or one invocation) ended. A failed case is a record, never the end of a session.
enum class Status {
    ok,
    not_supported,  ///< the machine says it cannot
    refused,        ///< it said it could, the call failed
    corrupt,        ///< the destination's owner saw wrong bytes
    hung,           ///< ended by the watchdog
    crashed,        ///< the process died, or a sticky device error
    wedged,         ///< the process could not be ended
    crashed_host,   ///< the machine went down while it was tried
    interrupted,    ///< the user ended the run
};

[[nodiscard]] std::string_view to_string(Status status) noexcept;
/// nullopt for a word that names no status.
[[nodiscard]] std::optional<Status> parse_status(std::string_view word) noexcept;

}  // namespace hopbench

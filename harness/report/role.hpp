#pragma once
#include <optional>
#include <string_view>

#include "harness/model/report.hpp"

namespace hopbench::reporting {

[[nodiscard]] inline std::string_view to_string(Role role) noexcept {
    switch (role) {
        case Role::baseline:
            return "baseline";
        case Role::control:
            return "control";
        case Role::candidate:
            return "candidate";
    }
    return "unknown";
}

[[nodiscard]] inline std::optional<Role> parse_role(std::string_view word) noexcept {
    for (const auto role : {Role::baseline, Role::control, Role::candidate})
        if (to_string(role) == word) return role;
    return std::nullopt;
}

}  // namespace hopbench::reporting

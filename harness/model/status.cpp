#include "harness/model/status.hpp"

#include <array>
#include <utility>

namespace hopbench {
namespace {
constexpr std::array<std::pair<Status, std::string_view>, 9> names{{
    {Status::ok, "ok"},
    {Status::not_supported, "not-supported"},
    {Status::refused, "refused"},
    {Status::corrupt, "corrupt"},
    {Status::hung, "hung"},
    {Status::crashed, "crashed"},
    {Status::wedged, "wedged"},
    {Status::crashed_host, "crashed-host"},
    {Status::interrupted, "interrupted"},
}};
}  // namespace

std::string_view to_string(Status status) noexcept {
    for (const auto& [value, name] : names)
        if (value == status) return name;
    return "unknown";
}

std::optional<Status> parse_status(std::string_view word) noexcept {
    for (const auto& [value, name] : names)
        if (name == word) return value;
    return std::nullopt;
}

}  // namespace hopbench

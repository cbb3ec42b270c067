#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "tests/sim/nccl/detection.hpp"

namespace hopbench::sim::nccl {
namespace {

constexpr const char* kSwitchTarget = "fffffff:ffff:ff";

std::optional<int> gpu_index(const std::string& end) {
    if (!end.starts_with("gpu")) return std::nullopt;
    return std::stoi(end.substr(3));
}

// The other end of a link, or "".
std::string other_end(const LinkModel& link, const std::string& end) {
    if (link.a == end) return link.b;
    return link.b == end ? link.a : "";
}

bool reaches_a_node(const MachineModel& model, const std::string& device) {
    return std::any_of(model.links.begin(), model.links.end(), [&device](const LinkModel& link) {
        return !other_end(link, device).starts_with("gpu") && !other_end(link, device).empty();
    });
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace

double nvlink_gbps(int sm) {
    if (sm >= 100) return 40.1;
    if (sm >= 90) return 20.6;
    if (sm == 86) return 12.0;
    if (sm >= 70) return 20.0;
    return sm >= 60 ? 18.0 : 20.0;
}

std::vector<DetectedLink> nvlinks_of(const MachineModel& model, int gpu) {
    const auto& facts = model.gpus[static_cast<std::size_t>(gpu)];
    const double one = nvlink_gbps(facts.sm_major * 10 + facts.sm_minor);
    std::vector<DetectedLink> found;
    for (const auto& link : model.links) {
        const auto other = other_end(link, "gpu" + std::to_string(gpu));
        if (other.empty() || other.starts_with("node")) continue;
        const auto peer = gpu_index(other);
        if (!peer && reaches_a_node(model, other)) continue;  // a PCI switch
        const auto target =
            peer ? lower(model.gpus[static_cast<std::size_t>(*peer)].bdf) : kSwitchTarget;
        const int count = std::max(1, static_cast<int>(std::lround(link.gbps / one)));
        const auto same = std::find_if(found.begin(), found.end(),
                                       [&target](const auto& own) { return own.target == target; });
        if (same == found.end())
            found.push_back({.target = target, .count = count});
        else
            same->count += count;
    }
    return found;
}

}  // namespace hopbench::sim::nccl

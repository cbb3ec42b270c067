#include "harness/fixes/perceived.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace hopbench {
namespace {

/// "0-3,6" of ascending numbers.
std::string ranges(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        auto end = i + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
        text.append(text.empty() ? "" : ",").append(std::to_string(numbers[i]));
        if (end - i > 1) text.append("-").append(std::to_string(numbers[end - 1]));
        i = end;
    }
    return text;
}

}  // namespace

std::vector<PlacedGpu> placed_gpus(const TreatmentQuestion& question) {
    std::vector<PlacedGpu> placed;
    for (std::size_t rank = 0; rank < question.gpus.size(); ++rank) {
        PlacedGpu gpu{.gpu = &question.gpus[rank], .perceived = {}};
        for (const auto& cpu : question.evidence->cpus)
            if (std::find(cpu.gpus.begin(), cpu.gpus.end(), static_cast<int>(rank)) !=
                cpu.gpus.end())
                gpu.perceived = cpu.numa_id;
        placed.push_back(gpu);
    }
    return placed;
}

std::string name_of(const TreatedGpu& gpu) {
    return "GPU " + std::to_string(gpu.index) + " (" + gpu.bdf + ")";
}

std::string node_text(std::optional<int> node) {
    if (!node) return "no CPU of NCCL's dump";
    return *node < 0 ? "no node (" + std::to_string(*node) + ")" : "node " + std::to_string(*node);
}

std::string layout_text(const TreatmentQuestion& question) {
    std::vector<std::pair<int, std::vector<int>>> nodes;  // by first GPU
    for (const auto& gpu : placed_gpus(question)) {
        const int node = gpu.perceived.value_or(-1);
        auto found = std::find_if(nodes.begin(), nodes.end(),
                                  [node](const auto& entry) { return entry.first == node; });
        if (found == nodes.end()) found = nodes.insert(nodes.end(), {node, {}});
        found->second.push_back(gpu.gpu->index);
    }
    std::string text;
    for (auto& [node, gpus] : nodes) {
        std::sort(gpus.begin(), gpus.end());
        text += (text.empty() ? "GPU " : ", GPU ") + ranges(gpus) + " on " + node_text(node);
    }
    return text;
}

std::optional<std::string> judge_twice(const TreatmentQuestion& question) {
    std::set<int> seen;
    for (const auto& cpu : question.evidence->cpus)
        if (!seen.insert(cpu.numa_id).second)
            return "NCCL perceives two CPUs with numaid " + std::to_string(cpu.numa_id);
    return std::nullopt;
}

std::optional<std::string> judge_unknown_node(const TreatmentQuestion& question) {
    for (const auto& gpu : placed_gpus(question))
        if (!gpu.perceived || *gpu.perceived < 0)
            return name_of(*gpu.gpu) + " sits on " + node_text(gpu.perceived);
    return std::nullopt;
}

}  // namespace hopbench

#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/fixes/treatment.hpp"

namespace hopbench {

/// A GPU and the node NCCL perceived it on; none where its dump does not have the GPU.
struct PlacedGpu {
    const TreatedGpu* gpu = nullptr;
    std::optional<int> perceived;
};

/// In rank order. The question must have evidence.
[[nodiscard]] std::vector<PlacedGpu> placed_gpus(const TreatmentQuestion& question);

/// "GPU 0 (0000:01:00.0)"
[[nodiscard]] std::string name_of(const TreatedGpu& gpu);
/// "node 1", "no node (-1)", "no CPU of NCCL's dump"
[[nodiscard]] std::string node_text(std::optional<int> node);
/// "GPU 0-3 on node 1, GPU 4-7 on node 0"
[[nodiscard]] std::string layout_text(const TreatmentQuestion& question);

/// Why not: NCCL has two CPUs of one node.
[[nodiscard]] std::optional<std::string> judge_twice(const TreatmentQuestion& question);
/// Why not: NCCL knows no node for a GPU.
[[nodiscard]] std::optional<std::string> judge_unknown_node(const TreatmentQuestion& question);

}  // namespace hopbench

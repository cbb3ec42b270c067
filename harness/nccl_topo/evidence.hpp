#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench::nccl_topo {

/// What one invocation left behind. A file that is missing or cannot be read tells nothing.
struct EvidenceFiles {
    std::filesystem::path log;          ///< NCCL_DEBUG_FILE
    std::filesystem::path topo_dump;    ///< NCCL_TOPO_DUMP_FILE
    std::filesystem::path graph_dump;   ///< NCCL_GRAPH_DUMP_FILE
    std::filesystem::path relative_to;  ///< the run's directory; paths below it are shortened
};

/// What NCCL perceived and decided. `bdf_by_rank`: address of each rank's GPU, in any form.
/// Sets every field but variant, status and reason, which are the caller's; a value that neither
/// log nor dumps tell stays absent. Several ranks' lines may be mixed: where they differ, what NCCL
/// agrees on counts (the fewest channels, the lowest bandwidth, the farthest path).
/// `warnings` holds each different WARN line once, and of the INFO lines those by which NCCL says
/// that it did not understand the topology ("KV Convert to int …", "Ignoring …").
/// Never throws for what the files hold; reads at most 64 MiB of each.
[[nodiscard]] NcclEvidence read_evidence(const EvidenceFiles& files,
                                         const std::vector<std::string>& bdf_by_rank);

}  // namespace hopbench::nccl_topo

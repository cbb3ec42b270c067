#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench {

/// A GPU of the run, in rank order of the invocation that gathered the evidence.
struct TreatedGpu {
    int index = 0;  ///< GPU index of the report
    std::string bdf;
    std::optional<int> node;  ///< believed truth
};

struct TreatmentQuestion {
    Variant variant;
    std::optional<NcclEvidence> evidence;  ///< none: nothing was gathered
    std::vector<TreatedGpu> gpus;          ///< rank order
    std::filesystem::path topology_file;   ///< what NCCL_TOPO_FILE names; empty: none is set
    std::map<std::string, int> sysfs;      ///< numa_node read back, by address; for sysfs variants
};

/// Whether NCCL's own words prove that the variant was in effect, and in one sentence what that
/// rests on, or which GPU sits where instead.
/// - nothing that places GPUs (no fix, no NCCL_TOPO_FILE): applied, "sets only its environment".
/// - a topology file: NCCL loaded it and understood all of it, no node is −1 or there twice, and
///   every GPU sits where the file puts it; for the topo-xml fix that must be the truth too.
/// - sysfs: every GPU sits on its true node and numa_node reads back so.
/// No evidence is not applied.
[[nodiscard]] Treatment judge_treatment(const TreatmentQuestion& question);

}  // namespace hopbench

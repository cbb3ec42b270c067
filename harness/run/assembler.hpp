#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "harness/plan/plan.hpp"
#include "harness/report/samples_bin.hpp"
#include "harness/run/companion_table.hpp"
#include "harness/run/exclusions.hpp"
#include "harness/run/job_result.hpp"
#include "harness/run/machine_facts.hpp"

namespace hopbench {

/// Everything of a report that is known before the first invocation.
struct ReportFrame {
    std::string tool_version;
    std::map<MarginKind, double> margins;
    Environment environment;  ///< as recorded
    std::string sim_set;
};

/// Builds the report from results that arrive in plan order, so that equal results make an equal
/// report whatever the order in which they were obtained. Samples go to disk at once; memory holds
/// a few numbers per cell and invocation.
class Assembler {
  public:
    /// `plan` must outlive it.
    Assembler(const Plan& plan, const MachineFacts& facts, const ReportFrame& frame,
              const std::filesystem::path& samples_bin);

    /// What was found before the blocks; before the first add().
    void set_evidence(std::vector<Capability> capabilities, std::vector<NcclEvidence> nccl,
                      const std::vector<Treatment>& treatments);

    void add(const Job& job, const JobResult& result);

    /// Ends samples.bin and returns the report; `volatile` is the caller's.
    [[nodiscard]] Report finish(bool complete);

  private:
    struct CaseCells {
        std::vector<std::size_t> cells;  ///< by metric, of the first variant
    };

    void add_cells(const ExecutablePlan& executable, const Topology& topology);
    void add_record(const Job& job, const JobResult& result, const CaseName& name,
                    const CaseRecord* record, std::uint32_t binding);
    void add_invocation(Cell& cell, const Job& job, const JobResult& result,
                        const CaseRecord* record, std::uint32_t binding);

    const Plan& plan_;
    Report report_;
    SamplesBinWriter samples_;
    CompanionTable companions_;
    Exclusions exclusions_;
    std::unordered_map<std::string, CaseCells> cells_of_case_;  ///< by executable + case name
    std::vector<double> kept_;                                  ///< finite samples of one series
};

}  // namespace hopbench

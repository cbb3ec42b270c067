#pragma once
#include <vector>

#include "harness/run/job_result.hpp"
#include "harness/run/run_directory.hpp"
#include "harness/run/session.hpp"

namespace hopbench {

/// Files of one invocation before the blocks.
struct SessionFiles {
    std::filesystem::path plan, samples, out, err;
    std::string log;  ///< of err, relative to the run's directory
};
[[nodiscard]] SessionFiles files_of(const RunDirectory& directory, const Plan& plan,
                                    const SessionJob& job);

/// Where NCCL writes what it says of itself under a variant.
struct NcclFiles {
    std::filesystem::path folder, log, topology, graph;
};
[[nodiscard]] NcclFiles nccl_files(const RunDirectory& directory, const Variant& variant);

/// What makes NCCL write them.
void add_nccl_variables(Environment& environment, const NcclFiles& files);

/// By step as tried, then src and dst. A step without a record takes the invocation's status.
[[nodiscard]] std::vector<Capability> capabilities_of(const SessionJob& job,
                                                      const JobResult& result);

/// What NCCL's log and dumps tell, and how the invocation ended.
[[nodiscard]] NcclEvidence evidence_of(const SessionSetup& setup, const RunDirectory& directory,
                                       const SessionJob& job, const JobResult& result);

/// Was the variant in effect? `evidence`: of all variants that have any.
[[nodiscard]] Treatment judge_variant(const SessionSetup& setup, std::size_t variant,
                                      const std::vector<NcclEvidence>& evidence);

}  // namespace hopbench

#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "harness/model/status.hpp"
#include "harness/protocol/samples.hpp"
#include "harness/run/bench_probe.hpp"
#include "harness/run/launcher.hpp"

namespace hopbench {

/// What became of one invocation.
struct JobResult {
    Status status = Status::ok;
    std::string reason;                     ///< empty when ok; the same in every rerun
    std::optional<SamplesContent> content;  ///< what its samples file holds, if it can be read
    double wall_seconds = 0;
};

/// Reads the samples file (if there is one) and words the end. `log`: name of its log for people,
/// relative to the run's directory. Throws Error (exit 2) when the bench itself reports a usage or
/// disk error: that is no property of the case, and the run can be resumed.
[[nodiscard]] JobResult judge_end(const LaunchEnd& end, const LaunchRequest& request,
                                  const std::filesystem::path& samples, const std::string& log);

/// Refuses a result whose indices in `gpus` are other devices than those `probed` before the run: a
/// GPU that fell off the bus, or a variant that hides one, renumbers the rest, and a cell would
/// then hold another pair's numbers.
void refuse_other_devices(JobResult& result, std::span<const ProbedDevice> probed,
                          std::span<const int> gpus);

}  // namespace hopbench

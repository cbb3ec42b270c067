#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/protocol/plan_file.hpp"
#include "harness/protocol/samples.hpp"

namespace hopbench::testing {

/// How a process ended and what it said.
struct Finished {
    int exit_code = -1;
    std::string out, err;
};

/// A folder of its own for one test, removed at the end.
class ScratchFolder {
  public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    [[nodiscard]] std::string file(const std::string& name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

/// Runs a shell command with its streams in `folder`.
[[nodiscard]] Finished run_shell(const ScratchFolder& folder, const std::string& command);

/// hopbench-latency on a bundled simulated machine; `model`: name without ".json". `set` is
/// HOPBENCH_SIM_SET.
[[nodiscard]] std::string on_sim(const std::string& model, const std::string& set,
                                 const std::string& arguments);

/// The same for any bench, by its name: "hopbench-staged".
[[nodiscard]] std::string bench_on_sim(const std::string& program, const std::string& model,
                                       const std::string& set, const std::string& arguments);

/// A plan of these cases, all of one family, written to `folder`; returns its path. One-shot
/// warm-ups: 2.
[[nodiscard]] std::string write_plan(const ScratchFolder& folder,
                                     const std::vector<std::string>& cases, int samples);

/// Runs such a plan with the bench of its family on a simulated machine and reads its samples.
/// Fails the test when the process does not end with 0.
[[nodiscard]] SamplesContent measure(const std::string& model, const std::string& set,
                                     const std::vector<std::string>& cases, int samples);

}  // namespace hopbench::testing

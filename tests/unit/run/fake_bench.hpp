#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/plan/variants.hpp"
#include "harness/run/session.hpp"

namespace hopbench {

/// A directory that is gone at the end of the test.
class TemporaryDirectory {
  public:
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  private:
    std::filesystem::path path_;
};

/// Bench processes that live in this one: the samples file is written by start(), the end is
/// reported by wait(), the last one started first, so that results arrive out of order.
class FakeLauncher final : public Launcher {
  public:
    /// How the n-th invocation (from 0) ends; nullopt: it never ends by itself.
    using Script = std::function<std::optional<LaunchEnd>(int, const LaunchRequest&)>;

    explicit FakeLauncher(Script script = {}) : script_(std::move(script)) {}

    int start(const LaunchRequest& request) override;
    std::vector<LaunchEnd> wait(double seconds) override;
    void stop_all(bool now) override;

    int started = 0;
    int most_at_once = 0;
    int stops = 0;
    std::vector<LaunchRequest> requests;

  private:
    Script script_;
    std::map<int, LaunchEnd> ready_;
    std::vector<int> endless_;
    bool stopping_ = false;
};

/// The plan file the request names.
[[nodiscard]] InvocationPlan plan_of(const LaunchRequest& request);

/// Writes what a bench would for this plan; values depend on case and seed alone.
/// `cases`: how many are written (−1: all, with the end line).
void write_fake_samples(const LaunchRequest& request, int cases = -1);

class SilentProgress final : public Progress {
  public:
    void update(const ProgressState& state) override { last = state; }
    void finish(const ProgressState& state) override { last = state; }
    void say(const std::string& text) override { lines.push_back(text); }
    ProgressState last;
    std::vector<std::string> lines;
};

struct FakePlan {
    std::string cases = "latency/*/bytes:4096";
    VariantRequest variants{.names = {}, .definitions = {"slow:X=1"}};
    std::vector<BindingPolicy> bindings{BindingPolicy{}};
};

/// Three GPUs, 0 and 1 on node 1, 2 on node 0; unless wanted otherwise one size, two methods,
/// `blocks` blocks, baseline + control + "slow".
[[nodiscard]] SessionSetup fake_setup(int blocks = 3, std::uint64_t seed = 1,
                                      const FakePlan& wanted = {});

/// Runs a session in `directory` and returns its result.
SessionResult run_fake(
    const SessionSetup& setup, const std::filesystem::path& directory, Launcher& launcher,
    Existing existing = Existing::refuse,
    const std::function<int()>& interrupts = [] { return 0; });

/// report.json without its volatile part, and samples.bin.
[[nodiscard]] std::string stable_content(const std::filesystem::path& directory);

[[nodiscard]] std::string file_content(const std::filesystem::path& file);

}  // namespace hopbench

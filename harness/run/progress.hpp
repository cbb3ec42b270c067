#pragma once
#include <optional>
#include <string>

namespace hopbench {

/// Where a run stands.
struct ProgressState {
    int done = 0, total = 0;
    std::string variant;         ///< of the invocation that ended last
    double elapsed = 0;          ///< seconds since this start
    std::optional<double> left;  ///< seconds; none until something has been measured
};

/// "12/60 invocations, 20 %, slow, 14 s elapsed, 52 s left".
[[nodiscard]] std::string describe(const ProgressState& state);

/// "48 s", "7 min", "1 h 20 min".
[[nodiscard]] std::string describe_duration(double seconds);

/// Tells people how far the run is.
class Progress {
  public:
    virtual ~Progress() = default;
    virtual void update(const ProgressState& state) = 0;
    virtual void finish(const ProgressState& state) = 0;
    /// A line of its own.
    virtual void say(const std::string& text) = 0;
};

/// On stderr: one line that is rewritten on a terminal, else a line every ten seconds.
class StderrProgress final : public Progress {
  public:
    StderrProgress();
    ~StderrProgress() override { clear(); }
    void update(const ProgressState& state) override;
    void finish(const ProgressState& state) override;
    void say(const std::string& text) override;

  private:
    void clear();

    bool terminal_;
    bool drawn_ = false;
    double next_line_ = 10;  ///< in seconds elapsed
};

}  // namespace hopbench

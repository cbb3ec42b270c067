#pragma once
#include <memory>

#include "harness/run/child_process.hpp"
#include "harness/run/launcher.hpp"

namespace hopbench {

/// Seconds a child is given at each step of being ended.
struct Graces {
    double term = 5;   ///< from TERM to KILL
    double kill = 10;  ///< from KILL until it counts as wedged
};

/// Real processes, watched through pidfds by one thread.
class SubprocessLauncher final : public Launcher {
  public:
    /// `wake_fd`: becomes readable when the user interrupts; −1: none.
    explicit SubprocessLauncher(int wake_fd = -1, Graces graces = {})
        : wake_fd_(wake_fd), graces_(graces) {}
    ~SubprocessLauncher() override { stop_all(true); }

    int start(const LaunchRequest& request) override;
    std::vector<LaunchEnd> wait(double seconds) override;
    void stop_all(bool now) override;

  private:
    enum class Stage { running, terminating, killing };
    struct Running {
        int id;
        ChildProcess process;
        double started;
        double until;  ///< when the next step is taken
        Stage stage = Stage::running;
        EndKind cause = EndKind::exited;
    };

    void escalate(Running& child, double now);
    void collect_ended(double now);
    void poll_until(double limit);

    int wake_fd_;
    Graces graces_;
    int next_id_ = 1;
    std::vector<std::unique_ptr<Running>> running_;
    std::vector<LaunchEnd> ended_;
};

}  // namespace hopbench

#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/binding/policy.hpp"
#include "harness/model/report.hpp"

namespace hopbench {

/// A bench invocation to start.
struct LaunchRequest {
    std::vector<std::string> argv;
    Environment environment;
    std::filesystem::path out, err;  ///< where its output goes; created anew
    double deadline_seconds = 0;     ///< on the raw clock; then TERM, KILL, and it is given up
    ResolvedBinding binding = {};    ///< put in force before exec; empty: as hopbench itself runs
};

enum class EndKind {
    exited,
    signalled,    ///< by a signal that hopbench did not send
    hung,         ///< ended by hopbench after its deadline
    stopped,      ///< ended by hopbench because the run is ended
    wedged,       ///< could not be ended
    not_started,  ///< the program could not be started
};

struct LaunchEnd {
    int id = 0;
    EndKind kind = EndKind::exited;
    int code = 0;     ///< exit status or signal
    std::string why;  ///< of not_started
    double wall_seconds = 0;
};

/// Where the session meets the operating system. Implementations: processes, and a fake in tests.
class Launcher {
  public:
    virtual ~Launcher() = default;

    /// Starts it and returns an id. A failure to start is an end like any other.
    virtual int start(const LaunchRequest& request) = 0;

    /// Ends since the last call; waits up to `seconds` for the first one. Returns early (and empty)
    /// when the user interrupts. Never blocks on a child that cannot be ended.
    virtual std::vector<LaunchEnd> wait(double seconds) = 0;

    /// Begins to end every child: TERM, later KILL; `now`: KILL at once.
    virtual void stop_all(bool now) = 0;
};

}  // namespace hopbench

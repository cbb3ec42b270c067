#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/binding/policy.hpp"
#include "harness/model/report.hpp"
#include "harness/report/file_descriptor.hpp"

namespace hopbench {

/// How a process ended.
struct ExitState {
    bool signalled = false;
    int code = 0;  ///< exit status, or the signal's number
};

/// One child in a process group of its own; the kernel ends it when hopbench dies, so that a
/// killed session leaves nobody measuring. Nothing here waits for it.
class ChildProcess {
  public:
    /// Starts argv[0] with exactly this environment, stdin from /dev/null, on the CPUs and memory
    /// nodes of the binding. The descriptors become stdout and stderr. Call it while the process
    /// has one thread. Throws Error (exit 2) when the program cannot be started or bound.
    ChildProcess(const std::vector<std::string>& argv, const Environment& environment, int out_fd,
                 int err_fd, const ResolvedBinding& binding = {});

    /// Readable when the child has ended.
    [[nodiscard]] int poll_fd() const noexcept { return pidfd_.get(); }

    /// Sends the signal to the whole group.
    void signal(int number) const noexcept;

    /// The end of the child if it has ended, without waiting. What is left of its group is killed.
    [[nodiscard]] std::optional<ExitState> collect() noexcept;

  private:
    pid_t pid_ = -1;
    FileDescriptor pidfd_;
};

}  // namespace hopbench

#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "harness/report/file_descriptor.hpp"

namespace hopbench {

/// How a child ended, as far as it has.
struct Ending {
    bool gone = false;   ///< false: not even SIGKILL ended it within 10 s
    bool ended = false;  ///< this process had to end it
    bool signalled = false;
    int code = 0;            ///< exit status, or the signal's number
    std::string last_words;  ///< last line of its stderr
};

/// "signal 11 (Segmentation fault)", "exit code 3: last line".
[[nodiscard]] std::string describe(const Ending& ending);

/// A child of this executable that takes lines and answers with lines. No call here blocks beyond
/// its limit, whatever the child does: nothing waits for a process that cannot be ended.
class StepProcess {
  public:
    /// Starts it with these arguments after step_child_option. Throws Error (exit 2).
    explicit StepProcess(const std::vector<std::string>& arguments);
    /// Ends it.
    ~StepProcess();
    StepProcess(const StepProcess&) = delete;
    StepProcess& operator=(const StepProcess&) = delete;

    /// False when the child reads no more.
    bool send(const std::string& line) noexcept;

    enum class Wait { line, timeout, closed };
    /// The next line of the child, by `until` on raw_time().
    Wait receive(std::string& line, double until);

    /// Ends it: end of its stdin where it may still listen, then SIGTERM, then SIGKILL; each is
    /// given its time. Then it is left alone.
    Ending end(bool listens);

  private:
    [[nodiscard]] bool has_ended_by(double until) const noexcept;
    void collect(Ending& ending) noexcept;
    [[nodiscard]] std::string last_words() const;

    pid_t pid_ = -1;
    FileDescriptor pidfd_, to_child_, from_child_, errors_;
    std::string buffer_;
    std::optional<Ending> ending_;
};

}  // namespace hopbench

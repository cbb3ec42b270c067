#pragma once
#include "harness/report/file_descriptor.hpp"

namespace hopbench {

/// While it lives, SIGINT and SIGTERM are counted instead of ending the process. One at a time.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// Signals received so far.
    [[nodiscard]] int count() const noexcept;

    /// Readable once a signal has come.
    [[nodiscard]] int wake_fd() const noexcept { return read_end_.get(); }

  private:
    FileDescriptor read_end_, write_end_;
};

}  // namespace hopbench

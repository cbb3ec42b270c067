#pragma once
#include <signal.h>

#include <filesystem>

namespace hopbench {

/// A new folder below the system's temporary one, removed with all that is in it. Meant for a few
/// seconds: signals that ask this thread's process to end wait until it is gone.
class TemporaryFolder {
  public:
    /// Throws Error (exit 2) where none can be made.
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  private:
    std::filesystem::path path_;
    sigset_t before_;  ///< blocked signals to go back to
};

}  // namespace hopbench

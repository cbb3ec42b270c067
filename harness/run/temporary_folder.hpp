#pragma once
#include <filesystem>

namespace hopbench {

/// A new folder below the system's temporary one, removed with all that is in it.
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
};

}  // namespace hopbench

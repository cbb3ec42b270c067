#pragma once
#include <filesystem>
#include <string>

#include "harness/report/file_descriptor.hpp"

namespace hopbench {

/// What to do with a directory that is there already and not empty.
enum class Existing {
    refuse,
    resume,   ///< only a run of hopbench, or nothing yet
    replace,  ///< only a run of hopbench: its files are removed first
};

/// The DIR of `run -o DIR`: names of its files, and a lock so that two runs never share it.
class RunDirectory {
  public:
    /// Throws Error (exit 2) when the directory may not be used so; changes nothing.
    static void check(const std::filesystem::path& root, Existing existing);

    /// Checks, creates and locks it. Throws Error (exit 2).
    RunDirectory(std::filesystem::path root, Existing existing);

    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }
    [[nodiscard]] std::filesystem::path report() const { return root_ / "report.json"; }
    [[nodiscard]] std::filesystem::path samples_bin() const { return root_ / "samples.bin"; }
    [[nodiscard]] std::filesystem::path machine() const { return root_ / "machine.json"; }
    [[nodiscard]] std::filesystem::path journal() const { return root_ / "journal.jsonl"; }
    [[nodiscard]] std::filesystem::path logs() const { return root_ / "logs"; }
    [[nodiscard]] std::filesystem::path work() const { return root_ / "work"; }
    /// What built-in fixes have written, by variant; kept as evidence.
    [[nodiscard]] std::filesystem::path fixes() const { return root_ / "fixes"; }
    /// What NCCL has written of itself, by variant.
    [[nodiscard]] std::filesystem::path evidence() const { return root_ / "evidence"; }
    [[nodiscard]] std::filesystem::path sim_root() const { return root_ / "sim-root"; }

    /// Creates logs/ and work/.
    void create_folders() const;

    /// Removes work/, sim-root/ and temporary files of dead processes.
    void remove_scratch() const;

  private:
    std::filesystem::path root_;
    FileDescriptor lock_;
};

}  // namespace hopbench

#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/machine.hpp"

namespace hopbench {

/// Reads files of `/` or of a recorded tree. Nothing outside the tree is followed; at most 16 MiB
/// of a file and 65,536 entries of a directory are looked at.
class RootedFiles {
  public:
    /// Throws Error (exit 2) when there is no such directory.
    explicit RootedFiles(const std::filesystem::path& root);

    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }

    struct Text {
        std::optional<std::string> text;  ///< without the trailing newline
        std::string why;                  ///< where there is none
        bool missing = false;             ///< there is no such file
    };
    /// `path`: absolute within the tree, "/sys/…".
    [[nodiscard]] Text read(const std::string& path) const;

    /// Names in a directory, sorted; empty where it is not there.
    [[nodiscard]] std::vector<std::string> names(const std::string& path) const;

    /// Where a link leads, absolute within the tree; nullopt for no link and for one that leaves
    /// the tree.
    [[nodiscard]] std::optional<std::string> resolve(const std::string& path) const;

    /// Adds the file's text as a fact; a file that is not there adds nothing.
    void add_text(MachinePart& part, const char* name, const std::string& path) const;
    /// The same as a whole number (decimal, or hexadecimal after 0x); other text stays text.
    void add_number(MachinePart& part, const char* name, const std::string& path) const;

  private:
    [[nodiscard]] std::optional<std::filesystem::path> inside(const std::string& path) const;

    std::filesystem::path root_;
};

}  // namespace hopbench

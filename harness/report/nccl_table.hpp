#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/nccl_log.hpp"

namespace hopbench::reporting {

[[nodiscard]] std::vector<std::string_view> split_words(std::string_view line);

/// The columns of one table; layouts differ by version (root, #wrong, cputime, …).
class NcclTable {
  public:
    /// nullopt unless the words are those of a column header line.
    [[nodiscard]] static std::optional<NcclTable> from_header(
        const std::vector<std::string_view>& words);

    /// Words a row needs; a blank redop column shortens it.
    [[nodiscard]] std::size_t row_size(const std::vector<std::string_view>& words) const;
    /// Parses a row of row_size words; on failure returns what is wrong with it.
    [[nodiscard]] std::string parse(const std::vector<std::string_view>& words, NcclRow& row) const;
    [[nodiscard]] bool old_errors() const noexcept { return old_errors_; }

    /// Does the line begin like a row: size, count, type?
    [[nodiscard]] static bool begins_row(const std::vector<std::string_view>& words);

  private:
    std::vector<std::string> left_, right_;  ///< before and from the first time column on
    bool old_errors_ = false;
};

}  // namespace hopbench::reporting

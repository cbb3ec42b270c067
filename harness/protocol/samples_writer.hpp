#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "harness/protocol/samples.hpp"

namespace hopbench {

/// Writes hopbench.samples/1: JSON lines, each flushed. Never called inside a measurement.
class SamplesWriter {
  public:
    /// Creates the file and writes the header. Throws Error (exit 2) when it cannot.
    SamplesWriter(const std::filesystem::path& file, const SamplesHeader& header);

    /// Appends one case. Throws Error (exit 2) when the disk refuses.
    void append(const CaseRecord& record);

    /// Writes the end line; a file without it is known to be cut.
    void finish();

  private:
    void write_line(const std::string& line);

    struct Close {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };
    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
    std::size_t cases_ = 0;
};

}  // namespace hopbench

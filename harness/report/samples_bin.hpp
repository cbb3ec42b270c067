#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench {

/// Writes the sidecar of raw samples: little-endian float32, nothing else. The file appears under
/// its name, whole and durable, by finish(), and replaces an earlier one; without finish() nothing
/// is left. Errors of the disk are Error (exit 2).
class SamplesBinWriter {
  public:
    explicit SamplesBinWriter(std::filesystem::path file);
    ~SamplesBinWriter();
    SamplesBinWriter(const SamplesBinWriter&) = delete;
    SamplesBinWriter& operator=(const SamplesBinWriter&) = delete;

    /// Returns the offset of the first one, counted in samples.
    std::uint64_t append(std::span<const double> values);
    SamplesFile finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Reads a sidecar; what the report says of it is checked, never trusted.
class SamplesBin {
  public:
    /// Throws Error (exit 2) when the file is missing or its size is not what the report says.
    SamplesBin(const std::filesystem::path& file, const SamplesFile& expected);
    ~SamplesBin();
    SamplesBin(const SamplesBin&) = delete;
    SamplesBin& operator=(const SamplesBin&) = delete;

    /// `count` samples from `offset` on; Error (exit 2) past the end.
    [[nodiscard]] std::vector<float> read(std::uint64_t offset, std::uint64_t count) const;
    /// Reads the whole file and compares SHA-256; Error (exit 2) when it differs.
    void verify() const;

  private:
    std::string path_;
    SamplesFile expected_;
    int fd_ = -1;
};

}  // namespace hopbench

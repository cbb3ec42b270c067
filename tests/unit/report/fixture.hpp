#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/model/comparison.hpp"
#include "harness/model/report.hpp"

namespace hopbench::fixture {

/// A small report in which every field of every struct holds something else than its default at
/// least once; a simulated machine of four GPUs on two nodes.
[[nodiscard]] Report full_report();

/// A report of bandwidths, host copies and collectives with capabilities, NCCL's evidence, bindings
/// and pages; the same machine.
[[nodiscard]] Report fabric_report();

/// Every step of the twelve pairs of four GPUs, with a denial, a refusal, a hang and wrong bytes.
[[nodiscard]] std::vector<Capability> four_gpu_capabilities();
/// Six of them.
[[nodiscard]] std::vector<Capability> few_capabilities();

/// What NCCL perceives on four GPUs without any node, and after it loaded a file of two nodes.
[[nodiscard]] NcclEvidence detected_evidence(const std::string& variant);
[[nodiscard]] NcclEvidence loaded_evidence(const std::string& variant);

/// A plausible report of `cells` cells with `invocations` each, for speed and fuzzing.
[[nodiscard]] Report sized_report(std::size_t cells, int invocations);

/// Likewise for a comparison: every field, every verdict.
[[nodiscard]] Comparison full_comparison();

/// A directory of its own, removed with everything in it at the end.
class TemporaryDirectory {
  public:
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  private:
    std::filesystem::path path_;
};

[[nodiscard]] std::string read_text(const std::filesystem::path& file);
void write_text(const std::filesystem::path& file, const std::string& text);

/// The one-line message of the Error (exit 2) that `read_report(file)` throws; "" when it reads.
[[nodiscard]] std::string reading_error(const std::filesystem::path& file);

}  // namespace hopbench::fixture

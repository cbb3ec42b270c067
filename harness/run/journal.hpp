#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/status.hpp"
#include "harness/report/file_descriptor.hpp"

namespace hopbench {

/// First line of journal.jsonl: what the run is, for --resume to compare.
struct JournalHeader {
    std::string plan_sha256, tool_version;
    std::string started, host, command;          ///< of the first start; volatile
    std::map<std::string, std::string> options;  ///< "--seed" → "1"
};

/// The end of one invocation.
struct JournalJob {
    int ordinal = 0, block = 0, position = 0;
    std::string variant;
    Status status = Status::ok;
    std::string reason;
    bool has_samples = false;  ///< its samples file can be read
    double wall_seconds = 0;
};

/// One try of a block.
struct JournalBlock {
    int block = 0;
    std::string started, boot_id;
    std::vector<JournalJob> jobs;
    std::vector<std::string> retries;  ///< invocations that were started again, and why
    bool ended = false;
};

/// One try of an invocation before the blocks.
struct JournalSessionJob {
    std::string name, started, boot_id;
    bool ended = false;
    Status status = Status::ok;
    std::string reason;
    bool has_samples = false;
    double wall_seconds = 0;
};

struct JournalContent {
    std::optional<JournalHeader> header;          ///< none: nothing usable was written yet
    std::vector<JournalSessionJob> session_jobs;  ///< tries, in the order they were begun
    std::vector<JournalBlock> blocks;             ///< tries, in the order they were begun
    double wall_seconds = 0;                      ///< sum over earlier starts
    bool complete = false;                        ///< report.json and samples.bin are final
    std::uint64_t good_bytes = 0;                 ///< where the last whole line ends
};

/// Reads a journal; a last line cut by a kill is ignored. Throws Error (exit 2) naming file, line
/// and field for anything else that is wrong. A missing file is an empty journal.
[[nodiscard]] JournalContent read_journal(const std::filesystem::path& file);

/// Appends to journal.jsonl, one line per event, each on the disk before the call returns.
class JournalWriter {
  public:
    /// Creates the file with its header, whole or not at all.
    JournalWriter(const std::filesystem::path& file, const JournalHeader& header);
    /// Goes on after the last whole line.
    JournalWriter(const std::filesystem::path& file, const JournalContent& earlier);

    void begin_session_job(const JournalSessionJob& job);
    void end_session_job(const JournalSessionJob& job);
    void begin_block(const JournalBlock& block);
    void end_job(const JournalJob& job);
    void retry_job(int block, const std::string& what);
    void end_block(int block, double wall_seconds);
    void complete();

  private:
    void open_at(std::uint64_t bytes);
    void append(const std::string& line);

    std::filesystem::path file_;
    FileDescriptor fd_;
    std::uint64_t size_ = 0;
};

}  // namespace hopbench

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "harness/model/error.hpp"
#include "harness/report/durable_file.hpp"
#include "harness/run/journal.hpp"

namespace hopbench {
namespace {

using nlohmann::json;

std::string line_of(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace

JournalWriter::JournalWriter(const std::filesystem::path& file, const JournalHeader& header)
    : file_(file) {
    const auto line = line_of({{"schema", "hopbench.journal/1"},
                               {"plan_sha256", header.plan_sha256},
                               {"tool_version", header.tool_version},
                               {"started", header.started},
                               {"host", header.host},
                               {"command", header.command},
                               {"options", header.options}});
    write_durably(file, line);
    open_at(line.size());
}

JournalWriter::JournalWriter(const std::filesystem::path& file, const JournalContent& earlier)
    : file_(file) {
    open_at(earlier.good_bytes);
}

void JournalWriter::open_at(std::uint64_t bytes) {
    fd_ = FileDescriptor(open(file_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (!fd_ || ftruncate(fd_.get(), static_cast<off_t>(bytes)) != 0)
        throw usage_error(file_.string(), std::strerror(errno), "check its permissions");
    size_ = bytes;
}

void JournalWriter::append(const std::string& line) {
    std::size_t done = 0;
    while (done < line.size()) {
        const auto written = write(fd_.get(), line.data() + done, line.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        done += static_cast<std::size_t>(written);
    }
    if (done == line.size() && fdatasync(fd_.get()) == 0) {
        size_ += line.size();
        return;
    }
    const int error = errno;
    // Leave whole lines behind; where even that fails the reader drops the cut one.
    [[maybe_unused]] const int result = ftruncate(fd_.get(), static_cast<off_t>(size_));
    throw usage_error(file_.string(), std::strerror(error), "free space and go on with --resume");
}

void JournalWriter::begin_session_job(const JournalSessionJob& job) {
    append(line_of({{"event", "begin-session-job"},
                    {"name", job.name},
                    {"started", job.started},
                    {"boot_id", job.boot_id}}));
}

void JournalWriter::end_session_job(const JournalSessionJob& job) {
    append(line_of({{"event", "end-session-job"},
                    {"name", job.name},
                    {"status", to_string(job.status)},
                    {"reason", job.reason},
                    {"has_samples", job.has_samples},
                    {"wall_seconds", job.wall_seconds}}));
}

void JournalWriter::begin_block(const JournalBlock& block) {
    append(line_of({{"event", "begin-block"},
                    {"block", block.block},
                    {"started", block.started},
                    {"boot_id", block.boot_id}}));
}

void JournalWriter::end_job(const JournalJob& job) {
    append(line_of({{"event", "end-job"},
                    {"ordinal", job.ordinal},
                    {"block", job.block},
                    {"position", job.position},
                    {"variant", job.variant},
                    {"status", to_string(job.status)},
                    {"reason", job.reason},
                    {"has_samples", job.has_samples},
                    {"wall_seconds", job.wall_seconds}}));
}

void JournalWriter::retry_job(int block, const std::string& what) {
    append(line_of({{"event", "retry-job"}, {"block", block}, {"what", what}}));
}

void JournalWriter::end_block(int block, double wall_seconds) {
    append(line_of({{"event", "end-block"}, {"block", block}, {"wall_seconds", wall_seconds}}));
}

void JournalWriter::complete() {
    append(line_of({{"event", "complete"}}));
}

}  // namespace hopbench

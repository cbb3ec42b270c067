#include "harness/report/samples_bin.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>

#include "harness/model/error.hpp"
#include "harness/report/durable_file.hpp"
#include "harness/report/sha256.hpp"

namespace hopbench {
namespace {

constexpr std::size_t buffer_bytes = 1u << 18;
constexpr const char* unwritable = "name a writable place with free space";
constexpr const char* foreign = "keep samples.bin and report.json of one run together";

void append_float(std::string& out, double value) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(bits >> shift & 0xff);
}

float decode_float(const unsigned char* bytes) {
    std::uint32_t bits = 0;
    for (int i = 3; i >= 0; --i) bits = bits << 8 | bytes[i];
    return std::bit_cast<float>(bits);
}

}  // namespace

struct SamplesBinWriter::State {
    std::filesystem::path file, temporary;
    int fd = -1;
    std::string buffer;
    std::uint64_t count = 0;
    reporting::Sha256 sum;

    ~State() {
        if (fd < 0) return;
        ::close(fd);
        ::unlink(temporary.c_str());
    }
    [[noreturn]] void fail() const {
        throw usage_error(file.string(), std::strerror(errno), unwritable);
    }
    void flush() {
        sum.update(buffer.data(), buffer.size());
        for (std::size_t done = 0; done < buffer.size();) {
            const auto written = ::write(fd, buffer.data() + done, buffer.size() - done);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) fail();
            done += static_cast<std::size_t>(written);
        }
        buffer.clear();
    }
};

SamplesBinWriter::SamplesBinWriter(std::filesystem::path file) : state_(std::make_unique<State>()) {
    state_->file = std::move(file);
    state_->temporary = reporting::temporary_beside(state_->file);
    state_->fd = ::open(state_->temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (state_->fd < 0) state_->fail();
}

SamplesBinWriter::~SamplesBinWriter() = default;

std::uint64_t SamplesBinWriter::append(std::span<const double> values) {
    const auto offset = state_->count;
    for (const double value : values) append_float(state_->buffer, value);
    state_->count += values.size();
    if (state_->buffer.size() >= buffer_bytes) state_->flush();
    return offset;
}

SamplesFile SamplesBinWriter::finish() {
    state_->flush();
    if (::fsync(state_->fd) != 0) state_->fail();
    ::close(std::exchange(state_->fd, -1));
    reporting::publish_file(state_->temporary, state_->file, Overwrite::yes);
    return {.file = state_->file.filename().string(),
            .sha256 = state_->sum.hex(),
            .count = state_->count};
}

SamplesBin::SamplesBin(const std::filesystem::path& file, const SamplesFile& expected)
    : path_(file.string()), expected_(expected) {
    fd_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) throw usage_error(path_, std::strerror(errno), foreign);
    struct stat facts {};
    const bool known = ::fstat(fd_, &facts) == 0;
    const auto size = static_cast<std::uint64_t>(known ? facts.st_size : 0);
    if (!known || size % 4 != 0 || size / 4 != expected_.count) {
        ::close(fd_);
        throw usage_error(path_,
                          "holds " + std::to_string(size) + " bytes where the report says " +
                              std::to_string(expected_.count) + " samples of 4",
                          foreign);
    }
}

SamplesBin::~SamplesBin() {
    ::close(fd_);
}

std::vector<float> SamplesBin::read(std::uint64_t offset, std::uint64_t count) const {
    if (offset > expected_.count || count > expected_.count - offset)
        throw usage_error(path_,
                          "samples " + std::to_string(offset) + " to " +
                              std::to_string(offset + count) + " lie past its end",
                          foreign);
    std::vector<unsigned char> bytes(count * 4);
    for (std::size_t done = 0; done < bytes.size();) {
        const auto got = ::pread(fd_, bytes.data() + done, bytes.size() - done,
                                 static_cast<off_t>(offset * 4 + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw usage_error(path_, std::strerror(errno), "check the disk");
        if (got == 0) throw usage_error(path_, "was cut while it was read", foreign);
        done += static_cast<std::size_t>(got);
    }
    std::vector<float> values(count);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = decode_float(&bytes[i * 4]);
    return values;
}

void SamplesBin::verify() const {
    reporting::Sha256 sum;
    std::vector<unsigned char> bytes(buffer_bytes);
    for (off_t at = 0;;) {
        const auto got = ::pread(fd_, bytes.data(), bytes.size(), at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw usage_error(path_, std::strerror(errno), "check the disk");
        if (got == 0) break;
        sum.update(bytes.data(), static_cast<std::size_t>(got));
        at += got;
    }
    if (sum.hex() != expected_.sha256)
        throw usage_error(path_, "its SHA-256 is not the report's", foreign);
}

}  // namespace hopbench

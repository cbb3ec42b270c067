#include "harness/report/durable_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "harness/model/error.hpp"
#include "harness/report/file_descriptor.hpp"

namespace hopbench {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, int error) {
    if (error == EEXIST)
        throw usage_error(file.string(), "exists already", "name another file or force it");
    throw usage_error(file.string(), std::strerror(error), "name a writable place with free space");
}

/// A rename would put a file in the place of a device, a pipe or what /dev/stdout leads to.
void refuse_special(const std::filesystem::path& file) {
    std::error_code ignored;
    const auto status = std::filesystem::status(file, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw usage_error(file.string(), "is no regular file", "name a file");
}

/// 0 or errno.
int write_and_sync(const std::filesystem::path& file, std::string_view content) {
    const FileDescriptor out(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (out.get() < 0) return errno;
    while (!content.empty()) {
        const auto written = ::write(out.get(), content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return ::fsync(out.get()) == 0 ? 0 : errno;
}

int move_into_place(const std::filesystem::path& from, const std::filesystem::path& to,
                    Overwrite overwrite) {
    if (overwrite == Overwrite::yes) return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
    // The file system knows no exclusive rename; a link is exclusive too.
    if (::link(from.c_str(), to.c_str()) != 0) return errno;
    ::unlink(from.c_str());
    return 0;
}

}  // namespace

namespace reporting {

std::filesystem::path temporary_beside(const std::filesystem::path& file) {
    std::string name = ".";
    name += file.filename().string();
    name += '.';
    name += std::to_string(::getpid());
    name += ".tmp";
    return file.parent_path() / name;
}

void publish_file(const std::filesystem::path& temporary, const std::filesystem::path& file,
                  Overwrite overwrite) {
    if (const int error = move_into_place(temporary, file, overwrite); error != 0) {
        ::unlink(temporary.c_str());
        fail(file, error);
    }
    const auto directory = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    const FileDescriptor handle(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (handle.get() >= 0) ::fsync(handle.get());  // some file systems refuse it; the data is safe
}

}  // namespace reporting

void write_durably(const std::filesystem::path& file, std::string_view content,
                   Overwrite overwrite) {
    std::error_code ignored;
    if (overwrite == Overwrite::no && std::filesystem::exists(file, ignored)) fail(file, EEXIST);
    refuse_special(file);
    const auto temporary = reporting::temporary_beside(file);
    ::unlink(temporary.c_str());  // of a dead process that had our number
    if (const int error = write_and_sync(temporary, content); error != 0) {
        ::unlink(temporary.c_str());
        fail(file, error);
    }
    reporting::publish_file(temporary, file, overwrite);
}

}  // namespace hopbench

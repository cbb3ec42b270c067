#include "harness/run/sync_path.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstring>

#include "harness/model/error.hpp"
#include "harness/report/file_descriptor.hpp"

namespace hopbench {

void sync_path(const std::filesystem::path& path) {
    const FileDescriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd || fdatasync(fd.get()) != 0)
        throw usage_error(path.string(), std::strerror(errno),
                          "free space and go on with --resume");
}

}  // namespace hopbench

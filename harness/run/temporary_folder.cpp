#include "harness/run/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "harness/model/error.hpp"

namespace hopbench {

TemporaryFolder::TemporaryFolder() {
    std::error_code error;
    const auto parent = std::filesystem::temp_directory_path(error);
    auto pattern = (parent / "hopbench-XXXXXX").string();
    if (error || !mkdtemp(pattern.data()))
        throw usage_error(error ? "TMPDIR" : parent.string(),
                          error ? error.message() : std::strerror(errno),
                          "set TMPDIR to a writable directory");
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace hopbench

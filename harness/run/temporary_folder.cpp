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
    sigset_t ending;
    sigemptyset(&ending);
    for (const int number : {SIGHUP, SIGINT, SIGTERM}) sigaddset(&ending, number);
    pthread_sigmask(SIG_BLOCK, &ending, &before_);
    if (error || !mkdtemp(pattern.data())) {
        const int why = errno;
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        throw usage_error(error ? "TMPDIR" : parent.string(),
                          error ? error.message() : std::strerror(why),
                          "set TMPDIR to a writable directory");
    }
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace hopbench

#include "harness/run/job_files.hpp"

#include <fmt/format.h>

namespace hopbench {

namespace fs = std::filesystem;

void keep_earlier(const fs::path& log) {
    std::error_code error;
    if (!fs::exists(log, error)) return;
    for (int number = 1; number < 1000; ++number) {
        auto aside = log;
        aside += fmt::format(".try{}", number);
        if (fs::exists(aside, error)) continue;
        fs::rename(log, aside, error);
        return;
    }
}

void remove_if_empty(const fs::path& log) {
    std::error_code error;
    if (fs::is_empty(log, error) && !error) fs::remove(log, error);
}

}  // namespace hopbench

#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/sim/nccl/perception.hpp"

namespace hopbench::sim::nccl {
namespace {

// NAME=VALUE lines; '#' starts a comment line. What is set already stays.
void apply(const std::filesystem::path& file) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        const auto equals = line.find('=');
        if (line.starts_with('#') || equals == std::string::npos || equals == 0) continue;
        (void)setenv(line.substr(0, equals).c_str(), line.substr(equals + 1).c_str(), 0);
    }
}

}  // namespace

void read_config_files(const std::filesystem::path& root) {
    const char* user = std::getenv("NCCL_CONF_FILE");
    const char* home = std::getenv("HOME");
    if (user != nullptr && *user != '\0')
        apply(user);
    else if (home != nullptr && *home != '\0')
        apply(std::filesystem::path(home) / ".nccl.conf");
    apply(root / "etc" / "nccl.conf");
}

}  // namespace hopbench::sim::nccl

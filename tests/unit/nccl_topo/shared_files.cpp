#include "tests/unit/nccl_topo/shared_files.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace hopbench::test {

std::optional<std::filesystem::path> shared_file(const std::string& name) {
    const char* given = std::getenv("HOPBENCH_SHARED_DIR");
    const std::filesystem::path folder = given != nullptr ? given : HOPBENCH_SHARED_BESIDE;
    std::error_code ignored;
    if (!std::filesystem::exists(folder / name, ignored)) return std::nullopt;
    return folder / name;
}

std::string read_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    EXPECT_TRUE(in.is_open()) << file;
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace hopbench::test

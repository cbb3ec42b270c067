#include "tests/sim/prepare/root_files.hpp"

#include <fstream>
#include <stdexcept>

namespace hopbench::sim {

namespace fs = std::filesystem;

void write_line(const fs::path& file, const std::string& text) {
    write_bytes(file, text + '\n');
}

void write_bytes(const fs::path& file, const std::string& bytes) {
    fs::create_directories(file.parent_path());
    fs::remove(file);  // some file systems write out what is truncated, and that takes a while
    std::ofstream out(file, std::ios::binary);
    out << bytes;
    if (!out.flush()) throw std::runtime_error(file.string() + ": cannot be written");
}

void link_to(const fs::path& target, const fs::path& at) {
    fs::create_directories(at.parent_path());
    fs::remove(at);
    fs::create_symlink(target.lexically_relative(at.parent_path()), at);
}

}  // namespace hopbench::sim

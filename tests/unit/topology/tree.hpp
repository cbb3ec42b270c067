#pragma once
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace hopbench {

/// A small machine in a directory of its own, gone with the test.
class Tree {
  public:
    Tree() {
        std::string name = (std::filesystem::temp_directory_path() / "hopbench-tree-XXXXXX");
        if (!mkdtemp(name.data())) throw std::runtime_error("no temporary directory");
        root_ = name;
    }
    ~Tree() {
        std::error_code ignored;
        std::filesystem::remove_all(root_, ignored);
    }
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;

    void file(const std::string& path, const std::string& text) const {
        const auto at = root_ / path;
        std::filesystem::create_directories(at.parent_path());
        std::ofstream(at) << text;
    }
    void link(const std::string& path, const std::string& target) const {
        const auto at = root_ / path;
        std::filesystem::create_directories(at.parent_path());
        std::filesystem::create_symlink(target, at);
    }
    [[nodiscard]] const std::filesystem::path& root() const { return root_; }

  private:
    std::filesystem::path root_;
};

}  // namespace hopbench

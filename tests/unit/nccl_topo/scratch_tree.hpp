#pragma once
#include <filesystem>
#include <string>

namespace hopbench::test {

/// A folder with sys/ and proc/ of a machine, removed in the end. Two nodes: CPUs 0-1 and 2-3.
class ScratchTree {
  public:
    ScratchTree();
    ~ScratchTree();
    ScratchTree(const ScratchTree&) = delete;
    ScratchTree& operator=(const ScratchTree&) = delete;

    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }
    void write(const std::string& name, const std::string& text) const;
    [[nodiscard]] std::string read(const std::string& name) const;
    /// A PCI function below `ports` ("0000:00:01.0/0000:01:00.0" or ""), on numa_node −1, Gen5 x16;
    /// its ports are made too where they are not there yet.
    void add_function(const std::string& ports, const std::string& bdf,
                      const std::string& pci_class = "0x030200") const;
    /// GPU n (from 0) as 0000:0(n+1):00.0 behind a root port of its own.
    void add_flat_gpus(int count) const;

  private:
    std::filesystem::path root_;
};

}  // namespace hopbench::test

// What NCCL reads of the kernel's files, below the root of a machine.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tests/sim/nccl/xml_parser.hpp"

namespace hopbench::sim::nccl {

struct CpuIdentity {
    std::string arch;                // "x86_64" or "arm64"
    std::string vendor = {};         // as CPUID spells it; x86 only
    std::optional<int> family = {};  // base + (extended << 4): Genoa 175, Turin 191
    std::optional<int> model = {};
};

class MachineRoot {
  public:
    MachineRoot(std::filesystem::path root, SayGraph say)
        : root_(std::move(root)), say_(std::move(say)) {}

    // Where a PCI device hangs, e.g. "/sys/devices/pci0000:00/0000:00:1c.0/0000:01:00.0" (without
    // the root), or "" when the kernel does not know it. The case of the id does not matter.
    [[nodiscard]] std::string pci_path(const std::string& busid) const;
    // A file's text without its last character (the line end); "" and a line when unreadable.
    [[nodiscard]] std::string read(const std::string& directory, const std::string& file) const;
    [[nodiscard]] CpuIdentity cpu() const;
    // The file itself, at most 16 MiB; nullopt: cannot be opened, with errno set.
    [[nodiscard]] static std::optional<std::string> read_file(const std::filesystem::path& file);
    [[nodiscard]] std::filesystem::path path(const std::string& absolute) const;

  private:
    std::filesystem::path root_;
    SayGraph say_;
};

}  // namespace hopbench::sim::nccl

#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hopbench::nccl_topo {

/// First line of a small file, without the line break and what blanks surround it; none where it
/// cannot be read.
[[nodiscard]] std::optional<std::string> read_line(const std::filesystem::path& file);

/// A PCI function's place in sysfs below `root`.
struct PciPath {
    std::filesystem::path directory;  ///< below sys/devices, resolved
    /// The function itself first, then its ports, up to the one below the host bridge.
    std::vector<std::string> chain;

    /// Topmost port below the host bridge; none where the function hangs on the bridge itself.
    [[nodiscard]] std::optional<std::string> topmost_port() const;
    /// The functions above it that NCCL makes elements of, innermost first: it climbs two levels at
    /// a time, so a switch shows up as its upstream port and a lone root port not at all.
    [[nodiscard]] std::vector<std::string> shown_by_nccl() const;
};

/// None where the tree has no such function. `bdf` in canonical form.
[[nodiscard]] std::optional<PciPath> find_pci(const std::filesystem::path& root,
                                              const std::string& bdf);

}  // namespace hopbench::nccl_topo

#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/report.hpp"

namespace hopbench {

/// Where one GPU of a guest really is.
struct MappedGpu {
    int index = 0;
    std::string guest_bdf;
    std::string root_port;  ///< empty where not known
    std::string host_bdf;
    std::optional<int> host_node, guest_node;
    bool proven = false;                ///< false: an assumption nobody has checked
    std::vector<std::string> evidence;  ///< what it rests on
};

/// hopbench.map/1; results/schema/map.schema.json is its other description.
struct MapFile {
    std::vector<MappedGpu> gpus;
};

/// Throws Error (exit 2) naming file, field and remedy.
[[nodiscard]] MapFile read_map_file(const std::filesystem::path& file);

/// Nodes of the machine's GPUs as the guest numbers them, by GPU index, matched by address.
/// `source` names the file in errors. Throws Error: exit 2 for an address that no GPU has or that
/// stands there twice, exit 4 for an entry that is not proven or names no guest node.
[[nodiscard]] std::map<int, int> nodes_of_map(const MapFile& map, const std::vector<Gpu>& gpus,
                                              const std::string& source);

/// PCI addresses compare without case and with the domain written out: "0000:01:00.0" for "01:00.0"
/// and for nvidia-smi's "00000000:01:00.0".
[[nodiscard]] std::string normal_bdf(std::string text);

}  // namespace hopbench

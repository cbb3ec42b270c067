#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/nccl_topo/generate.hpp"

namespace hopbench {

struct TopoXmlRequest {
    std::filesystem::path root;                 ///< machine facts; "/" or a scratch root
    std::vector<nccl_topo::GpuPlacement> gpus;  ///< truth, in device order
    std::filesystem::path user_file;            ///< --topo; empty: generated from the truth
    std::filesystem::path directory;            ///< of the variant: DIR/fixes/VARIANT, created
};

struct TopoXmlFile {
    std::filesystem::path file;      ///< absolute; the value of NCCL_TOPO_FILE
    std::vector<std::string> notes;  ///< for people
};

/// The bytes of a topology file that a user named. Throws Error (exit 2): it is no plain file, it
/// cannot be read or it is larger than 1 MiB.
[[nodiscard]] std::string read_topology_file(const std::filesystem::path& file);

/// Puts nccl-topology.xml into the variant's directory: the user's bytes as they are (whether NCCL
/// takes them is the treatment check's business), or a generated file. Throws what
/// read_topology_file and read_topology_input do.
[[nodiscard]] TopoXmlFile write_nccl_topo_xml(const TopoXmlRequest& request);

}  // namespace hopbench

#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace hopbench {

/// What a built-in variant changes.
enum class Fix {
    sysfs,     ///< numa_node of GPUs and ports; see sysfs_numa.hpp
    topo_xml,  ///< NCCL_TOPO_FILE; see nccl_topo_xml.hpp
};

/// "topo-xml", "sysfs", "sysfs+topo-xml".
[[nodiscard]] bool is_fix_name(std::string_view name) noexcept;

/// What the name stands for, in the order it is applied; empty for every other name.
[[nodiscard]] std::vector<Fix> fixes_of(std::string_view name);

/// The union over several names (Variant::uses), in the order it is applied.
[[nodiscard]] std::vector<Fix> fixes_of(const std::vector<std::string>& names);

/// For error texts: "sysfs, topo-xml, sysfs+topo-xml".
[[nodiscard]] std::string known_fix_names();

}  // namespace hopbench

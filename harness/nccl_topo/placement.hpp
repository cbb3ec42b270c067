#pragma once
#include <optional>
#include <string_view>

#include "harness/nccl_topo/model.hpp"

namespace hopbench::nccl_topo {

/// The numaid of the <cpu> above the first <pci> whose busid is exactly `bdf`, as NCCL looks it up
/// (lower case, 4-digit domain); none where the file does not have it or the numaid is missing.
/// Read as NCCL does: "0x1" is 1, "one" is 0.
[[nodiscard]] std::optional<int> numa_id_of(const Element& system, std::string_view bdf);

}  // namespace hopbench::nccl_topo

#pragma once
#include <optional>
#include <string_view>

namespace hopbench::nccl_topo {

// NCCL's tables. A word counts as found where it *starts* with an entry, so "32 GT/s PCIe/s" is
// "32 GT/s" to NCCL.

/// GB/s of one lane times 10 and 8 bits: the number NCCL multiplies with the width (120 for Gen4);
/// none where NCCL falls back to Gen3.
[[nodiscard]] std::optional<int> lane_speed(std::string_view link_speed);
/// What NCCL takes for a link speed it does not know.
inline constexpr std::string_view fallback_link_speed = "8.0 GT/s PCIe";
inline constexpr int fallback_link_width = 16;

[[nodiscard]] bool is_known_arch(std::string_view arch);
[[nodiscard]] bool is_known_vendor(std::string_view vendor);
/// Vendors whose family and model NCCL reads.
[[nodiscard]] bool reads_model(std::string_view vendor);

enum class DeviceClass { bridge, nvswitch, gpu, nic, unknown };
[[nodiscard]] DeviceClass device_class(std::string_view pci_class);

}  // namespace hopbench::nccl_topo

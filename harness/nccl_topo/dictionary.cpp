#include "harness/nccl_topo/dictionary.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace hopbench::nccl_topo {
namespace {

template <class Entries>
bool starts_with_any(std::string_view text, const Entries& entries) {
    return std::any_of(entries.begin(), entries.end(),
                       [text](std::string_view entry) { return text.starts_with(entry); });
}

}  // namespace

std::optional<int> lane_speed(std::string_view link_speed) {
    // Without decimals as Linux up to 5.6 writes it; there is no "64 GT/s".
    constexpr std::array<std::pair<std::string_view, int>, 10> speeds{{{"2.5 GT/s", 15},
                                                                       {"5 GT/s", 30},
                                                                       {"8 GT/s", 60},
                                                                       {"16 GT/s", 120},
                                                                       {"32 GT/s", 240},
                                                                       {"5.0 GT/s PCIe", 30},
                                                                       {"8.0 GT/s PCIe", 60},
                                                                       {"16.0 GT/s PCIe", 120},
                                                                       {"32.0 GT/s PCIe", 240},
                                                                       {"64.0 GT/s PCIe", 480}}};
    for (const auto& [name, speed] : speeds)
        if (link_speed.starts_with(name)) return speed;
    return std::nullopt;
}

bool is_known_arch(std::string_view arch) {
    return starts_with_any(arch, std::array<std::string_view, 3>{"x86_64", "arm64", "ppc64"});
}

bool is_known_vendor(std::string_view vendor) {
    return vendor.starts_with("AuthenticAMD") || reads_model(vendor);
}

bool reads_model(std::string_view vendor) {
    return starts_with_any(
        vendor, std::array<std::string_view, 3>{"GenuineIntel", "CentaurHauls", "  Shanghai  "});
}

DeviceClass device_class(std::string_view pci_class) {
    if (pci_class.starts_with("0x060400") || pci_class.starts_with("0x080100"))
        return DeviceClass::bridge;
    if (pci_class.starts_with("0x068000") || pci_class.starts_with("0x068001"))
        return DeviceClass::nvswitch;
    if (pci_class.starts_with("0x03")) return DeviceClass::gpu;
    if (pci_class.starts_with("0x02")) return DeviceClass::nic;
    return DeviceClass::unknown;
}

}  // namespace hopbench::nccl_topo

// The configuration space of a PCI Express function, as far as readers of topology look into it.
#pragma once

#include <cstdint>
#include <string>

namespace hopbench::sim {

struct PciIdentity {
    std::uint16_t vendor = 0;
    std::uint16_t device = 0;
    std::uint16_t subsystem_vendor = 0;
    std::uint16_t subsystem_device = 0;
    std::uint32_t class_code = 0;  // 24 bits: class, subclass, interface
};

struct PciLink {
    std::string speed;  // as sysfs writes it, e.g. "32.0 GT/s PCIe"
    int width = 0;
};

// 256 bytes: header and PCI Express capability of an endpoint.
std::string endpoint_config(const PciIdentity& identity, const PciLink& link);

// The same of a root port on bus `bus` whose only secondary bus is `secondary`.
std::string root_port_config(const PciIdentity& identity, const PciLink& link, unsigned bus,
                             unsigned secondary);

}  // namespace hopbench::sim

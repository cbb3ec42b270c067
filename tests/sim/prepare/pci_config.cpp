#include "tests/sim/prepare/pci_config.hpp"

#include <array>
#include <cstdlib>

namespace hopbench::sim {
namespace {

constexpr std::size_t kBytes = 256;
constexpr std::size_t kExpress = 0x40;  // where the PCI Express capability stands
constexpr unsigned kEndpoint = 0x0;
constexpr unsigned kRootPort = 0x4;

class Config {
  public:
    void put8(std::size_t at, unsigned value) { bytes_.at(at) = static_cast<char>(value); }
    void put16(std::size_t at, unsigned value) {
        put8(at, value & 0xffU);
        put8(at + 1, value >> 8U & 0xffU);
    }
    void put32(std::size_t at, std::uint32_t value) {
        put16(at, value & 0xffffU);
        put16(at + 2, value >> 16U);
    }
    [[nodiscard]] std::string text() const { return {bytes_.begin(), bytes_.end()}; }

  private:
    std::array<char, kBytes> bytes_{};
};

// 1 for 2.5 GT/s, then doubling with each generation; 0 for a speed no generation has.
unsigned speed_code(const std::string& speed) {
    constexpr std::array kSpeeds{2.5, 5.0, 8.0, 16.0, 32.0, 64.0};
    const double value = std::strtod(speed.c_str(), nullptr);
    for (std::size_t i = 0; i < kSpeeds.size(); ++i)
        if (kSpeeds.at(i) == value) return static_cast<unsigned>(i) + 1;
    return 0;
}

Config common(const PciIdentity& identity, const PciLink& link, unsigned port_type) {
    constexpr unsigned kMemoryAndBusMaster = 0x0006;
    constexpr unsigned kHasCapabilities = 0x0010;
    Config config;
    config.put16(0x00, identity.vendor);
    config.put16(0x02, identity.device);
    config.put16(0x04, kMemoryAndBusMaster);
    config.put16(0x06, kHasCapabilities);
    config.put8(0x08, 0xa1);  // revision
    config.put8(0x09, identity.class_code & 0xffU);
    config.put16(0x0a, identity.class_code >> 8U);
    config.put8(0x34, kExpress);
    config.put8(kExpress, 0x10);  // PCI Express; no capability after it
    config.put16(kExpress + 0x02, 0x2U | port_type << 4U);
    const auto status = speed_code(link.speed) | static_cast<unsigned>(link.width) << 4U;
    config.put32(kExpress + 0x0c, status);  // link capabilities
    config.put16(kExpress + 0x12, status);  // link status
    return config;
}

}  // namespace

std::string endpoint_config(const PciIdentity& identity, const PciLink& link) {
    auto config = common(identity, link, kEndpoint);
    config.put16(0x2c, identity.subsystem_vendor);
    config.put16(0x2e, identity.subsystem_device);
    return config.text();
}

std::string root_port_config(const PciIdentity& identity, const PciLink& link, unsigned bus,
                             unsigned secondary) {
    auto config = common(identity, link, kRootPort);
    config.put8(0x0e, 0x01);  // header of a bridge
    config.put8(0x18, bus);
    config.put8(0x19, secondary);
    config.put8(0x1a, secondary);
    return config.text();
}

}  // namespace hopbench::sim

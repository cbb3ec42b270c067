#include "tests/sim/nccl/topology_words.hpp"

#include <cctype>
#include <span>
#include <utility>

namespace hopbench::sim::nccl {
namespace {

struct Word {
    const char* prefix;
    int value;
};

// The first word that the text starts with.
int converted(const std::string& text, std::span<const Word> words, int otherwise,
              const SayGraph& say) {
    for (const auto& [prefix, value] : words)
        if (text.starts_with(prefix)) return value;
    say("KV Convert to int : could not find value of '" + text +
        "' in dictionary, falling back to " + std::to_string(otherwise));
    say("HINT: In many cases this issue indicates missing or faulty information in the provided "
        "topology file.");
    say("HINT: To confirm, set NCCL_TOPO_DUMP_FILE=topo.xml to produce the topology NCCL has "
        "detected and compare to the one provided.");
    return otherwise;
}

constexpr int kArchPower = 2;
constexpr int kArchArm = 3;

}  // namespace

NodeType pci_class_of(const std::string& text, const SayGraph& say) {
    static constexpr Word kClasses[] = {{"0x060400", static_cast<int>(NodeType::pci)},
                                        {"0x080100", static_cast<int>(NodeType::pci)},
                                        {"0x068000", static_cast<int>(NodeType::nvs)},
                                        {"0x068001", static_cast<int>(NodeType::cpu)},
                                        {"0x03", static_cast<int>(NodeType::gpu)},
                                        {"0x02", static_cast<int>(NodeType::nic)}};
    return static_cast<NodeType>(converted(text, kClasses, static_cast<int>(NodeType::pci), say));
}

double lane_gbps_of(const std::string& link_speed, const SayGraph& say) {
    // Values are units of 100 Mbit/s a lane, of which 80 make a GB/s.
    static constexpr Word kSpeeds[] = {{"2.5 GT/s", 15},        {"5 GT/s", 30},
                                       {"8 GT/s", 60},          {"16 GT/s", 120},
                                       {"32 GT/s", 240},        {"5.0 GT/s PCIe", 30},
                                       {"8.0 GT/s PCIe", 60},   {"16.0 GT/s PCIe", 120},
                                       {"32.0 GT/s PCIe", 240}, {"64.0 GT/s PCIe", 480}};
    return converted(link_speed, kSpeeds, 60, say) / 80.0;
}

int cpu_arch_of(const std::string& text, const SayGraph& say) {
    static constexpr Word kArchs[] = {
        {"x86_64", kArchX86}, {"arm64", kArchArm}, {"ppc64", kArchPower}};
    return converted(text, kArchs, 0, say);
}

int cpu_vendor_of(const std::string& text, const SayGraph& say) {
    static constexpr Word kVendors[] = {{"GenuineIntel", kVendorIntel},
                                        {"AuthenticAMD", kVendorAmd},
                                        {"CentaurHauls", kVendorZhaoxin},
                                        {"  Shanghai  ", kVendorZhaoxin}};
    return converted(text, kVendors, 0, say);
}

int cpu_model_of(int vendor, int family, int model) {
    if (vendor == kVendorIntel) {
        if (family != 6 || model < 0x55) return 1;  // Broadwell and before
        if (model < 0x8F) return 2;                 // Skylake
        return model < 0xCF ? 3 : 4;                // Sapphire Rapids, Emerald Rapids
    }
    return vendor == kVendorZhaoxin && family == 7 && model == 0x5B ? 1 : -1;
}

std::int64_t bus_number(const std::string& busid) {
    std::uint64_t number = 0;
    int digits = 0;
    for (const char c : busid) {
        if (c == ':' || c == '.') continue;
        const auto byte = static_cast<unsigned char>(c);
        if (std::isxdigit(byte) == 0 || digits++ == 16) break;
        const int digit = std::isdigit(byte) != 0 ? c - '0' : std::tolower(byte) - 'a' + 10;
        number = number << 4U | static_cast<std::uint64_t>(digit);
    }
    return static_cast<std::int64_t>(number);
}

double inter_cpu_gbps(const TopoNode& cpu) {
    if (cpu.arch == kArchPower) return 32;
    if (cpu.arch == kArchArm) return 6;
    if (cpu.arch != kArchX86) return kLocalGbps;
    if (cpu.vendor == kVendorIntel)
        return cpu.model == 4 ? 40 : cpu.model == 3 ? 22 : cpu.model == 2 ? 10 : 6;
    if (cpu.vendor == kVendorAmd) return 16;
    if (cpu.vendor == kVendorZhaoxin) return cpu.model == 1 ? 9 : 6;
    return kLocalGbps;
}

}  // namespace hopbench::sim::nccl

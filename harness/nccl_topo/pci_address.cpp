#include "harness/nccl_topo/pci_address.hpp"

namespace hopbench::nccl_topo {
namespace {

bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_hex(std::string_view text, std::size_t least, std::size_t most) {
    if (text.size() < least || text.size() > most) return false;
    for (const char c : text)
        if (!is_hex(c)) return false;
    return true;
}

}  // namespace

std::optional<std::string> canonical_bdf(std::string_view text) {
    const auto dot = text.rfind('.');
    if (dot == text.npos || !is_hex(text.substr(dot + 1), 1, 1)) return std::nullopt;
    const auto slot_colon = text.rfind(':', dot);
    if (slot_colon == text.npos || slot_colon == 0) return std::nullopt;
    const auto slot = text.substr(slot_colon + 1, dot - slot_colon - 1);
    const auto bus_colon = text.rfind(':', slot_colon - 1);
    const auto bus_start = bus_colon == text.npos ? 0 : bus_colon + 1;
    const auto bus = text.substr(bus_start, slot_colon - bus_start);
    auto domain = bus_colon == text.npos ? std::string_view("0000") : text.substr(0, bus_colon);
    if (!is_hex(slot, 2, 2) || !is_hex(bus, 2, 2) || !is_hex(domain, 1, 8)) return std::nullopt;

    while (domain.size() > 4 && domain.front() == '0') domain.remove_prefix(1);
    std::string result(domain.size() < 4 ? 4 - domain.size() : 0, '0');
    result.append(domain).append(1, ':').append(bus).append(1, ':').append(slot);
    result.append(text.substr(dot));
    for (char& c : result)
        if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

}  // namespace hopbench::nccl_topo

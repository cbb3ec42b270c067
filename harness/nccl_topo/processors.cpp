#include "harness/nccl_topo/processors.hpp"

#include <charconv>
#include <fstream>
#include <string_view>

namespace hopbench::nccl_topo {
namespace {

constexpr std::size_t most_processors = 65536;

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::optional<int> number(std::string_view text) {
    int value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc() && result.ptr == text.data() + text.size()
               ? std::optional(value)
               : std::nullopt;
}

void take(Processor& processor, std::string_view key, std::string_view value) {
    if (key == "vendor_id") {
        processor.arch = "x86_64";
        processor.vendor = value;
    } else if (key == "cpu family") {
        if (const auto family = number(value)) processor.family_id = nccl_family_id(*family);
    } else if (key == "model") {
        processor.model_id = number(value);
    } else if (key == "CPU implementer") {
        processor.arch = "arm64";
    } else if (key == "cpu" && value.starts_with("POWER")) {
        processor.arch = "ppc64";
    }
}

}  // namespace

int nccl_family_id(int linux_family) {
    constexpr int extended_from = 15;
    return linux_family <= extended_from ? linux_family
                                         : extended_from + ((linux_family - extended_from) << 4);
}

std::map<int, Processor> read_processors(const std::filesystem::path& root) {
    std::ifstream in(root / "proc/cpuinfo", std::ios::binary);
    std::map<int, Processor> processors;
    Processor* current = nullptr;
    std::string line;
    while (std::getline(in, line) && processors.size() < most_processors) {
        const std::string_view text = line;
        const auto colon = text.find(':');
        if (colon == text.npos) continue;
        const auto key = trimmed(text.substr(0, colon));
        const auto value = trimmed(text.substr(colon + 1));
        if (key == "processor") {
            const auto cpu = number(value);
            current = cpu ? &processors[*cpu] : nullptr;
        } else if (current != nullptr) {
            take(*current, key, value);
        }
    }
    std::erase_if(processors, [](const auto& entry) { return entry.second.arch.empty(); });
    return processors;
}

}  // namespace hopbench::nccl_topo

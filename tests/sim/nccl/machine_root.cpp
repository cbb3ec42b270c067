#include "tests/sim/nccl/machine_root.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>

namespace hopbench::sim::nccl {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestFile = std::size_t{16} << 20U;
constexpr std::size_t kLongestValue = 255;  // NCCL reads no more of a sysfs file
constexpr int kExtendedFamilies = 15;       // from here on CPUID splits the family number

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string trimmed(const std::string& text) {
    const auto from = text.find_first_not_of(" \t");
    return from == std::string::npos ? ""
                                     : text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

// The first processor's fields.
std::map<std::string, std::string> first_processor(const fs::path& file) {
    std::ifstream in(file);
    std::map<std::string, std::string> fields;
    for (std::string line; std::getline(in, line) && !line.empty();) {
        const auto colon = line.find(':');
        if (colon == std::string::npos) continue;
        // The vendor may hold blanks that count ("  Shanghai  "): only one follows the colon.
        const auto value = line.substr(std::min(line.size(), colon + 2));
        fields.emplace(trimmed(line.substr(0, colon)), value);
    }
    return fields;
}

}  // namespace

fs::path MachineRoot::path(const std::string& absolute) const {
    return root_ / fs::path(absolute).relative_path();
}

std::string MachineRoot::pci_path(const std::string& busid) const {
    std::error_code failed;
    const auto real = fs::canonical(path("/sys/bus/pci/devices/" + lower(busid)), failed);
    if (failed) return "";
    const auto base = fs::canonical(root_, failed);
    if (failed) return "";
    const auto relative = real.lexically_relative(base);
    if (relative.empty() || *relative.begin() == "..") return "";
    return "/" + relative.string();
}

std::string MachineRoot::read(const std::string& directory, const std::string& file) const {
    std::ifstream in(path(directory + "/" + file), std::ios::binary);
    std::string text(kLongestValue, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.empty())
        say_("Topology detection : could not read " + directory + "/" + file + ", ignoring");
    else
        text.pop_back();
    return text;
}

CpuIdentity MachineRoot::cpu() const {
    auto fields = first_processor(path("/proc/cpuinfo"));
    if (fields.contains("CPU implementer")) return {.arch = "arm64"};
    CpuIdentity cpu{.arch = "x86_64", .vendor = fields["vendor_id"]};
    const int family = std::atoi(fields["cpu family"].c_str());
    cpu.family = family < kExtendedFamilies
                     ? family
                     : kExtendedFamilies + ((family - kExtendedFamilies) << 4);
    cpu.model = std::atoi(fields["model"].c_str());
    return cpu;
}

std::optional<std::string> MachineRoot::read_file(const fs::path& file) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(file.c_str(), "r"),
                                                             &std::fclose);
    if (in == nullptr) return std::nullopt;
    std::string text;
    char block[4096];
    // A directory opens but does not read: as if it were empty.
    while (text.size() < kLongestFile) {
        const auto got = std::fread(block, 1, sizeof block, in.get());
        if (got == 0) break;
        text.append(block, got);
    }
    return text;
}

}  // namespace hopbench::sim::nccl

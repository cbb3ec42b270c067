#include "harness/nccl_topo/sysfs.hpp"

#include <algorithm>
#include <fstream>

#include "harness/nccl_topo/pci_address.hpp"

namespace hopbench::nccl_topo {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 10;  // sysfs shows a page at most

bool is_function(const std::string& name) {
    return canonical_bdf(name) == name;
}

/// NCCL takes a longer name, one with a 5-digit domain, for the root of the tree.
bool is_function_to_nccl(const std::string& name) {
    return name.size() == 12 && is_function(name);
}

}  // namespace

std::optional<std::string> read_line(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
    std::ifstream in(file, std::ios::binary);
    std::string text(most_bytes, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (in.bad() || (in.fail() && !in.eof())) return std::nullopt;
    text.resize(static_cast<std::size_t>(in.gcount()));
    text.resize(std::min(text.find('\n'), text.size()));
    const auto first = text.find_first_not_of(" \t\r");
    if (first == text.npos) return std::string();
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::optional<std::string> PciPath::topmost_port() const {
    return chain.size() < 2 ? std::nullopt : std::optional(chain.back());
}

std::vector<std::string> PciPath::shown_by_nccl() const {
    std::vector<std::string> shown;
    for (std::size_t i = 2; i < chain.size(); i += 2) {
        if (!is_function_to_nccl(chain[i - 1]) || !is_function_to_nccl(chain[i])) break;
        shown.push_back(chain[i]);
    }
    return shown;
}

std::optional<PciPath> find_pci(const std::filesystem::path& root, const std::string& bdf) {
    std::error_code error;
    auto directory = std::filesystem::canonical(root / "sys/bus/pci/devices" / bdf, error);
    if (error || directory.filename() != bdf) return std::nullopt;
    PciPath path{.directory = directory, .chain = {}};
    for (; is_function(directory.filename().string()); directory = directory.parent_path())
        path.chain.push_back(directory.filename().string());
    return path;
}

}  // namespace hopbench::nccl_topo

#include "harness/nccl_topo/dump_evidence.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <pugixml.hpp>

#include "harness/nccl_topo/pci_address.hpp"

namespace hopbench::nccl_topo {
namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20;

bool load(pugi::xml_document& document, const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return false;
    const auto size = std::filesystem::file_size(file, error);
    return !error && size > 0 && size <= most_bytes && document.load_file(file.c_str());
}

std::optional<int> integer(const pugi::xml_attribute& attribute, int base = 10) {
    std::string_view text = attribute.value();
    if (base == 16 && text.starts_with("0x")) text.remove_prefix(2);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                    : std::nullopt;
}

std::optional<double> real(const pugi::xml_attribute& attribute) {
    const std::string_view text = attribute.value();
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && std::isfinite(value)
               ? std::optional(value)
               : std::nullopt;
}

std::string processor_of(const pugi::xml_node& cpu) {
    std::string text;
    for (const char* name : {"arch", "vendor", "familyid"})
        if (const auto attribute = cpu.attribute(name))
            text.append(text.empty() ? "" : "/").append(attribute.value());
    return text;
}

std::optional<int> rank_of(const pugi::xml_node& gpu, const std::vector<std::string>& bdf_by_rank) {
    const auto rank = integer(gpu.attribute("rank"));
    if (rank) return *rank >= 0 ? rank : std::nullopt;
    const auto bdf = canonical_bdf(gpu.parent().attribute("busid").value());
    const auto found = std::find(bdf_by_rank.begin(), bdf_by_rank.end(), bdf.value_or("?"));
    return found == bdf_by_rank.end()
               ? std::nullopt
               : std::optional(static_cast<int>(found - bdf_by_rank.begin()));
}

/// Every <gpu> below the node, without recursion: a file may be nested as deep as it likes.
template <class Visit>
void for_each_gpu(const pugi::xml_node& top, const Visit& visit) {
    for (auto node = top.first_child(); node;) {
        if (std::string_view(node.name()) == "gpu") visit(node);
        if (node.first_child()) {
            node = node.first_child();
            continue;
        }
        while (node && node != top && !node.next_sibling()) node = node.parent();
        if (!node || node == top) break;
        node = node.next_sibling();
    }
}

}  // namespace

TopologyDump read_topology_dump(const std::filesystem::path& file,
                                const std::vector<std::string>& bdf_by_rank) {
    TopologyDump dump;
    pugi::xml_document document;
    if (!load(document, file)) return dump;
    for (const auto& cpu : document.child("system").children("cpu")) {
        const auto numa = integer(cpu.attribute("numaid"));
        if (!numa) continue;
        NcclCpu entry{.numa_id = *numa,
                      .affinity = cpu.attribute("affinity").value(),
                      .processor = processor_of(cpu),
                      .gpus = {}};
        for_each_gpu(cpu, [&](const pugi::xml_node& gpu) {
            const auto rank = rank_of(gpu, bdf_by_rank);
            if (!rank) return;
            entry.gpus.push_back(*rank);
            if (gpu.child("nvlink")) dump.nvlinks = true;
            if (const auto device = integer(gpu.attribute("dev")))
                dump.rank_of_device.emplace(*device, *rank);
        });
        std::sort(entry.gpus.begin(), entry.gpus.end());
        dump.cpus.push_back(std::move(entry));
    }
    return dump;
}

GraphDump read_graph_dump(const std::filesystem::path& file) {
    GraphDump dump;
    pugi::xml_document document;
    if (!load(document, file)) return dump;
    for (const auto& graph : document.child("graphs").children("graph")) {
        if (integer(graph.attribute("id")) != 0) continue;
        dump.channel_gbps = real(graph.attribute("speedintra"));
        dump.channels = integer(graph.attribute("nchannels"));
        dump.path_type = graph.attribute("typeintra").value();
        for (const auto& gpu : graph.child("channel").children("gpu"))
            if (const auto device = integer(gpu.attribute("dev"), 16))
                dump.devices.push_back(*device);
        break;
    }
    return dump;
}

}  // namespace hopbench::nccl_topo

#include "harness/topology/map_file.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/protocol/json_fields.hpp"

namespace hopbench {
namespace {

using nlohmann::json;
using protocol::Fields;

constexpr const char* remedy = "results/schema/map.schema.json describes the file";
constexpr int max_number = 4096;
constexpr std::uintmax_t max_bytes = 16u << 20;

std::string optional_text(const Fields& fields, const char* name) {
    return fields.find(name) ? fields.text(name) : std::string();
}

std::optional<int> optional_node(const Fields& fields, const char* name) {
    if (!fields.find(name)) return std::nullopt;
    return fields.integer<int>(name, 0, max_number);
}

MappedGpu read_gpu(const json& entry, const std::string& where) {
    const Fields fields(entry, where, remedy);
    MappedGpu gpu{.index = fields.integer<int>("index", 0, max_number),
                  .guest_bdf = fields.text("guest_bdf"),
                  .root_port = optional_text(fields, "root_port"),
                  .host_bdf = optional_text(fields, "host_bdf"),
                  .host_node = optional_node(fields, "host_node"),
                  .guest_node = optional_node(fields, "guest_node"),
                  .proven = false,
                  .evidence = {}};
    const auto& proven = fields.at("proven");
    if (!proven.is_boolean()) fields.fail("field \"proven\" is neither true nor false");
    gpu.proven = proven.get<bool>();
    for (const auto& line : fields.array("evidence")) {
        if (!line.is_string()) fields.fail("field \"evidence\" holds no strings");
        gpu.evidence.push_back(line.get<std::string>());
    }
    return gpu;
}

}  // namespace

std::string normal_bdf(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (std::count(text.begin(), text.end(), ':') == 1) text = "0000:" + text;
    if (text.find(':') == 8 && text.starts_with("0000")) text.erase(0, 4);
    return text;
}

MapFile read_map_file(const std::filesystem::path& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error) throw usage_error(file.string(), error.message(), "name a readable map file");
    if (size > max_bytes) throw usage_error(file.string(), "larger than any map", remedy);
    std::ifstream in(file, std::ios::binary);
    const json document = json::parse(in, nullptr, false);
    if (document.is_discarded()) throw usage_error(file.string(), "not valid JSON", remedy);
    const Fields fields(document, file.string(), remedy);
    if (fields.text("schema") != "hopbench.map/1")
        fields.fail("field \"schema\" is \"" + fields.text("schema") +
                    "\", not \"hopbench.map/1\"");
    MapFile map;
    const auto& gpus = fields.array("gpus");
    for (std::size_t i = 0; i < gpus.size(); ++i)
        map.gpus.push_back(read_gpu(gpus[i], file.string() + ": gpus[" + std::to_string(i) + "]"));
    return map;
}

std::map<int, int> nodes_of_map(const MapFile& map, const std::vector<Gpu>& gpus,
                                const std::string& source) {
    std::map<int, int> nodes;
    for (const auto& entry : map.gpus) {
        const auto gpu = std::find_if(gpus.begin(), gpus.end(), [&](const Gpu& candidate) {
            return normal_bdf(candidate.bdf) == normal_bdf(entry.guest_bdf);
        });
        if (gpu == gpus.end())
            throw usage_error(source, "no GPU has the address " + entry.guest_bdf,
                              "make the map for this machine");
        if (!entry.proven)
            throw unfit_error(source, "the node of GPU " + entry.guest_bdf + " is not proven",
                              "prove it on the host, or state what you believe: --numa " +
                                  entry.guest_bdf + "=NODE");
        if (!entry.guest_node)
            throw unfit_error(
                source, "names no guest node for GPU " + entry.guest_bdf,
                "give the guest NUMA nodes, or state it: --numa " + entry.guest_bdf + "=NODE");
        if (!nodes.emplace(gpu->index, *entry.guest_node).second)
            throw usage_error(source, "names GPU " + entry.guest_bdf + " twice",
                              "keep one entry for each GPU");
    }
    return nodes;
}

}  // namespace hopbench

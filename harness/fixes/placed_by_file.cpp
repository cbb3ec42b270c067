#include "harness/fixes/placed_by_file.hpp"

#include <fstream>

#include "harness/fixes/perceived.hpp"
#include "harness/nccl_topo/checks.hpp"
#include "harness/nccl_topo/parse.hpp"
#include "harness/nccl_topo/pci_address.hpp"
#include "harness/nccl_topo/placement.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;
using nccl_topo::Element;

constexpr std::streamsize most_bytes = std::streamsize{1} << 20;

std::optional<std::string> read_text(const fs::path& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return std::nullopt;
    std::ifstream in(file, std::ios::binary);
    std::string text(most_bytes, '\0');
    in.read(text.data(), most_bytes);
    if (in.bad()) return std::nullopt;
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

/// How the file spells the address that NCCL looks for and does not find.
std::optional<std::string> other_spelling(const Element& system, const std::string& bdf) {
    std::optional<std::string> found;
    nccl_topo::for_each_element(system, [&](const Element& element) {
        const auto busid = std::string(element.value("busid"));
        if (!found && element.kind == nccl_topo::Kind::pci &&
            nccl_topo::canonical_bdf(busid) == bdf)
            found = busid;
    });
    return found;
}

std::optional<std::string> first_of(const fs::path& file, nccl_topo::Effect effect) {
    const auto text = file.empty() ? std::nullopt : read_text(file);
    if (!text) return std::nullopt;
    for (const auto& found : nccl_topo::parse_nccl_xml(*text).diagnostics)
        if (found.effect == effect)
            return file.filename().string() + ":" + std::to_string(found.place.line) + ":" +
                   std::to_string(found.place.column) + ": " + found.text;
    return std::nullopt;
}

std::string not_placed(const PlacedGpu& gpu, const Element& system, const std::string& bdf) {
    const auto spelling = other_spelling(system, bdf);
    const auto start = name_of(*gpu.gpu) + " sits on " + node_text(gpu.perceived);
    if (spelling == bdf) return start + ": the file gives its CPU no numaid";
    if (spelling)
        return start + ": the file spells its address " + *spelling + ", which NCCL never matches";
    return start + ": the file does not place it";
}

}  // namespace

std::optional<std::string> judge_file_placement(const TreatmentQuestion& question) {
    const auto name = question.topology_file.filename().string();
    const auto text = read_text(question.topology_file);
    if (!text) return name + " cannot be read";
    const auto parsed = nccl_topo::parse_nccl_xml(*text);
    if (!parsed.system) return name + " holds no topology, so NCCL used what it detects";
    for (const auto& gpu : placed_gpus(question)) {
        const auto bdf = nccl_topo::canonical_bdf(gpu.gpu->bdf).value_or(gpu.gpu->bdf);
        const auto wanted = nccl_topo::numa_id_of(*parsed.system, bdf);
        if (!wanted) return not_placed(gpu, *parsed.system, bdf);
        if (gpu.perceived != wanted)
            return name_of(*gpu.gpu) + " sits on " + node_text(gpu.perceived) +
                   ", the file puts it on " + node_text(wanted);
    }
    return std::nullopt;
}

std::optional<std::string> first_fatal(const fs::path& file) {
    return first_of(file, nccl_topo::Effect::fatal);
}

std::optional<std::string> first_misread(const fs::path& file) {
    return first_of(file, nccl_topo::Effect::silent);
}

}  // namespace hopbench

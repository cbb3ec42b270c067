#include "harness/fixes/nccl_topo_xml.hpp"

#include <fstream>

#include "harness/model/error.hpp"
#include "harness/nccl_topo/parse.hpp"
#include "harness/report/durable_file.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "nccl-topology.xml";
constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 20;

/// What a person should know before the run: that NCCL will refuse the file.
std::vector<std::string> notes_of(const fs::path& file, const std::string& text) {
    const auto parsed = nccl_topo::parse_nccl_xml(text);
    const auto* fatal = parsed.fatal();
    if (fatal == nullptr) return {};
    return {file.string() + ":" + std::to_string(fatal->place.line) + ":" +
            std::to_string(fatal->place.column) + ": " + fatal->text};
}

}  // namespace

std::string read_topology_file(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error))
        throw usage_error("--topo " + file.string(), error ? error.message() : "is no plain file",
                          "name an NCCL topology file");
    const auto size = fs::file_size(file, error);
    if (error || size > most_bytes)
        throw usage_error("--topo " + file.string(),
                          error ? error.message() : "is larger than 1 MiB",
                          "NCCL takes at most 255 elements");
    std::ifstream in(file, std::ios::binary);
    std::string text(static_cast<std::size_t>(size), '\0');
    in.read(text.data(), static_cast<std::streamsize>(size));
    if (!in || static_cast<std::uintmax_t>(in.gcount()) != size)
        throw usage_error("--topo " + file.string(), "cannot be read", "check its permissions");
    return text;
}

TopoXmlFile write_nccl_topo_xml(const TopoXmlRequest& request) {
    TopoXmlFile result{.file = fs::absolute(request.directory / file_name).lexically_normal(),
                       .notes = {}};
    std::string text;
    if (request.user_file.empty()) {
        auto input = nccl_topo::read_topology_input(request.root, request.gpus);
        text = nccl_topo::generate_topology(input);
        result.notes = std::move(input.notes);
    } else {
        text = read_topology_file(request.user_file);
        result.notes = notes_of(request.user_file, text);
    }
    std::error_code error;
    fs::create_directories(result.file.parent_path(), error);
    if (error)
        throw usage_error(result.file.parent_path().string(), error.message(),
                          "name a writable place with free space");
    write_durably(result.file, text, Overwrite::yes);
    return result;
}

}  // namespace hopbench

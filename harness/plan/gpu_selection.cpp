#include "harness/plan/gpu_selection.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "harness/model/error.hpp"
#include "harness/topology/map_file.hpp"

namespace hopbench {
namespace {

constexpr int max_index = 4096;

std::optional<int> parse_index(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0 || value > max_index)
        return std::nullopt;
    return value;
}

}  // namespace

std::vector<int> select_gpus(const std::string& list, const std::vector<Gpu>& gpus) {
    std::set<int> chosen;
    if (list.empty())
        for (const auto& gpu : gpus) chosen.insert(gpu.index);
    for (std::size_t begin = 0; begin < list.size();) {
        const auto comma = std::min(list.find(',', begin), list.size());
        const std::string_view part = std::string_view(list).substr(begin, comma - begin);
        const auto dash = part.find('-');
        const auto low = parse_index(part.substr(0, dash));
        const auto high = dash == part.npos ? low : parse_index(part.substr(dash + 1));
        if (!low || !high || *high < *low || comma + 1 == list.size())
            throw usage_error("--gpus " + list, "no list of GPU numbers", "write e.g. 0,2,4-7");
        for (int index = *low; index <= *high; ++index) {
            const bool known = std::any_of(gpus.begin(), gpus.end(),
                                           [&](const Gpu& gpu) { return gpu.index == index; });
            if (!known)
                throw usage_error(
                    "--gpus " + list, "there is no GPU " + std::to_string(index),
                    "this machine has " + std::to_string(gpus.size()) + ", numbered from 0");
            chosen.insert(index);
        }
        begin = comma + 1;
    }
    return {chosen.begin(), chosen.end()};
}

std::map<int, int> parse_numa(const std::vector<std::string>& assignments,
                              const std::vector<Gpu>& gpus) {
    std::map<int, int> nodes;
    for (const auto& text : assignments) {
        const auto equals = text.find('=');
        const auto node = equals == text.npos
                              ? std::nullopt
                              : parse_index(std::string_view(text).substr(equals + 1));
        if (!node) throw usage_error("--numa " + text, "no BDF=NODE", "write e.g. 0000:01:00.0=1");
        const auto bdf = normal_bdf(text.substr(0, equals));
        const auto gpu = std::find_if(gpus.begin(), gpus.end(), [&](const Gpu& candidate) {
            return normal_bdf(candidate.bdf) == bdf;
        });
        if (gpu == gpus.end()) {
            std::string known;
            for (const auto& candidate : gpus) known += (known.empty() ? "" : ", ") + candidate.bdf;
            throw usage_error("--numa " + text, "no GPU has this address", "GPUs: " + known);
        }
        const auto [place, added] = nodes.emplace(gpu->index, *node);
        if (!added && place->second != *node)
            throw usage_error("--numa " + text, "this GPU already has another node",
                              "give each GPU once");
    }
    return nodes;
}

}  // namespace hopbench

#include "bench/common/case_cells.hpp"

#include <numeric>

#include "bench/common/host_region.hpp"
#include "bench/common/lists.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

/// Each name once for every value, in their order.
template <class Values, class Set>
void multiply(std::vector<CaseName>& names, const Values& values, Set set) {
    std::vector<CaseName> product;
    product.reserve(names.size() * values.size());
    for (const CaseName& name : names)
        for (const auto& value : values) set(product.emplace_back(name), value);
    names = std::move(product);
}

void multiply_pairs(std::vector<CaseName>& names, const CellValues& values, bool unordered) {
    if (values.pairs.empty())
        throw unfit_error("--pairs all", "this machine has one GPU and so no pair",
                          "name a pair; 0:0 copies within the device");
    auto pairs = values.pairs;
    if (unordered) std::erase_if(pairs, [](const auto& pair) { return pair.first >= pair.second; });
    multiply(names, pairs, [](CaseName& name, const std::pair<int, int>& pair) {
        name.src = pair.first;
        name.dst = pair.second;
    });
}

}  // namespace

CellValues cell_values(const BenchOptions& options, int devices) {
    CellValues values{.pairs = options.pairs,
                      .gpus = options.gpus,
                      .ranks = options.ranks,
                      .sizes = options.sizes,
                      .nodes = options.nodes};
    if (values.pairs.empty()) values.pairs = all_ordered_pairs(devices);
    if (values.gpus.empty()) {
        values.gpus.resize(static_cast<std::size_t>(devices));
        std::iota(values.gpus.begin(), values.gpus.end(), 0);
    }
    if (values.ranks.empty()) values.ranks = {static_cast<int>(values.gpus.size())};
    if (values.nodes.empty())
        for (const int node : memory_nodes()) values.nodes.emplace_back(node);
    if (values.nodes.empty()) values.nodes = {std::nullopt};
    return values;
}

std::vector<CaseName> cells_of(const CaseDefinition& definition, const CellValues& values) {
    const CaseAxes& axes = definition.axes;
    std::vector<CaseName> names{{.family = definition.family,
                                 .method = definition.method,
                                 .src = {},
                                 .dst = {},
                                 .bytes = {},
                                 .node = {}}};
    if (axes.src && axes.dst)
        multiply_pairs(names, values, axes.unordered);
    else if (axes.src)
        multiply(names, values.gpus, [](CaseName& name, int gpu) { name.src = gpu; });
    else if (axes.dst)
        multiply(names, values.gpus, [](CaseName& name, int gpu) { name.dst = gpu; });
    if (axes.ranks)
        multiply(names, values.ranks, [](CaseName& name, int ranks) { name.ranks = ranks; });
    if (axes.bytes)
        multiply(names, values.sizes,
                 [](CaseName& name, std::uint64_t size) { name.bytes = size; });
    if (axes.node)
        multiply(names, values.nodes,
                 [](CaseName& name, const std::optional<int>& node) { name.node = node; });
    return names;
}

}  // namespace hopbench

#include "tests/unit/compare/made_report.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "harness/stats/distribution.hpp"
#include "harness/stats/random.hpp"

namespace hopbench {
namespace {

Variant make_variant(const std::string& name) {
    Variant variant;
    variant.name = name;
    variant.role = name == "baseline"           ? Role::baseline
                   : name == "baseline-control" ? Role::control
                                                : Role::candidate;
    return variant;
}

/// Position of invocation j of variant v: a permutation of the variants, then its mirror.
int position_of(int block, int variants, int v, int j) {
    const int place = (v + block) % variants;
    return j == 0 ? place : 2 * variants - 1 - place;
}

void add_invocation(Invocations& invocations, int block, int position, double value, bool p99) {
    invocations.block.push_back(block);
    invocations.position.push_back(position);
    invocations.status.push_back(Status::ok);
    invocations.count.push_back(p99 ? 100 : 20);
    invocations.median.push_back(value);
    invocations.p99.push_back(p99 ? value * 1.5 : std::nan(""));
    invocations.min.push_back(value);
    invocations.max.push_back(value);
    invocations.offset.push_back(0);
    invocations.binding.push_back(0);
    invocations.placement.push_back(0);
    invocations.verification.push_back(0);
    invocations.reason.push_back(0);
}

void add_cell(Report& report, const Recipe& recipe, const CellKey& key, int v,
              stats::CounterRandom& random, double session) {
    Cell cell;
    cell.key = key;
    cell.pair_class =
        (*key.src < 2) == (*key.dst < 2) ? PairClass::same_node : PairClass::cross_node;
    cell.unit = "s";
    cell.quantum = recipe.quantum;
    const auto factor = recipe.factor.find(key.variant);
    const double centre = std::log(2e-6 + static_cast<double>(key.bytes) / 50e9) + session +
                          std::log(factor == recipe.factor.end() ? 1.0 : factor->second);
    const int variants = static_cast<int>(recipe.variants.size());
    for (int block = 0; block < recipe.blocks; ++block)
        for (int j = 0; j < 2; ++j) {
            const int position = position_of(block, variants, v, j);
            const double time = block * 2 * variants + position;
            const double noise =
                recipe.invocation_sd > 0
                    ? recipe.invocation_sd * stats::normal_quantile(random.uniform())
                    : 0.0;
            add_invocation(cell.invocations, block, position,
                           std::exp(centre + recipe.drift * time + noise), recipe.with_p99);
        }
    report.cells.push_back(std::move(cell));
}

}  // namespace

Report make_report(const Recipe& recipe) {
    Report report;
    report.tool_version = "test";
    report.identity.gpu_model = "SIMULATED GPU";
    report.identity.gpu_count = recipe.gpus;
    report.identity.simulated = true;
    report.identity.methods = {{"latency/oneshot", 1}};
    report.model = ModelIdentity{"made", std::string(64, 'a')};
    report.plan.seed = recipe.seed;
    report.plan.blocks = recipe.blocks;
    report.volatile_part.directory = "run-" + std::to_string(recipe.seed);
    stats::CounterRandom random(recipe.seed);
    const double session =
        recipe.session_sd > 0 ? recipe.session_sd * stats::normal_quantile(random.uniform()) : 0.0;
    for (const std::string& variant : recipe.variants)
        report.variants.push_back(make_variant(variant));
    for (int src = 0; src < recipe.gpus; ++src)
        for (int dst = 0; dst < recipe.gpus; ++dst)
            for (const std::uint64_t bytes : recipe.sizes) {
                if (src == dst) continue;
                for (std::size_t v = 0; v < recipe.variants.size(); ++v) {
                    CellKey key;
                    key.family = "latency";
                    key.method = "oneshot";
                    key.metric = "completion";
                    key.src = src;
                    key.dst = dst;
                    key.bytes = bytes;
                    key.direction = "push";
                    key.engine = "ce";
                    key.variant = recipe.variants[v];
                    add_cell(report, recipe, key, static_cast<int>(v), random, session);
                }
            }
    std::sort(report.cells.begin(), report.cells.end(),
              [](const Cell& a, const Cell& b) { return a.key < b.key; });
    return report;
}

std::vector<Cell*> cells_of_variant(Report& report, const std::string& variant) {
    std::vector<Cell*> cells;
    for (Cell& cell : report.cells)
        if (cell.key.variant == variant) cells.push_back(&cell);
    return cells;
}

void remove_cells(Report& report, const std::function<bool(const Cell&)>& unwanted) {
    std::erase_if(report.cells, unwanted);
}

void to_bandwidth(Report& report) {
    for (Cell& cell : report.cells) {
        cell.unit = "B/s";
        cell.better = Better::higher;
        for (double& value : cell.invocations.median)
            value = static_cast<double>(cell.key.bytes) / value;
    }
}

void rescale(Report& report, double factor) {
    for (Cell& cell : report.cells) {
        cell.quantum *= factor;
        for (auto* values : {&cell.invocations.median, &cell.invocations.p99})
            for (double& value : *values) value *= factor;
    }
}

namespace {

void put(std::ostream& out, const std::optional<Effect>& effect) {
    if (!effect) {
        out << " -";
        return;
    }
    out << ' ' << effect->theta << ' ' << effect->se << ' ' << effect->critical << ' '
        << effect->low << ' ' << effect->high << ' ' << effect->blocks << ' ' << effect->interval;
}

void put(std::ostream& out, const CellResult& cell) {
    out << describe(cell.key) << ' ' << cell.key.variant << ' ' << cell.statistic << ' '
        << to_string(cell.verdict);
    put(out, cell.effect);
    out << ' ' << cell.margin << ' ' << cell.base_value << ' ' << cell.head_value << ' '
        << cell.unit << ' ' << cell.watch << ' ' << cell.why;
    for (const std::string& flag : cell.flags) out << " [" << flag << ']';
    out << '\n';
}

void put(std::ostream& out, const GroupResult& group) {
    out << describe(group.key) << ' ' << group.head << ' ' << to_string(group.verdict);
    put(out, group.effect);
    out << ' ' << group.margin << ' ' << group.base_value << ' ' << group.head_value << ' '
        << group.unit << ' ' << group.cells << ' ' << group.why << ' ' << group.lean;
    for (const std::string& flag : group.flags) out << " [" << flag << ']';
    out << '\n';
    if (group.worst) put(out, *group.worst);
}

}  // namespace

std::string dump(const Comparison& comparison) {
    std::ostringstream out;
    out << std::setprecision(17) << comparison.headline << '\n' << comparison.identity << '\n';
    for (const auto* lines :
         {&comparison.differences, &comparison.incomparable, &comparison.assumptions,
          &comparison.warnings, &comparison.control.failures})
        for (const std::string& line : *lines) out << line << '\n';
    for (const GroupResult& group : comparison.control.groups) put(out, group);
    for (const Contrast& contrast : comparison.contrasts) {
        out << contrast.base << ' ' << contrast.head << '\n';
        for (const GroupResult& group : contrast.groups) put(out, group);
        for (const CellResult& cell : contrast.cells) put(out, cell);
        for (const std::string& line : contrast.unmatched) out << line << '\n';
    }
    return out.str();
}

}  // namespace hopbench

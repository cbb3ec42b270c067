#include <algorithm>
#include <cmath>

#include "tests/unit/report/fixture.hpp"

namespace hopbench::fixture {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t mebibyte = 1048576;

enum : std::uint32_t { reason_none, reason_few, reason_no_peers };
enum : std::uint32_t { bound_none, bound_local };
enum : std::uint32_t { placed_none, placed_one, placed_unverified };

Cell cell_of(CellKey key, PairClass pair_class, double value) {
    Cell cell;
    cell.pair_class = pair_class;
    const bool rate = key.metric == "bandwidth";
    cell.key = std::move(key);
    cell.unit = rate ? "B/s" : "s";
    cell.better = rate ? Better::higher : Better::lower;
    cell.margin_kind = rate ? MarginKind::bandwidth : MarginKind::allreduce;
    const bool good = std::isfinite(value);
    auto& all = cell.invocations;
    for (int i = 0; i < 2; ++i) {
        all.block.push_back(i);
        all.position.push_back(i);
        all.status.push_back(good ? Status::ok : Status::not_supported);
        all.count.push_back(good ? 20 : 0);
        all.median.push_back(value);
        all.p99.push_back(none);
        all.min.push_back(value);
        all.max.push_back(value);
        all.offset.push_back(0);
        all.binding.push_back(cell.key.binding == "gpu-local" ? bound_local : bound_none);
        all.placement.push_back(cell.key.host_node == 0   ? placed_unverified
                                : cell.key.host_node == 1 ? placed_one
                                                          : placed_none);
        all.verification.push_back(0);
        all.reason.push_back(good ? reason_few : reason_no_peers);
    }
    return cell;
}

int node_of(int gpu) {
    return gpu < 2 ? 1 : 0;
}

CellKey key_of(const char* family, const char* method, const char* metric, std::uint64_t bytes,
               const std::string& variant) {
    CellKey key;
    key.family = family;
    key.method = method;
    key.metric = metric;
    key.bytes = bytes;
    key.variant = variant;
    return key;
}

void add_pairs(std::vector<Cell>& cells, const std::string& variant) {
    for (int src = 0; src < 4; ++src)
        for (int dst = 0; dst < 4; ++dst) {
            if (src == dst) continue;
            const bool cross = node_of(src) != node_of(dst);
            const auto pair_class = cross ? PairClass::cross_node : PairClass::same_node;
            const auto add = [&](const char* family, const char* method, const char* engine,
                                 double value) {
                auto key = key_of(family, method, "bandwidth", 16 * mebibyte, variant);
                key.src = src, key.dst = dst, key.direction = "push", key.engine = engine;
                cells.push_back(cell_of(std::move(key), pair_class, value));
            };
            add("p2p", "ce_write", "ce", cross ? 3.9e10 : 5.34e10);
            add("p2p", "sm_write", "sm", none);
            add("staged", "ring", "ce", cross ? 2.15e10 : 2.16e10);
        }
}

void add_host_copies(std::vector<Cell>& cells, const std::string& variant) {
    for (int gpu = 0; gpu < 4; ++gpu)
        for (int node = 0; node < 2; ++node)
            for (const std::string way : {"h2d", "d2h"}) {
                auto key = key_of("hostcopy", way.c_str(), "bandwidth", 16 * mebibyte, variant);
                (way == "h2d" ? key.dst : key.src) = gpu;
                key.direction = way, key.engine = "ce", key.host_node = node;
                const bool local = node == node_of(gpu);
                cells.push_back(cell_of(key, local ? PairClass::host_local : PairClass::host_remote,
                                        local ? 5.52e10 : 3.81e10));
                if (gpu > 0) continue;
                key.binding = "gpu-local";
                cells.push_back(cell_of(key, PairClass::unknown_numa, 5.5e10));
            }
}

void add_all_reduces(std::vector<Cell>& cells, const std::string& variant) {
    for (const int ranks : {2, 4})
        for (const std::uint64_t bytes : {std::uint64_t{8}, std::uint64_t{65536}, mebibyte}) {
            auto key = key_of("allreduce", "out_of_place", "time", bytes, variant);
            key.ranks = ranks, key.engine = "nccl/float/sum";
            cells.push_back(cell_of(std::move(key), PairClass::collective,
                                    2e-5 * ranks + static_cast<double>(bytes) / 1e10));
        }
}

}  // namespace

Report fabric_report() {
    Report report = full_report();
    report.schema_version = "1.1";
    report.outcome = "complete";
    report.origin = "";
    report.identity.gpu_model = "SIMULATED Example GPU";
    for (auto& gpu : report.gpus) gpu.name = report.identity.gpu_model;
    report.variants.back() = {
        .name = "topo-xml",
        .role = Role::candidate,
        .uses = {"topo-xml"},
        .settings = {},
        .treatment = {.applied = true, .evidence = "loaded fixes/topo-xml/nccl-topology.xml"}};
    report.notes.clear();
    report.reasons = {"", "no p99 from fewer than 100 samples", "peers are not enabled"};
    report.bindings = {
        {.requested = "none", .cpus = "0-127", .mem_nodes = "default", .source = "model"},
        {.requested = "gpu-local", .cpus = "64-127", .mem_nodes = "bind:1", .source = "model"}};
    report.placements = {
        {.where = "none"}, {.where = "node 1 (model)"}, {.where = "unverified: move_pages: EPERM"}};
    report.capabilities = four_gpu_capabilities();
    report.nccl = {detected_evidence("baseline"), loaded_evidence("topo-xml")};
    report.companions.clear();
    report.invocations = {};
    report.cells.clear();
    for (const std::string variant : {"baseline", "baseline-control", "topo-xml"}) {
        add_pairs(report.cells, variant);
        add_host_copies(report.cells, variant);
        add_all_reduces(report.cells, variant);
    }
    std::sort(report.cells.begin(), report.cells.end(),
              [](const Cell& a, const Cell& b) { return a.key < b.key; });
    return report;
}

}  // namespace hopbench::fixture

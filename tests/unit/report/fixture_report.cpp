#include <cmath>
#include <limits>

#include "tests/unit/report/fixture.hpp"

namespace hopbench::fixture {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr const char* hostile = "SIMULATED \x1b[31mGPU|<b>`\xff";

std::vector<Gpu> four_gpus() {
    std::vector<Gpu> gpus;
    gpus.reserve(4);
    for (int i = 0; i < 4; ++i)
        gpus.push_back({.index = i,
                        .name = hostile,
                        .uuid = "GPU-" + std::to_string(i + 1),
                        .bdf = "0000:0" + std::to_string(i + 1) + ":00.0",
                        .numa_node = i < 2 ? 1 : 0,
                        .numa_source = "model"});
    return gpus;
}

std::vector<Variant> three_variants() {
    return {{.name = "baseline",
             .role = Role::baseline,
             .uses = {},
             .settings = {},
             .treatment = {.applied = true, .evidence = "nothing to apply"}},
            {.name = "baseline-control",
             .role = Role::control,
             .uses = {},
             .settings = {},
             .treatment = {.applied = true, .evidence = "nothing to apply"}},
            {.name = "slow",
             .role = Role::candidate,
             .uses = {"topo-xml"},
             .settings = {{"HOPBENCH_SIM_SET", "scale.cross_numa_latency=1.10"}, {"A", "1"}},
             .treatment = {.applied = false, .evidence = "the variable did not reach the child"}}};
}

Cell pair_cell(int src, int dst, std::uint64_t bytes, const std::string& variant, double seconds) {
    Cell cell;
    cell.key = {.family = "latency",
                .method = "oneshot",
                .metric = "completion",
                .src = src,
                .dst = dst,
                .bytes = bytes,
                .direction = "push",
                .engine = "ce",
                .host_node = std::nullopt,
                .binding = "none",
                .variant = variant};
    cell.pair_class = (src < 2) == (dst < 2) ? PairClass::same_node : PairClass::cross_node;
    cell.unit = "s";
    cell.quantum = 1e-9;
    auto& all = cell.invocations;
    for (int i = 0; i < 2; ++i) {
        all.block.push_back(i);
        all.position.push_back(1 + i);
        all.status.push_back(Status::ok);
        all.count.push_back(20);
        all.median.push_back(seconds * (1 + 0.01 * i));
        all.p99.push_back(none);
        all.min.push_back(seconds * 0.99);
        all.max.push_back(seconds * 1.07);
        all.offset.push_back(static_cast<std::uint64_t>(20 * i));
        all.binding.push_back(0);
        all.placement.push_back(0);
        all.verification.push_back(0);
        all.reason.push_back(1);
    }
    return cell;
}

/// A bandwidth of a host copy with everything set that pair cells leave at its default.
Cell host_cell() {
    Cell cell = pair_cell(0, 1, 4194304, "slow", 5.5e10);
    cell.key.method = "pinned";
    cell.key.metric = "bandwidth";
    cell.key.host_node = 1;
    cell.key.binding = "gpu-node";
    cell.pair_class = PairClass::host_remote;
    cell.unit = "B/s";
    cell.better = Better::higher;
    cell.margin_kind = MarginKind::bandwidth;
    auto& all = cell.invocations;
    all.count = {120, 0};
    all.offset = {40, 160};
    all.status = {Status::ok, Status::corrupt};
    all.median = {5.5e10, none};
    all.p99 = {5.1e10, none};
    all.min = {5e10, none};
    all.max = {5.6e10, none};
    all.binding = {1, 1};
    all.placement = {1, 1};
    all.verification = {0, 1};
    all.reason = {0, 2};
    return cell;
}

Cell collective_cell() {
    Cell cell = pair_cell(0, 1, 65536, "baseline", 4.7e-5);
    cell.key.family = "allreduce";
    cell.key.method = "out_of_place";
    cell.key.metric = "time";
    cell.key.src = cell.key.dst = std::nullopt;
    cell.key.ranks = 4;
    cell.key.direction = "";
    cell.key.engine = "nccl/float/sum";
    cell.pair_class = PairClass::collective;
    cell.margin_kind = MarginKind::allreduce;
    return cell;
}

/// A pair that failed for good.
Cell refused_cell() {
    Cell cell = pair_cell(3, 0, 4096, "baseline", none);
    auto& all = cell.invocations;
    all.status = {Status::refused, Status::hung};
    all.count = {0, 0};
    all.min = all.max = {none, none};
    all.reason = {3, 4};
    return cell;
}

std::vector<Cell> all_cells() {
    std::vector<Cell> cells;
    for (const std::string variant : {"baseline", "baseline-control", "slow"})
        for (int src = 0; src < 4; ++src)
            for (int dst = 0; dst < 4; ++dst) {
                if (src == dst) continue;
                const bool cross = (src < 2) != (dst < 2);
                const double slow = variant == "slow" && cross ? 1.1 : 1;
                cells.push_back(pair_cell(src, dst, 4, variant,
                                          (cross ? 1.42e-5 : 1.23e-5) * slow + 1e-8 * src));
                if (src == 3 && dst == 0 && variant == "baseline")
                    cells.push_back(refused_cell());
                else
                    cells.push_back(pair_cell(src, dst, 4096, variant, 1.3e-5));
            }
    cells.push_back(host_cell());
    cells.push_back(collective_cell());
    return cells;
}

}  // namespace

Report full_report() {
    Report report;
    report.schema_version = "1.7";
    report.tool_version = "0.1.0";
    report.kind = "run";
    report.outcome = "interrupted";
    report.origin = "nobody's \"log\"\n";
    report.model = ModelIdentity{.name = "four-gpus", .sha256 = std::string(64, 'a')};
    report.identity = {.gpu_model = hostile,
                       .gpu_count = 4,
                       .simulated = true,
                       .methods = {{"latency/oneshot", 1}, {"latency/pinned", 3}}};
    report.setting = {.platform = "simulated",
                      .driver = "580.65.06",
                      .kernel = "6.8.0-1",
                      .numa_layout = "GPU 0-1 on node 1, 2-3 on node 0 (model)",
                      .sim_set = "noise.sample_sd=0.01",
                      .environment = {{"NCCL_DEBUG", "INFO"}}};
    report.gpus = four_gpus();
    report.variants = three_variants();
    report.plan = {.suite = "quick",
                   .cases = "latency/*",
                   .session = "s1",
                   .seed = UINT64_MAX,
                   .blocks = 2,
                   .invocations_per_block = 2,
                   .sha256 = std::string(64, 'b')};
    report.margins = default_margins();
    report.notes = {"fewer than 8 blocks: nothing can be concluded", "one more"};
    report.reasons = {"", "no p99 from fewer than 100 samples", "3 wrong bytes in sample 7",
                      "cudaDeviceEnablePeerAccess(0): peer mapping resources exhausted",
                      "no line within 30 s"};
    report.bindings = {
        {.requested = "none", .cpus = "0-127", .mem_nodes = "default", .source = "model"},
        {.requested = "gpu-node", .cpus = "0-63", .mem_nodes = "bind:1", .source = "model"}};
    report.placements = {{.where = "none"}, {.where = "node 1: 512 of 512 pages"}};
    report.verifications = {{.status = "verified",
                             .samples_checked = 3,
                             .bytes_checked = 12,
                             .mismatches = 0,
                             .note = "first, one random, last"},
                            {.status = "corrupt",
                             .samples_checked = 3,
                             .bytes_checked = 12,
                             .mismatches = 3,
                             .note = ""}};
    report.companions = {{.method = "latency/issue_interval",
                          .bytes = 4,
                          .variant = "baseline",
                          .name = "gate_intercept_s",
                          .count = 40,
                          .median = 5e-07,
                          .min = 4.5e-07,
                          .max = 1e-06}};
    report.capabilities = few_capabilities();
    report.nccl = {detected_evidence("baseline"), loaded_evidence("slow")};
    report.nccl.front().status = Status::crashed;
    report.nccl.front().reason = "the child died by signal 11 after it had initialised";
    report.invocations = {.executable = {"hopbench-latency", "hopbench-latency"},
                          .variant = {"baseline", "slow"},
                          .block = {0, 1},
                          .position = {0, 3},
                          .status = {Status::ok, Status::crashed},
                          .reason = {0, 4}};
    report.cells = all_cells();
    report.samples = {.file = "samples.bin", .sha256 = std::string(64, 'c'), .count = 160};
    report.volatile_part = {.started = "2025-01-02T03:04:05Z",
                            .finished = "2025-01-02T03:05:05Z",
                            .host = "rig",
                            .directory = ".",
                            .command = "hopbench run --simulate four-gpus.json",
                            .wall_seconds = 60.25,
                            .repeated_blocks = {"block 1: the child was killed"}};
    return report;
}

Report sized_report(std::size_t cells, int invocations) {
    Report report = full_report();
    report.cells.clear();
    std::uint64_t state = 88172645463325252u;
    const auto random = [&state] {  // xorshift64: any 53 bits make realistic digits
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return static_cast<double>(state >> 11) / 9007199254740992.0;
    };
    std::uint64_t offset = 0;
    for (std::size_t c = 0; c < cells; ++c) {
        Cell cell = pair_cell(static_cast<int>(c / 8 % 8), static_cast<int>(c % 8), c / 64 * 4,
                              "baseline", 0);
        cell.invocations = {};
        auto& all = cell.invocations;
        for (int i = 0; i < invocations; ++i) {
            const double median = 1.3e-5 * (1 + 0.01 * random());
            all.block.push_back(i / 2);
            all.position.push_back(i % 2);
            all.status.push_back(Status::ok);
            all.count.push_back(20);
            all.median.push_back(median);
            all.p99.push_back(none);
            all.min.push_back(median * (1 - 0.01 * random()));
            all.max.push_back(median * (1 + 0.1 * random()));
            all.offset.push_back(std::exchange(offset, offset + 20));
            all.binding.push_back(0);
            all.placement.push_back(0);
            all.verification.push_back(0);
            all.reason.push_back(1);
        }
        report.cells.push_back(std::move(cell));
    }
    report.samples.count = offset;
    return report;
}

}  // namespace hopbench::fixture

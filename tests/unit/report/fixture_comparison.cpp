#include <cmath>

#include "tests/unit/report/fixture.hpp"

namespace hopbench::fixture {
namespace {

CellResult cell(Verdict verdict, double theta, int src, int dst) {
    return {.key = {.family = "latency",
                    .method = "oneshot",
                    .metric = "completion",
                    .src = src,
                    .dst = dst,
                    .bytes = 4096,
                    .direction = "push",
                    .engine = "ce",
                    .host_node = 1,
                    .binding = "gpu-node",
                    .variant = "slow"},
            .statistic = "median",
            .verdict = verdict,
            .effect = Effect{.theta = theta,
                             .se = 0.003,
                             .critical = 4.5,
                             .low = theta - 0.0135,
                             .high = theta + 0.0135,
                             .blocks = 10},
            .margin = std::log(1.05),
            .base_value = 1.42e-5,
            .head_value = 1.42e-5 * std::exp(theta),
            .unit = "s",
            .better = Better::lower,
            .watch = true,
            .flags = {"two modes"},
            .why = "a reason with a | pipe and <b>markup</b>"};
}

GroupResult group(const std::string& metric, PairClass pair_class, Verdict verdict, double theta) {
    GroupResult result;
    result.key = {.family = "latency",
                  .metric = metric,
                  .statistic = "median",
                  .pair_class = pair_class,
                  .band = Band::small};
    result.head = std::string("slow");
    result.verdict = verdict;
    result.effect = Effect{.theta = theta,
                           .se = 0.002,
                           .critical = 3.2,
                           .low = theta - 0.0064,
                           .high = theta + 0.0064,
                           .blocks = 10};
    result.margin = std::log(1.05);
    result.base_value = 1.42e-5;
    result.head_value = 1.42e-5 * std::exp(theta);
    result.unit = std::string("s");
    result.cells = 24;
    result.worst = cell(Verdict::inconclusive, theta * 1.2, 0, 3);
    return result;
}

}  // namespace

Comparison full_comparison() {
    Comparison c;
    c.mode = "paired blocks";
    c.base_source = "results/runs/a";
    c.head_source = "results/runs/\x1b[2Jb";
    c.simulated = true;
    c.identity = "8 × SIMULATED GPU";
    c.differences = {"sim_set: \"\" against scale.cross_numa_latency=1.10"};
    c.incomparable = {"a cell that changed its method"};
    c.assumptions = {"a session-to-session deviation of 2 % that the user stated"};
    c.warnings = {"head drifts by 1 % an hour"};
    c.margins = default_margins();
    c.family_level = 0.95;
    c.control.present = true;
    c.control.passed = false;
    c.control.failures = {"latency completion same-node ≤4KiB: worse"};
    c.control.groups = {group("completion", PairClass::same_node, Verdict::worse, 0.06)};
    Contrast contrast;
    contrast.base = "baseline";
    contrast.head = "slow";
    contrast.applied = false;
    contrast.treatment = "the variable did not reach the child";
    contrast.perceived = {"NCCL: path PHB → SYS, channels 4 → 2"};
    contrast.groups = {group("enqueue", PairClass::same_node, Verdict::same, 0.0001),
                       group("completion", PairClass::same_node, Verdict::better, -0.186),
                       group("completion", PairClass::cross_node, Verdict::worse, 0.0953),
                       group("issue_interval", PairClass::nvlink, Verdict::inconclusive, 0.049),
                       group("issue_interval", PairClass::collective, Verdict::not_applied, 0),
                       group("bandwidth", PairClass::host_local, Verdict::incomparable, 0)};
    contrast.groups[3].lean = "leans worse";
    contrast.groups[3].flags = {"outlier-dominated"};
    contrast.groups[3].why = "the interval spans the margin";
    auto& rate = contrast.groups[5];
    rate.key.statistic = "p99";
    rate.key.band = Band::large;
    rate.unit = "B/s";
    rate.better = Better::higher;
    rate.margin_kind = MarginKind::p99;
    rate.effect.reset();
    rate.worst.reset();
    rate.base_value = 5.5e10;
    rate.head_value = std::nan("");
    for (int i = 0; i < 7; ++i)
        contrast.cells.push_back(
            cell(i == 0 ? Verdict::worse : Verdict::inconclusive, 0.01 * (7 - i), 0, i + 1));
    contrast.cells[6].watch = false;
    contrast.unmatched = {"latency/oneshot/src:0/dst:1/bytes:4 completion: only in base"};
    c.contrasts = {contrast};
    c.worse = 1, c.better = 1, c.same = 1, c.inconclusive = 1;
    c.exit = Exit::unfit;
    c.headline = "unfit: the negative control failed in 1 group; 1 of 6 groups worse";
    return c;
}

}  // namespace hopbench::fixture

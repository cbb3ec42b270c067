#include "harness/plan/case_groups.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "harness/plan/case_catalogue.hpp"

namespace hopbench {
namespace {

constexpr int max_tried_node = 64;  ///< no machine has more

/// Values of the axes of one case.
struct CaseAxes {
    std::vector<int> leads;
    std::optional<int> src, dst, ranks;
    std::optional<int> node;
};

/// What makes cases belong together; ordered as the groups are.
using GroupId = std::tuple<int, int, int>;

GroupId group_of(const CaseAxes& axes) {
    const int first = axes.src ? *axes.src : axes.dst ? *axes.dst : -1;
    const int second = axes.src && axes.dst ? *axes.dst : -1;
    return {first, second, axes.ranks.value_or(0)};
}

/// 2, 4, 8 and all in full, else all; never more than there are, and two at least. Evidence is
/// about all, and a single GPU is a communicator too.
std::vector<int> rank_counts(const CaseMethod& method, Suite suite, int gpus) {
    if (method.once) return {gpus};
    std::set<int> counts;
    if (gpus >= 2) counts.insert(gpus);
    if (suite == Suite::full)
        for (const int count : {2, 4, 8})
            if (count <= gpus) counts.insert(count);
    return {counts.begin(), counts.end()};
}

std::vector<CaseAxes> gpu_axes(const CaseMethod& method, const PlanRequest& request) {
    std::vector<CaseAxes> all;
    const auto& gpus = request.gpus;
    const auto pair = [&](int src, int dst) {
        all.push_back({.leads = {src}, .src = src, .dst = dst, .ranks = {}, .node = {}});
    };
    switch (method.gpus) {
        case GpuAxes::ordered_pairs:
        case GpuAxes::unordered_pairs:
            for (const int src : gpus)
                for (const int dst : gpus)
                    if (src != dst && (method.gpus == GpuAxes::ordered_pairs || src < dst))
                        pair(src, dst);
            break;
        case GpuAxes::to_gpu:
            for (const int gpu : gpus)
                all.push_back({.leads = {gpu}, .src = {}, .dst = gpu, .ranks = {}, .node = {}});
            break;
        case GpuAxes::from_gpu:
            for (const int gpu : gpus)
                all.push_back({.leads = {gpu}, .src = gpu, .dst = {}, .ranks = {}, .node = {}});
            break;
        case GpuAxes::collective:
            for (const int count :
                 rank_counts(method, request.suite, static_cast<int>(gpus.size())))
                all.push_back({.leads = {gpus.begin(), gpus.begin() + count},
                               .src = {},
                               .dst = {},
                               .ranks = count,
                               .node = {}});
            break;
    }
    return all;
}

CaseName name_of(const CaseMethod& method, const CaseAxes& axes,
                 std::optional<std::uint64_t> bytes) {
    return {.family = std::string(method.family),
            .method = std::string(method.method),
            .src = axes.src,
            .dst = axes.dst,
            .ranks = axes.ranks,
            .bytes = bytes,
            .node = axes.node};
}

std::set<std::uint64_t> sizes_of(std::string_view executable, Suite suite) {
    std::set<std::uint64_t> sizes;
    for (const auto& method : case_catalogue())
        if (method.executable == executable)
            sizes.insert(of(method.sizes, suite).begin(), of(method.sizes, suite).end());
    return sizes;
}

bool has_size(const CaseMethod& method, Suite suite, std::uint64_t bytes) {
    const auto& sizes = of(method.sizes, suite);
    return std::binary_search(sizes.begin(), sizes.end(), bytes);
}

/// Every combination of GPUs and nodes that the request has.
std::vector<CaseAxes> axes_of(const CaseMethod& method, const PlanRequest& request) {
    const auto use = of(method.nodes, request.suite);
    std::vector<std::optional<int>> nodes;
    if (use != NodeAxis::absent)
        for (const auto& node : request.numa.nodes)
            if (node.memory_bytes > 0) nodes.emplace_back(node.id);
    if (use != NodeAxis::every || nodes.empty()) nodes.insert(nodes.begin(), std::nullopt);
    std::vector<CaseAxes> all;
    for (const auto& gpus : gpu_axes(method, request))
        for (const auto& node : nodes) {
            all.push_back(gpus);
            all.back().node = node;
        }
    return all;
}

}  // namespace

std::vector<CaseGroup> case_groups(const PlanRequest& request, std::string_view executable) {
    std::map<GroupId, CaseGroup> groups;
    for (const auto bytes : sizes_of(executable, request.suite)) {
        for (const auto& method : case_catalogue()) {
            if (method.executable != executable || !has_size(method, request.suite, bytes))
                continue;
            const auto repetitions = of(method.repetitions, request.suite);
            for (const auto& axes : axes_of(method, request)) {
                auto name = name_of(method, axes, bytes);
                if (!glob_match(request.cases, format_case_name(name))) continue;
                auto& group = groups[group_of(axes)];
                group.leads = axes.leads;
                group.cases.push_back({.name = std::move(name),
                                       .warmup = repetitions.warmup,
                                       .samples = repetitions.samples});
            }
        }
    }
    std::vector<CaseGroup> result;
    for (auto& [id, group] : groups) result.push_back(std::move(group));
    return result;
}

bool has_node_axis(const PlanRequest& request) {
    auto with_node = request;
    with_node.numa.nodes = {{.id = 0, .cpus = {}, .memory_bytes = 1, .distances = {}}};
    for (const auto& method : case_catalogue()) {
        if (of(method.nodes, request.suite) == NodeAxis::absent) continue;
        // Which node matches is not known yet: any pattern that reaches the method will do.
        for (const auto& axes : axes_of(method, with_node))
            for (const auto bytes : of(method.sizes, request.suite)) {
                auto name = name_of(method, axes, bytes);
                name.node.reset();
                const auto text = format_case_name(name);
                for (int node = 0; node < max_tried_node; ++node)
                    if (glob_match(request.cases, text + "/node:" + std::to_string(node)))
                        return true;
                if (glob_match(request.cases, text)) return true;
            }
    }
    return false;
}

std::vector<PlannedCase> once_cases(const PlanRequest& request, std::string_view executable) {
    std::map<GroupId, std::vector<PlannedCase>> groups;
    for (const auto& method : case_catalogue()) {
        if (method.executable != executable || !method.once) continue;
        const auto repetitions = of(method.repetitions, request.suite);
        for (const auto& axes : axes_of(method, request))
            groups[group_of(axes)].push_back({.name = name_of(method, axes, std::nullopt),
                                              .warmup = repetitions.warmup,
                                              .samples = repetitions.samples});
    }
    std::vector<PlannedCase> cases;
    for (auto& [id, group] : groups) cases.insert(cases.end(), group.begin(), group.end());
    return cases;
}

}  // namespace hopbench

#pragma once
#include <string>

#include "harness/plan/plan.hpp"
#include "harness/plan/variants.hpp"

namespace hopbench {

/// GPUs of a machine with two nodes: the first half on node 1, the rest on node 0.
inline PlanRequest made_request(int gpus, const std::string& cases) {
    PlanRequest request;
    request.cases = cases;
    request.variants = resolve_variants({});
    for (int i = 0; i < gpus; ++i) {
        request.gpus.push_back(i);
        request.machine.push_back({.index = i,
                                   .name = "GPU",
                                   .uuid = "GPU-" + std::to_string(i),
                                   .bdf = {},
                                   .numa_node = {},
                                   .numa_source = {}});
        request.numa.node_of_gpu[i] = i < gpus / 2 ? 1 : 0;
    }
    request.numa.nodes = {{.id = 0, .cpus = {0, 1}, .memory_bytes = 1, .distances = {10, 20}},
                          {.id = 1, .cpus = {2, 3}, .memory_bytes = 1, .distances = {20, 10}}};
    return request;
}

}  // namespace hopbench

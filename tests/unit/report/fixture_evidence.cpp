#include <set>

#include "tests/unit/report/fixture.hpp"

namespace hopbench::fixture {
namespace {

const VerificationRecord verified{.status = "verified",
                                  .samples_checked = 1,
                                  .bytes_checked = 4096,
                                  .mismatches = 0,
                                  .note = "at the owner"};
const VerificationRecord nothing_checked{.status = "unverified",
                                         .samples_checked = 0,
                                         .bytes_checked = 0,
                                         .mismatches = 0,
                                         .note = "nothing was moved"};
const VerificationRecord corrupted{
    .status = "corrupt", .samples_checked = 1, .bytes_checked = 4096, .mismatches = 17, .note = ""};

struct Pair {
    int src, dst;
    auto operator<=>(const Pair&) const = default;
};

/// 0→3: granted, but bytes are lost. 3→0: promised, the call failed. 1→2: the driver says no.
Capability tried(const std::string& step, Pair pair) {
    Capability one{
        .step = step,
        .src = pair.src,
        .dst = pair.dst,
        .status = Status::ok,
        .reason = "",
        .verification = step == "ce_push" || step == "sm_store" ? verified : nothing_checked,
        .notes = {}};
    const bool denied = pair == Pair{1, 2};
    const bool failed = pair == Pair{3, 0};
    const bool lossy = pair == Pair{0, 3};
    if (step == "attributes") {
        one.notes = {{"can_access", denied ? 0 : 1}, {"performance_rank", pair.src == 2 ? 0 : 1}};
        if (pair.src == 0) one.notes["native_atomics"] = 0;
    } else if (denied) {
        one.status = Status::not_supported;
        one.reason = "cudaDeviceCanAccessPeer says no";
        one.verification = nothing_checked;
    } else if (failed) {
        one.status = step == "enable" ? Status::refused : Status::not_supported;
        one.reason = step == "enable"
                         ? "cudaDeviceEnablePeerAccess(0): peer mapping resources exhausted"
                         : "enable was refused";
        one.verification = nothing_checked;
    } else if (lossy && step != "enable") {
        one.status = step == "ce_push" ? Status::corrupt : Status::hung;
        one.reason =
            step == "ce_push" ? "17 of 4096 bytes are wrong at the owner" : "no line within 30 s";
        one.verification = step == "ce_push" ? corrupted : nothing_checked;
    }
    return one;
}

}  // namespace

std::vector<Capability> four_gpu_capabilities() {
    std::vector<Capability> all;
    for (const std::string step : {"attributes", "enable", "ce_push", "sm_store"})
        for (int src = 0; src < 4; ++src)
            for (int dst = 0; dst < 4; ++dst)
                if (src != dst) all.push_back(tried(step, {src, dst}));
    return all;
}

std::vector<Capability> few_capabilities() {
    return {tried("attributes", {0, 3}), tried("attributes", {3, 0}), tried("enable", {0, 3}),
            tried("enable", {3, 0}),     tried("ce_push", {0, 1}),    tried("ce_push", {0, 3})};
}

NcclEvidence detected_evidence(const std::string& variant) {
    return {.variant = variant,
            .status = Status::ok,
            .reason = "",
            .version = "2.28.9",
            .topo_file = "",
            .cpus = {{.numa_id = -1,
                      .affinity = "",
                      .processor = "x86_64/AuthenticAMD/175",
                      .gpus = {0, 1, 2, 3}}},
            .inter_cpu_gbps = std::nullopt,
            .path_type = "PHB",
            .channel_gbps = 24,
            .search_channels = 2,
            .channels = 4,
            .ring = {0, 1, 2, 3},
            .fell_back = false,
            .simple_from_bytes = 4194304,
            .transports = {{"SHM/direct/direct", 16}},
            .warnings = {}};
}

NcclEvidence loaded_evidence(const std::string& variant) {
    return {.variant = variant,
            .status = Status::ok,
            .reason = "",
            .version = "2.28.9",
            .topo_file = "fixes/" + variant + "/nccl-topology.xml",
            .cpus = {{.numa_id = 1,
                      .affinity = "ffffffff,00000000",
                      .processor = "x86_64/AuthenticAMD/175",
                      .gpus = {0, 1}},
                     {.numa_id = 0,
                      .affinity = "00000000,ffffffff",
                      .processor = "x86_64/AuthenticAMD/175",
                      .gpus = {2, 3}}},
            .inter_cpu_gbps = 16,
            .path_type = "SYS",
            .channel_gbps = 0.1,
            .search_channels = 1,
            .channels = 2,
            .ring = {0, 2, 1, 3},
            .fell_back = true,
            .simple_from_bytes = 4096,
            .transports = {{"P2P/direct pointer", 4}, {"SHM/direct/direct", 8}},
            .warnings = {"Could not find a path for pattern 4, falling back to simple order"}};
}

}  // namespace hopbench::fixture

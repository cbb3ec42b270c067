#include "tests/sim/model/fault_reader.hpp"

#include <array>

#include "tests/sim/model/model_error.hpp"

namespace hopbench::sim {
namespace {

struct FaultType {
    const char* name;
    FaultKind kind;
};

constexpr std::array kTypes{
    FaultType{"peer_corrupt", FaultKind::kPeerCorrupt},
    FaultType{"peer_enable_fail", FaultKind::kPeerEnableFail},
    FaultType{"malloc_fail", FaultKind::kMallocFail},
    FaultType{"mirror", FaultKind::kMirror},
    FaultType{"enqueue_blocks_behind_gate", FaultKind::kEnqueueBlocksBehindGate},
    FaultType{"hang", FaultKind::kHang},
    FaultType{"device_lost", FaultKind::kDeviceLost},
    FaultType{"peer_hang", FaultKind::kPeerHang},
    FaultType{"nccl_init_fail", FaultKind::kNcclInitFail},
    FaultType{"nccl_hang", FaultKind::kNcclHang},
    FaultType{"nccl_corrupt", FaultKind::kNcclCorrupt},
};

FaultKind kind_of(const JsonCursor& from) {
    const auto name = from.text("type");
    std::string known;
    for (const auto& type : kTypes) {
        if (name == type.name) return type.kind;
        known += (known.empty() ? "" : ", ") + std::string(type.name);
    }
    throw ModelError(from.path_of("type"), "\"" + name + "\" is no fault", "known: " + known);
}

}  // namespace

FaultModel read_fault(const JsonCursor& from, int gpu_count) {
    FaultModel fault{.kind = kind_of(from)};
    const auto gpu = [&](const char* key) {
        return static_cast<int>(from.integer(key, 0, gpu_count - 1));
    };
    const auto pair = [&] {
        fault.src = gpu("src");
        fault.dst = gpu("dst");
    };
    switch (fault.kind) {
        case FaultKind::kPeerCorrupt:
            from.allow_only({"type", "src", "dst", "nth"});
            pair();
            if (from.has("nth")) fault.nth = from.integer("nth", 1, INT64_MAX);
            break;
        case FaultKind::kPeerEnableFail:
        case FaultKind::kMirror:
        case FaultKind::kPeerHang:
            from.allow_only({"type", "src", "dst"});
            pair();
            break;
        case FaultKind::kMallocFail:
            from.allow_only({"type", "nth", "device"});
            fault.nth = from.integer("nth", 1, INT64_MAX);
            if (from.has("device")) fault.device = gpu("device");
            break;
        case FaultKind::kEnqueueBlocksBehindGate:
            from.allow_only({"type"});
            break;
        case FaultKind::kHang:
            from.allow_only({"type", "nth"});
            fault.nth = from.integer("nth", 1, INT64_MAX);
            break;
        case FaultKind::kDeviceLost:
            from.allow_only({"type", "after_ops", "device"});
            fault.after_ops = from.integer("after_ops", 0, INT64_MAX);
            if (from.has("device")) fault.device = gpu("device");
            break;
        case FaultKind::kNcclInitFail:
        case FaultKind::kNcclHang:
            from.allow_only({"type", "nranks"});
            if (from.has("nranks"))
                fault.nranks = static_cast<int>(from.integer("nranks", 1, kMaxGpus));
            break;
        case FaultKind::kNcclCorrupt:
            from.allow_only({"type", "rank"});
            fault.rank = static_cast<int>(from.integer("rank", 0, kMaxGpus - 1));
            break;
    }
    return fault;
}

}  // namespace hopbench::sim

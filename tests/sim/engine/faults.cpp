#include "tests/sim/engine/faults.hpp"

#include <algorithm>
#include <cstring>

namespace hopbench::sim {
namespace {

bool applies_to(const FaultModel& fault, int device) {
    return !fault.device || *fault.device == device;
}

bool is_pair(const FaultModel& fault, FaultKind kind, int src, int dst) {
    return fault.kind == kind && fault.src == src && fault.dst == dst;
}

}  // namespace

Faults::Faults(const std::vector<FaultModel>& faults) {
    for (const auto& fault : faults) {
        faults_.push_back({fault});
        if (fault.kind == FaultKind::kEnqueueBlocksBehindGate) enqueue_blocks_ = true;
    }
}

bool Faults::malloc_fails(int device) {
    bool fails = false;
    for (auto& [model, count] : faults_)
        if (model.kind == FaultKind::kMallocFail && applies_to(model, device))
            fails |= ++count == *model.nth;
    return fails;
}

bool Faults::peer_corrupts(int src, int dst) {
    bool corrupts = false;
    for (auto& [model, count] : faults_)
        if (is_pair(model, FaultKind::kPeerCorrupt, src, dst)) {
            ++count;
            corrupts |= !model.nth || count == *model.nth;
        }
    return corrupts;
}

bool Faults::copy_hangs() {
    bool hangs = false;
    for (auto& [model, count] : faults_)
        if (model.kind == FaultKind::kHang) hangs |= ++count == *model.nth;
    return hangs;
}

bool Faults::device_is_lost(int device) {
    bool lost = false;
    for (auto& [model, count] : faults_)
        if (model.kind == FaultKind::kDeviceLost && applies_to(model, device))
            lost |= ++count > *model.after_ops;
    return lost;
}

bool Faults::has_pair(FaultKind kind, int src, int dst) const {
    return std::any_of(faults_.begin(), faults_.end(),
                       [&](const Counted& fault) { return is_pair(fault.model, kind, src, dst); });
}

bool Faults::has_size(FaultKind kind, int nranks) const {
    return std::any_of(faults_.begin(), faults_.end(), [&](const Counted& fault) {
        return fault.model.kind == kind && fault.model.nranks.value_or(nranks) == nranks;
    });
}

bool Faults::peer_enable_fails(int from, int to) const {
    return has_pair(FaultKind::kPeerEnableFail, from, to);
}

bool Faults::mirrors(int src, int dst) const {
    return has_pair(FaultKind::kMirror, src, dst);
}

bool Faults::alters_stores(int src, int dst) const {
    return mirrors(src, dst) || has_pair(FaultKind::kPeerCorrupt, src, dst);
}

bool Faults::peer_hangs(int src, int dst) const {
    return has_pair(FaultKind::kPeerHang, src, dst);
}

bool Faults::nccl_init_fails(int nranks) const {
    return has_size(FaultKind::kNcclInitFail, nranks);
}

bool Faults::nccl_hangs(int nranks) const {
    return has_size(FaultKind::kNcclHang, nranks);
}

bool Faults::nccl_corrupts(int rank) const {
    return std::any_of(faults_.begin(), faults_.end(), [&](const Counted& fault) {
        return fault.model.kind == FaultKind::kNcclCorrupt && fault.model.rank == rank;
    });
}

void MirrorStore::keep(const void* dst, const void* bytes, std::size_t count) {
    const auto* begin = static_cast<const char*>(bytes);
    kept_[static_cast<const char*>(dst)].assign(begin, begin + count);
}

void MirrorStore::overlay(const void* address, std::size_t count, void* out) const {
    const auto* from = static_cast<const char*>(address);
    for (const auto& [base, bytes] : kept_) {
        const auto* first = std::max(from, base);
        const auto* last = std::min(from + count, base + bytes.size());
        if (first < last)
            std::memcpy(static_cast<char*>(out) + (first - from), bytes.data() + (first - base),
                        static_cast<std::size_t>(last - first));
    }
}

}  // namespace hopbench::sim

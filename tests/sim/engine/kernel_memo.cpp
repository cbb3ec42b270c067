#include "tests/sim/engine/kernel_memo.hpp"

namespace hopbench::sim {

KernelMemo::Key KernelMemo::key_of(const KernelLaunch& launch) {
    Key key;
    const auto add = [&key](const void* value, std::size_t bytes) {
        key.append(static_cast<const char*>(value), bytes);
    };
    add(&launch.kernel, sizeof launch.kernel);
    add(&launch.device, sizeof launch.device);
    add(&launch.grid, sizeof launch.grid);
    add(&launch.block, sizeof launch.block);
    add(launch.frame.data(), launch.kernel->frame_bytes);
    return key;
}

const KernelEffect* KernelMemo::find(const KernelLaunch& launch, Memory& memory) const {
    const auto known = effects_.find(key_of(launch));
    if (known == effects_.end()) return nullptr;
    const auto& effect = known->second;
    return memory.holds(effect.inputs) && memory.holds(effect.outputs) ? &effect : nullptr;
}

void KernelMemo::remember(const KernelLaunch& launch, KernelEffect effect) {
    constexpr std::size_t kMost = 256;  // pairs come and go
    if (effects_.size() >= kMost) effects_.clear();
    effects_.insert_or_assign(key_of(launch), std::move(effect));
}

}  // namespace hopbench::sim

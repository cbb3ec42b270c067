#include "tests/sim/engine/stray_stores.hpp"

#include <algorithm>

#include "tests/sim/engine/engine.hpp"

namespace hopbench::sim {

StrayStores::StrayStores(Engine& engine, int device) : engine_(engine), device_(device) {
    if (!engine.faults().any()) return;
    for (int window = 0; window < engine.model().gpu_count(); ++window) {
        if (window == device || !engine.faults().alters_stores(device, window)) continue;
        engine.memory().for_each(window, [&](const Allocation& block) {
            saved_.push_back({.window = window,
                              .base = block.base,
                              .bytes = std::vector<char>(block.base, block.base + block.bytes)});
        });
    }
}

void StrayStores::settle() {
    std::vector<int> spoilt;
    for (auto& [window, base, bytes] : saved_) {
        const auto size = bytes.size();
        const auto first = static_cast<std::size_t>(
            std::mismatch(bytes.begin(), bytes.end(), base).first - bytes.begin());
        if (first == size) continue;  // not written, or with what was there
        auto end = size;
        while (bytes[end - 1] == base[end - 1]) --end;
        if (engine_.faults().mirrors(device_, window)) {
            engine_.mirrored().keep(base + first, base + first, end - first);
            std::copy(bytes.data() + first, bytes.data() + end, base + first);
        } else if (std::find(spoilt.begin(), spoilt.end(), window) == spoilt.end()) {
            spoilt.push_back(window);  // a kernel is one attempt, as a copy is
            if (!engine_.faults().peer_corrupts(device_, window)) continue;
            base[first + (end - first) / 2] = static_cast<char>(~base[first + (end - first) / 2]);
        }
        engine_.memory().note_write(base + first, end - first);
    }
}

}  // namespace hopbench::sim

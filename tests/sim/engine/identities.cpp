// Memory: what is known of the bytes, and what makes it out of date.
#include <algorithm>
#include <cstring>

#include "tests/sim/engine/memory.hpp"
#include "tests/sim/engine/page_guard.hpp"

namespace hopbench::sim {

// New bytes by an unknown hand: an identity of their own where the program cannot write unseen.
void Memory::renew(Allocation& block, std::size_t begin, std::size_t end) {
    if (!block.host) block.extents.label(begin, end, fresh(block.base + begin));
}

// Guarded pages cannot have been written: a store there has met a fault, which opens them.
void Memory::note_write(const void* address, std::size_t bytes) {
    auto* block = find(address, bytes);
    if (block == nullptr || block->host || bytes == 0) return;
    auto at = offset_of(*block, address);
    auto end = at + bytes;
    if (bytes < kPage) {  // word after word would leave an extent for each
        at = at / kPage * kPage;
        end = std::min(block->bytes, (end + kPage - 1) / kPage * kPage);
    }
    while (at < end) {
        const auto i = block->extents.index_at(at);
        const auto next = std::min(end, block->extents.end_of(i));
        if (block->extents[i].guard == Guard::kOpen) renew(*block, at, next);
        at = next;
    }
}

// Visits the parts of blocks in marked chunks, and clears the marks.
template <typename Visit>
void Memory::for_marked(int window, unsigned char* marks, Visit&& visit) {
    constexpr std::uintptr_t kChunk = std::uintptr_t{1} << kChunkShift;
    auto& blocks = allocations_[static_cast<std::size_t>(window)];
    const auto chunks_of = [](const Allocation& block) {
        return std::pair{window_offset(block.base) >> kChunkShift,
                         window_offset(block.base + block.reserved - 1) >> kChunkShift};
    };
    for (auto& [base, block] : blocks) {
        const auto [first, last] = chunks_of(block);
        if (std::memchr(marks + first, 1, last - first + 1) == nullptr) continue;
        const auto start = window_offset(base);
        for (auto chunk = first; chunk <= last;) {
            if (marks[chunk] == 0) {
                ++chunk;
                continue;
            }
            const auto begin = std::max(start, chunk * kChunk) - start;
            while (chunk <= last && marks[chunk] != 0) ++chunk;
            const auto end = std::min(start + block.bytes, chunk * kChunk) - start;
            if (begin < end) visit(block, begin, end);
        }
    }
    // Blocks may share a chunk, so the marks go only when all have looked.
    for (auto& [base, block] : blocks) {
        const auto [first, last] = chunks_of(block);
        std::memset(marks + first, 0, last - first + 1);
    }
}

bool Memory::note_kernel_writes(int window, unsigned char* dirty, std::vector<ContentRun>* runs) {
    bool known = true;
    for_marked(window, dirty, [&](Allocation& block, std::size_t begin, std::size_t end) {
        note_write(block.base + begin, end - begin);
        if (runs != nullptr) known = contents(block.base + begin, end - begin, *runs) && known;
    });
    return known;
}

bool Memory::contents(const void* address, std::size_t bytes, std::vector<ContentRun>& runs) {
    auto* block = find(address, bytes);
    if (block == nullptr) return false;
    auto at = offset_of(*block, address);
    const auto end = at + bytes;
    for (auto i = block->extents.index_at(at); at < end; ++i) {
        const auto& extent = block->extents[i];
        if (!extent.due.known()) return false;
        const auto next = std::min(end, block->extents.end_of(i));
        runs.push_back({block->base + at, next - at, extent.due.after(at - extent.begin)});
        at = next;
    }
    return true;
}

bool Memory::marked_contents(int window, unsigned char* marks, const unsigned char* except,
                             std::vector<ContentRun>& runs) {
    bool known = true;
    for_marked(window, marks, [&](Allocation& block, std::size_t begin, std::size_t end) {
        const auto first = window_offset(block.base + begin) >> kChunkShift;
        const auto last = window_offset(block.base + end - 1) >> kChunkShift;
        known = known && std::memchr(except + first, 1, last - first + 1) == nullptr &&
                contents(block.base + begin, end - begin, runs);
    });
    return known;
}

bool Memory::holds(std::span<const ContentRun> runs) {
    return std::all_of(runs.begin(), runs.end(), [this](const ContentRun& run) {
        auto* block = find(run.address, run.bytes);
        return block != nullptr &&
               matches(*block, offset_of(*block, run.address), run.bytes, run.content);
    });
}

bool Memory::restore(std::span<const ContentRun> runs) {
    for (const auto& run : runs) {
        auto* block = find(run.address, run.bytes);
        if (block == nullptr || !run.content.known()) return false;
        auto at = offset_of(*block, run.address);
        const auto end = at + run.bytes;
        auto wanted = run.content;
        for (auto i = block->extents.index_at(at); at < end; ++i) {
            const auto& extent = block->extents[i];
            const auto next = std::min(end, block->extents.end_of(i));
            const auto skipped = at - extent.begin;
            // Closed pages can be turned back as a whole only.
            const bool whole =
                number(block->base + at) % kPage == 0 && number(block->base + next) % kPage == 0;
            if (extent.held.after(skipped) != wanted || (extent.owed() && !whole)) return false;
            wanted = wanted.after(next - at);
            at = next;
        }
    }
    for (const auto& run : runs) {
        auto* block = find(run.address, run.bytes);
        auto at = offset_of(*block, run.address);
        const auto end = at + run.bytes;
        auto content = run.content;
        while (at < end) {
            const auto i = block->extents.index_at(at);
            const auto next = std::min(end, block->extents.end_of(i));
            if (block->extents[i].owed())
                owe(*block, at, next, {next - at, content, block->base + at});
            content = content.after(next - at);
            at = next;
        }
    }
    return true;
}

}  // namespace hopbench::sim

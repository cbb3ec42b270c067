// Memory: what is known of the bytes. A content is carried along by copies, through any number of
// blocks, so that the same bytes are recognised where they come again.
#include <algorithm>
#include <cstring>

#include "tests/sim/engine/memory.hpp"

namespace hopbench::sim {
namespace {

std::size_t page_up(const char* address) {
    return (Memory::kPage - reinterpret_cast<std::uintptr_t>(address) % Memory::kPage) %
           Memory::kPage;
}

std::size_t page_down(const char* address) {
    return reinterpret_cast<std::uintptr_t>(address) % Memory::kPage;
}

bool overlap(const char* a, const char* b, std::size_t bytes) {
    return a < b + bytes && b < a + bytes;
}

}  // namespace

bool Memory::matches(Allocation& block, std::size_t offset, std::size_t bytes, Content content) {
    if (!content.known()) return false;
    const auto end = offset + bytes;
    for (auto i = block.extents.index_at(offset); offset < end; ++i) {
        const auto& extent = block.extents[i];
        if (extent.due.after(offset - extent.begin) != content) return false;
        const auto next = std::min(end, block.extents.end_of(i));
        content = content.after(next - offset);
        offset = next;
    }
    return true;
}

// What the program has written so far gets an identity; the next write there meets a fault.
void Memory::snapshot(Allocation& block, std::size_t begin, std::size_t end) {
    if (!block.host || !block.lazy || end - begin < kLazyBytes) return;
    begin += page_up(block.base + begin);
    end -= page_down(block.base + end);
    while (begin < end) {
        const auto i = block.extents.index_at(begin);
        const auto next = std::min(end, block.extents.guard_end(i));
        if (block.extents[i].guard == Guard::kOpen) {
            block.extents.label(begin, next, fresh(block.base + begin));
            set_guard(block, begin, next, Guard::kReadOnly);
        }
        begin = next;
    }
}

// What the range holds, up to where that changes, and where it can be had now.
Memory::Piece Memory::next_piece(Allocation& from, std::size_t offset, std::size_t bytes) {
    const auto i = from.extents.index_at(offset);
    const auto& extent = from.extents[i];
    const auto skipped = offset - extent.begin;
    const char* where = from.base + offset;
    if (extent.owed()) where = extent.provider == nullptr ? nullptr : extent.provider + skipped;
    return {std::min(bytes, from.extents.end_of(i) - offset), extent.due.after(skipped), where};
}

bool Memory::copy(void* dst, const void* src, std::size_t bytes) {
    if (bytes == 0) return true;
    auto* to = find(dst, bytes);
    auto* from = find(src, bytes);
    if ((to == nullptr && window_of(dst) != kNoWindow) ||
        (from == nullptr && window_of(src) != kNoWindow))
        return false;
    if (to == nullptr) {
        if (from == nullptr) {
            std::memmove(dst, src, bytes);
        } else {
            read(*from, offset_of(*from, src), bytes, static_cast<char*>(dst));
        }
        return true;
    }
    auto offset = offset_of(*to, dst);
    if (from == nullptr) {
        write_raw(*to, offset, static_cast<const char*>(src), bytes);
        return true;
    }
    if (to == from &&
        overlap(static_cast<const char*>(dst), static_cast<const char*>(src), bytes)) {
        std::vector<char> kept(bytes);
        read(*from, offset_of(*from, src), bytes, kept.data());
        write_raw(*to, offset, kept.data(), bytes);
        return true;
    }
    auto at = offset_of(*from, src);
    snapshot(*from, at, at + bytes);
    while (bytes > 0) {
        // One piece at a time: paying debts may move what the others need.
        const auto done = put(*to, offset, next_piece(*from, at, bytes));
        at += done;
        offset += done;
        bytes -= done;
    }
    return true;
}

bool Memory::fill(void* dst, int value, std::size_t bytes) {
    if (bytes == 0) return true;
    auto* to = find(dst, bytes);
    if (to == nullptr) {
        if (window_of(dst) != kNoWindow) return false;
        std::memset(dst, value, bytes);
        return true;
    }
    auto offset = offset_of(*to, dst);
    while (bytes > 0) {
        const auto done = put(*to, offset, {bytes, Content::fill(value), nullptr});
        offset += done;
        bytes -= done;
    }
    return true;
}

// Pages that can be owed instead of written: from offset + first on.
Memory::LazyPart Memory::lazy_part(const Allocation& to, std::size_t offset, const Piece& piece) {
    if (!to.lazy || piece.bytes < kLazyBytes - 2 * kPage || !piece.content.known()) return {};
    const auto* begin = to.base + offset;
    // Pages are provided for as a whole, by others that lie alike and elsewhere.
    if (piece.from != nullptr && page_down(begin) != page_down(piece.from)) return {};
    if (piece.from != nullptr && piece.from != begin && overlap(begin, piece.from, piece.bytes))
        return {};
    const auto head = page_up(begin);
    const auto tail = page_down(begin + piece.bytes);
    if (piece.bytes < head + tail + kLazyBytes - 4 * kPage) return {};
    return {head, piece.bytes - head - tail};
}

// Makes the range from offset on hold a piece, or the first bytes of it; returns how many.
std::size_t Memory::put(Allocation& to, std::size_t offset, Piece piece) {
    if (matches(to, offset, piece.bytes, piece.content)) return piece.bytes;
    const auto part = lazy_part(to, offset, piece);
    if (part.bytes > 0 && part.first == 0) {
        piece.bytes = part.bytes;
        owe(to, offset, offset + piece.bytes, piece);
    } else {
        if (part.bytes > 0) piece.bytes = part.first;
        write_now(to, offset, piece);
    }
    return piece.bytes;
}

void Memory::write_raw(Allocation& to, std::size_t offset, const char* from, std::size_t bytes) {
    open_units(to, offset, offset + bytes);
    std::memmove(to.base + offset, from, bytes);
    renew(to, offset, offset + bytes);
}

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
                page_down(block->base + at) == 0 && page_down(block->base + next) == 0;
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

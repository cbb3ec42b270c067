// Memory: copies and fills. A content is carried along by copies, through any number of blocks, so
// that the same bytes are recognised where they come again.
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

}  // namespace hopbench::sim

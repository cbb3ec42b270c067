#include "tests/sim/engine/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace hopbench::sim {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kLargestKept = std::size_t{256} << 20U;
constexpr std::size_t kLargePage = std::size_t{1} << kChunkShift;

// Small blocks start on a page, others as on hardware on 2 MiB.
std::size_t alignment_of(std::size_t bytes) {
    return bytes < kLargePage / 2 ? kPage : kLargePage;
}

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

char* window_start(int window) {
    return reinterpret_cast<char*>(kWindowBase +
                                   (static_cast<std::uintptr_t>(window) << kWindowShift));
}

}  // namespace

Memory::Memory() {
    void* wanted = window_start(0);
    void* got = mmap(wanted, kWindowSpan, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == wanted) return;
    if (got != MAP_FAILED) munmap(got, kWindowSpan);
    throw std::runtime_error("the address range of the simulated devices cannot be reserved");
}

Memory::~Memory() {
    munmap(window_start(0), kWindowSpan);
}

Allocation* Memory::allocate(int window, std::size_t bytes, bool resident) {
    const auto w = static_cast<std::size_t>(window);
    const auto unit = alignment_of(bytes);
    const auto reserved = rounded_up(bytes, unit);
    FreeBlock block{nullptr, true};
    if (const auto reusable = free_[w].find(reserved); reusable != free_[w].end()) {
        block = reusable->second;
        free_[w].erase(reusable);
    } else {
        // A page between blocks stays unmapped, so running over an end is noticed.
        const auto start = rounded_up(next_[w] + kPage, unit);
        if (start + reserved > std::size_t{1} << kWindowShift) return nullptr;
        block.base = window_start(window) + start;
        next_[w] = start + reserved;
    }
    if (mprotect(block.base, reserved, PROT_READ | PROT_WRITE) != 0 ||
        (resident && madvise(block.base, reserved, MADV_POPULATE_WRITE) != 0 && errno != EINVAL)) {
        mprotect(block.base, reserved, PROT_NONE);
        free_[w].emplace(reserved, block);
        return nullptr;
    }
    used_[w] += reserved;
    auto& allocation = allocations_[w][block.base];
    allocation.base = block.base;
    allocation.bytes = bytes;
    allocation.reserved = reserved;
    allocation.untouched = block.untouched && is_gpu_window(window);  // the host writes unseen
    allocation.version = ++versions_;
    return &allocation;
}

Allocation* Memory::adopt(void* base, std::size_t bytes) {
    auto* first = static_cast<char*>(base);
    const auto after = registered_.lower_bound(first + bytes);
    if (after != registered_.begin()) {
        const auto& before = std::prev(after)->second;
        if (before.base + before.bytes > first) return nullptr;
    }
    auto& allocation = registered_[first];
    allocation.base = first;
    allocation.bytes = allocation.reserved = bytes;
    allocation.untouched = false;
    allocation.version = ++versions_;
    return &allocation;
}

Allocation* Memory::find_registered(const void* address, std::size_t bytes) {
    const auto* p = static_cast<const char*>(address);
    const auto after = registered_.upper_bound(p);
    if (after == registered_.begin()) return nullptr;
    auto& block = std::prev(after)->second;
    const auto offset = static_cast<std::size_t>(p - block.base);
    return offset < block.bytes && bytes <= block.bytes - offset ? &block : nullptr;
}

void Memory::release(Allocation& allocation) {
    if (window_of(allocation.base) == kNoWindow) {
        registered_.erase(allocation.base);
        return;
    }
    FreeBlock block{allocation.base, allocation.untouched};
    const auto reserved = allocation.reserved;
    const auto w = static_cast<std::size_t>(window_of(block.base));
    // Pages of moderate blocks stay for the next owner, who finds old bytes in them as on a GPU.
    if (reserved > kLargestKept && !block.untouched)
        block.untouched = madvise(block.base, reserved, MADV_DONTNEED) == 0;
    mprotect(block.base, reserved, PROT_NONE);
    free_[w].emplace(reserved, block);
    used_[w] -= reserved;
    last_[w] = nullptr;
    allocations_[w].erase(block.base);
}

Allocation* Memory::find_slowly(int window, const char* address, std::size_t bytes) {
    const auto w = static_cast<std::size_t>(window);
    auto after = allocations_[w].upper_bound(address);
    if (after == allocations_[w].begin()) return nullptr;
    auto& candidate = std::prev(after)->second;
    const auto offset = static_cast<std::size_t>(address - candidate.base);
    if (offset > candidate.bytes || bytes > candidate.bytes - offset) return nullptr;
    last_[w] = &candidate;
    return &candidate;
}

bool Memory::holds(Allocation& allocation, const CopyMemo& wanted) {
    const auto& memos = allocation.memos;
    auto at = allocation.cursor;
    if (at >= memos.size() || memos[at].offset != wanted.offset)
        at =
            static_cast<std::size_t>(std::lower_bound(memos.begin(), memos.end(), wanted.offset,
                                                      [](const CopyMemo& memo, std::size_t offset) {
                                                          return memo.offset < offset;
                                                      }) -
                                     memos.begin());
    allocation.cursor = at + 1;
    return at < memos.size() && memos[at].offset == wanted.offset &&
           memos[at].bytes == wanted.bytes && memos[at].source == wanted.source &&
           memos[at].source_version == wanted.source_version;
}

void Memory::remember(Allocation& allocation, const CopyMemo& memo) {
    auto& memos = allocation.memos;
    const auto at = std::lower_bound(
        memos.begin(), memos.end(), memo.offset,
        [](const CopyMemo& other, std::size_t offset) { return other.offset < offset; });
    memos.insert(at, memo);
}

void Memory::written(Allocation& allocation, std::size_t offset, std::size_t bytes) {
    allocation.untouched = false;
    allocation.version = ++versions_;
    auto& memos = allocation.memos;
    if (memos.empty()) return;
    auto first = std::lower_bound(
        memos.begin(), memos.end(), offset,
        [](const CopyMemo& memo, std::size_t begin) { return memo.offset + memo.bytes <= begin; });
    auto last = first;
    while (last != memos.end() && last->offset < offset + bytes) ++last;
    memos.erase(first, last);
}

bool Memory::copy(void* dst, const void* src, std::size_t bytes) {
    if (bytes == 0) return true;
    auto* to = find(dst, bytes);
    auto* from = find(src, bytes);
    if ((to == nullptr && window_of(dst) != kNoWindow) ||
        (from == nullptr && window_of(src) != kNoWindow))
        return false;
    // Only memory that the host cannot write behind our back can be known to be unchanged.
    const bool known = to != nullptr && from != nullptr && is_gpu_window(window_of(dst)) &&
                       is_gpu_window(window_of(src));
    if (!known) {
        std::memmove(dst, src, bytes);
        if (to != nullptr)
            written(*to, static_cast<std::size_t>(static_cast<char*>(dst) - to->base), bytes);
        return true;
    }
    if (to->untouched && from->untouched) return true;
    CopyMemo memo{.offset = static_cast<std::size_t>(static_cast<char*>(dst) - to->base),
                  .bytes = bytes,
                  .source = src,
                  .source_version = from->version};
    if (holds(*to, memo)) return true;
    std::memmove(dst, src, bytes);
    written(*to, memo.offset, bytes);
    memo.source_version = from->version;  // a copy inside one block has just changed it
    remember(*to, memo);
    return true;
}

bool Memory::fill(void* dst, int value, std::size_t bytes) {
    if (bytes == 0) return true;
    auto* to = find(dst, bytes);
    if (to == nullptr && window_of(dst) != kNoWindow) return false;
    if (to != nullptr && to->untouched && value == 0 && is_gpu_window(window_of(dst))) return true;
    std::memset(dst, value, bytes);
    note_write(dst, bytes);
    return true;
}

void Memory::note_write(const void* address, std::size_t bytes) {
    if (auto* to = find(address, bytes))
        written(*to, static_cast<std::size_t>(static_cast<const char*>(address) - to->base), bytes);
}

bool Memory::holds_outcome(const void* address, std::size_t bytes, std::uint64_t outcome) {
    auto* to = find(address, bytes);
    return to != nullptr &&
           holds(*to, {.offset = static_cast<std::size_t>(static_cast<const char*>(address) - to->base),
                       .bytes = bytes,
                       .source = nullptr,
                       .source_version = outcome});
}

void Memory::note_outcome(const void* address, std::size_t bytes, std::uint64_t outcome) {
    auto* to = find(address, bytes);
    if (to == nullptr) return;
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(address) - to->base);
    written(*to, offset, bytes);
    remember(*to, {.offset = offset, .bytes = bytes, .source = nullptr, .source_version = outcome});
}

void Memory::note_kernel_writes(int window, unsigned char* dirty) {
    for (auto& [base, allocation] : allocations_[static_cast<std::size_t>(window)]) {
        const auto first = window_offset(base) >> kChunkShift;
        const auto last = window_offset(base + allocation.reserved - 1) >> kChunkShift;
        if (std::memchr(dirty + first, 1, last - first + 1) != nullptr)
            written(allocation, 0, allocation.bytes);
    }
    // Blocks may share a chunk, so the marks go only when all have looked.
    for (auto& [base, allocation] : allocations_[static_cast<std::size_t>(window)]) {
        const auto first = window_offset(base) >> kChunkShift;
        const auto last = window_offset(base + allocation.reserved - 1) >> kChunkShift;
        std::memset(dirty + first, 0, last - first + 1);
    }
}

}  // namespace hopbench::sim

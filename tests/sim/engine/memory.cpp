// Memory: blocks in the address windows, and blocks of the program's own.
#include "tests/sim/engine/memory.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <stdexcept>

#include "tests/sim/engine/device_fault.hpp"

namespace hopbench::sim {
namespace {

constexpr std::size_t kLargestKept = std::size_t{256} << 20U;
constexpr std::size_t kLargePage = std::size_t{1} << kChunkShift;

// Small blocks start on a page, others as on hardware on 2 MiB.
std::size_t alignment_of(std::size_t bytes) {
    return bytes < kLargePage / 2 ? Memory::kPage : kLargePage;
}

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

char* window_start(int window) {
    return reinterpret_cast<char*>(kWindowBase +
                                   (static_cast<std::uintptr_t>(window) << kWindowShift));
}

bool is_untouched(Allocation& block) {
    return block.extents.count() == 1 && block.extents[0].held == Content::fill(0);
}

}  // namespace

Memory::Memory(EngineMutex* mutex) : mutex_(mutex) {
    void* wanted = window_start(0);
    void* got = mmap(wanted, kWindowSpan, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != wanted) {
        if (got != MAP_FAILED) munmap(got, kWindowSpan);
        throw std::runtime_error("the address range of the simulated devices cannot be reserved");
    }
    install_device_fault_handler();
    current_ = this;
}

Memory::~Memory() {
    while (!registered_.empty()) release(registered_.begin()->second);
    current_ = nullptr;
    munmap(window_start(0), kWindowSpan);
}

void Memory::set_up(Allocation& allocation, Content content, bool lazy) {
    allocation.lazy = lazy && allocation.bytes >= kLazyBytes;
    allocation.extents = ExtentMap(allocation.bytes, content);
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
    allocation.host = is_host_window(window);
    set_up(allocation,
           allocation.host   ? Content{}
           : block.untouched ? Content::fill(0)
                             : fresh(block.base),
           true);
    return &allocation;
}

Allocation* Memory::adopt(void* base, std::size_t bytes, bool owned) {
    auto* first = static_cast<char*>(base);
    const auto after = registered_.lower_bound(first + bytes);
    if (after != registered_.begin()) {
        const auto& before = std::prev(after)->second;
        if (before.base + before.bytes > first) return nullptr;
    }
    auto& allocation = registered_[first];
    allocation.base = first;
    allocation.bytes = allocation.reserved = bytes;
    allocation.host = true;
    set_up(allocation, {}, owned);
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

void Memory::disown(const void* begin, std::size_t bytes) {
    const auto* first = static_cast<const char*>(begin);
    for (auto at = registered_.begin(); at != registered_.end();) {
        auto& block = (at++)->second;
        if (block.base < first + bytes && first < block.base + block.bytes) release(block);
    }
}

void Memory::release(Allocation& allocation) {
    settle(allocation, 0, allocation.bytes);
    if (window_of(allocation.base) == kNoWindow) {
        open(allocation, 0, allocation.bytes, true);  // the program's memory is complete again
        forget(allocation);
        registered_.erase(allocation.base);
        return;
    }
    forget(allocation);
    FreeBlock block{allocation.base, !allocation.host && is_untouched(allocation)};
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

}  // namespace hopbench::sim

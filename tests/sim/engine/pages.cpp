// Memory: guards. Who owes, who provides, and how pages are opened.
#include <algorithm>

#include "tests/sim/engine/memory.hpp"
#include "tests/sim/engine/page_guard.hpp"

namespace hopbench::sim {
namespace {

void add(std::vector<Allocation*>& list, Allocation* block) {
    if (std::find(list.begin(), list.end(), block) == list.end()) list.push_back(block);
}

}  // namespace

// [begin, end): whole pages that begin and end extents.
void Memory::set_guard(Allocation& block, std::size_t begin, std::size_t end, Guard guard) {
    auto& extents = block.extents;
    for (auto i = extents.index_at(begin); i < extents.count() && extents[i].begin < end; ++i)
        extents[i].guard = guard;
    protect(block.base + begin, end - begin, protection(guard));
}

// Pages whose bytes have several names are called unknown as a whole: guards are for pages.
void Memory::unify(ExtentMap& extents, const char* base, std::size_t begin, std::size_t end) {
    for (auto i = extents.index_at(begin) + 1; i < extents.count() && extents[i].begin < end;) {
        const auto inside = number(base + extents[i].begin) % kPage;
        if (inside == 0) {
            ++i;
            continue;
        }
        const auto page = extents[i].begin - inside;
        extents.split(page);
        extents.split(page + kPage);
        i = extents.index_at(page);
        for (; i < extents.count() && extents[i].begin < page + kPage; ++i) extents[i].held = {};
    }
}

// Whole pages [begin, end) shall hold that piece; nothing is written.
void Memory::owe(Allocation& block, std::size_t begin, std::size_t end, const Piece& piece) {
    auto& extents = block.extents;
    extents.split(begin);
    extents.split(end);
    unify(extents, block.base, begin, end);
    bool owes = false;
    const auto first = extents.index_at(begin);
    auto last = first;
    for (; last < extents.count() && extents[last].begin < end; ++last) {
        auto& extent = extents[last];
        const auto skipped = extent.begin - begin;
        extent.due = piece.content.after(skipped);
        extent.provider = nullptr;
        if (piece.from == block.base + begin) extent.held = extent.due;
        if (extent.owed() && piece.from != nullptr) {
            extent.provider = piece.from + skipped;
            owes = true;
        }
    }
    // Closed pages that owe nothing any more stay closed: perhaps nobody looks before the next
    // debt.
    const auto wanted = [](const Extent& extent) {
        return extent.owed() ? Guard::kClosed : extent.guard;
    };
    for (auto i = first; i < last;) {  // neighbours that change alike cost one call
        const auto guard = wanted(extents[i]);
        const auto from = extents[i].begin;
        bool changes = false;
        for (; i < last && wanted(extents[i]) == guard; ++i)
            changes = changes || extents[i].guard != guard;
        if (changes) set_guard(block, from, extents.end_of(i - 1), guard);
    }
    extents.merge(begin, end);
    if (owes) provide(piece.from, piece.bytes, block);
}

// These pages are held for a debtor: stores there must meet a fault.
void Memory::provide(const char* from, std::size_t bytes, Allocation& debtor) {
    auto& block = *find(from, bytes);
    add(block.debtors, &debtor);
    add(debtor.providers, &block);
    const auto begin = offset_of(block, from);
    const auto end = begin + bytes;
    for (auto at = begin; at < end;) {
        const auto i = block.extents.index_at(at);
        const auto next = std::min(end, block.extents.guard_end(i));
        if (block.extents[i].guard == Guard::kOpen) {
            block.extents.split(at);
            block.extents.split(next);
            set_guard(block, at, next, Guard::kReadOnly);
        }
        at = next;
    }
    block.extents.merge(begin, end);
}

// Guarded pages in [begin, end) become writable: debtors are paid first, and what is owed there
// itself if it is to be kept.
void Memory::open(Allocation& block, std::size_t begin, std::size_t end, bool keep) {
    auto& extents = block.extents;
    for (auto at = begin; at < end;) {
        auto i = extents.index_at(at);
        const auto next = std::min(end, extents.guard_end(i));
        const auto guard = extents[i].guard;
        if (guard != Guard::kOpen) {
            if (guard == Guard::kClosed && keep) {
                materialise(block, at, next);
            } else {
                settle(block, at, next);
            }
            extents.split(at);
            extents.split(next);
            for (i = extents.index_at(at); i < extents.count() && extents[i].begin < next; ++i) {
                if (!keep) extents[i].due = extents[i].held;
                if (block.host) extents[i].due = extents[i].held = {};
                extents[i].provider = nullptr;
            }
            set_guard(block, at, next, Guard::kOpen);
        }
        at = next;
    }
    extents.merge(begin, end);
}

// Where pages around this offset have the same guard, within its unit.
std::pair<std::size_t, std::size_t> Memory::unit_at(Allocation& block, std::size_t offset) {
    const auto i = block.extents.index_at(offset);
    const auto base = number(block.base);
    const auto unit = (base + offset) / kUnit * kUnit;
    return {std::max<std::size_t>(block.extents.guard_begin(i), unit < base ? 0 : unit - base),
            std::min<std::size_t>(block.extents.guard_end(i), unit + kUnit - base)};
}

// The range is about to be written: opens the units of guarded pages in it.
void Memory::open_units(Allocation& block, std::size_t begin, std::size_t end) {
    if (!block.lazy) return;
    const auto base = number(block.base);
    const auto page_begin = (base + begin) / kPage * kPage;
    const auto page_end = (base + end + kPage - 1) / kPage * kPage;
    auto at = page_begin < base ? 0 : page_begin - base;
    const auto stop = std::min<std::size_t>(block.bytes, page_end - base);
    while (at < stop) {
        const auto i = block.extents.index_at(at);
        const auto extent = block.extents[i];
        const auto extent_end = block.extents.end_of(i);
        const auto unit = (base + at) / kUnit * kUnit;
        const auto from = std::max<std::size_t>(extent.begin, unit < base ? 0 : unit - base);
        const auto to = std::min<std::size_t>(extent_end, unit + kUnit - base);
        if (extent.guard != Guard::kOpen) open(block, from, to, from < begin || to > end);
        at = to;
    }
}

void Memory::prepare_overwrite(void* address, std::size_t bytes) {
    auto* block = find(address, bytes);
    if (block == nullptr || bytes == 0) return;
    const auto begin = offset_of(*block, address);
    open_units(*block, begin, begin + bytes);
}

// The block goes: nobody depends on it any more, and it on nobody.
void Memory::forget(Allocation& block) {
    for (auto* provider : block.providers) std::erase(provider->debtors, &block);
    for (auto* debtor : block.debtors) std::erase(debtor->providers, &block);
    block.providers.clear();
    block.debtors.clear();
}

bool Memory::fault(void* address, bool write) {
    const bool locks = mutex_ != nullptr && !EngineMutex::held_here();
    if (locks) mutex_->lock();
    bool resolved = false;
    if (auto* block = find(address, 1); block != nullptr && block->lazy) {
        resolved = true;
        const auto at = offset_of(*block, address);
        const auto guard = block->extents[block->extents.index_at(at)].guard;
        const auto [begin, end] = unit_at(*block, at);
        // Another thread's fault may have opened the pages meanwhile.
        if (guard == Guard::kClosed && !write) {
            materialise(*block, begin, end);
        } else if (guard != Guard::kOpen) {
            open(*block, begin, end, true);
            renew(*block, begin, end);
        }
    }
    if (locks) mutex_->unlock();
    return resolved;
}

}  // namespace hopbench::sim

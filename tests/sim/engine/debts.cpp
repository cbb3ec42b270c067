// Memory: pages that are owed their bytes, and who provides them. What a closed extent owes stands,
// while it does, in the pages of its provider: before those change, by a payment there or by a
// store, settle() pays whoever depends on them.
#include <algorithm>
#include <cstring>
#include <memory>

#include "tests/sim/engine/memory.hpp"
#include "tests/sim/engine/page_guard.hpp"

namespace hopbench::sim {

// Makes what pages hold readable for a moment, even where they are closed.
class Memory::Peek {
  public:
    Peek(Memory& memory, const char* from, std::size_t bytes) : block_(memory.find(from, bytes)) {
        if (block_ == nullptr) return;
        begin_ = offset_of(*block_, from);
        end_ = begin_ + bytes;
        visit(true);
    }
    ~Peek() {
        if (block_ != nullptr) visit(false);
    }
    Peek(const Peek&) = delete;
    Peek& operator=(const Peek&) = delete;

  private:
    void visit(bool readable) {
        auto& extents = block_->extents;
        for (auto i = extents.index_at(begin_); i < extents.count() && extents[i].begin < end_;
             ++i) {
            if (extents[i].guard != Guard::kClosed) continue;
            // Closed extents are whole pages.
            const auto from = number(block_->base + std::max(begin_, extents[i].begin));
            const auto to = number(block_->base + std::min(end_, extents.end_of(i)));
            const auto first = from / kPage * kPage;
            protect(reinterpret_cast<char*>(first), (to - first + kPage - 1) / kPage * kPage,
                    readable ? PROT_READ : PROT_NONE);
        }
    }
    Allocation* block_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

void Memory::read(Allocation& block, std::size_t offset, std::size_t bytes, char* out) {
    while (bytes > 0) {
        const auto piece = next_piece(block, offset, bytes);
        if (piece.from == nullptr) {
            std::memset(out, piece.content.fill_value(), piece.bytes);
        } else {
            const Peek peek(*this, piece.from, piece.bytes);
            std::memmove(out, piece.from, piece.bytes);
        }
        out += piece.bytes;
        offset += piece.bytes;
        bytes -= piece.bytes;
    }
}

void Memory::write_now(Allocation& to, std::size_t offset, const Piece& piece) {
    if (piece.from == nullptr) {
        open_units(to, offset, offset + piece.bytes);
        std::memset(to.base + offset, piece.content.fill_value(), piece.bytes);
    } else {
        // Opening the target may pay debts, and so change what the source's pages hold.
        auto* source = find(piece.from, piece.bytes);
        const auto first = source->extents.index_at(offset_of(*source, piece.from));
        const bool steady =
            source != &to && source->extents[first].guard != Guard::kClosed &&
            source->extents.end_of(first) >= offset_of(*source, piece.from) + piece.bytes;
        std::vector<char> kept;
        const char* from = piece.from;
        if (!steady) {
            kept.resize(piece.bytes);
            const Peek peek(*this, piece.from, piece.bytes);
            std::memcpy(kept.data(), piece.from, piece.bytes);
            from = kept.data();
        }
        open_units(to, offset, offset + piece.bytes);
        std::memcpy(to.base + offset, from, piece.bytes);
    }
    if (!piece.content.known()) return renew(to, offset, offset + piece.bytes);
    if (!to.host) to.extents.label(offset, offset + piece.bytes, piece.content);
}

// Writes what the pages owe, unit by unit, and opens them. [begin, end): closed pages.
void Memory::materialise(Allocation& block, std::size_t begin, std::size_t end) {
    while (begin < end) {
        const auto unit_end = (number(block.base + begin) / kUnit + 1) * kUnit - number(block.base);
        const auto next = std::min<std::size_t>(end, unit_end);
        pay(block, begin, next);
        begin = next;
    }
}

void Memory::pay(Allocation& block, std::size_t begin, std::size_t end) {
    auto& extents = block.extents;
    const auto bytes = end - begin;
    extents.split(begin);
    extents.split(end);
    const auto paid = [&] {
        for (auto i = extents.index_at(begin); i < extents.count() && extents[i].begin < end; ++i) {
            extents[i].held = extents[i].due;
            extents[i].provider = nullptr;
        }
    };
    if (block.debtors.empty()) {
        protect(block.base + begin, bytes, PROT_READ | PROT_WRITE);
        for (auto i = extents.index_at(begin); i < extents.count() && extents[i].begin < end; ++i)
            if (extents[i].owed())
                read(block, extents[i].begin, extents.end_of(i) - extents[i].begin,
                     block.base + extents[i].begin);
        paid();
    } else {
        // A debtor's payment may need what this one overwrites, even in a circle.
        const auto kept = std::make_unique_for_overwrite<char[]>(bytes);
        read(block, begin, bytes, kept.get());
        paid();  // so that settling does not come back here
        settle(block, begin, end);
        protect(block.base + begin, bytes, PROT_READ | PROT_WRITE);
        std::memcpy(block.base + begin, kept.get(), bytes);
    }
    set_guard(block, begin, end, resting(block));
    extents.merge(begin, end);
}

// Pays all debts that are provided for from these pages, which are about to change.
void Memory::settle(Allocation& block, std::size_t begin, std::size_t end) {
    if (block.debtors.empty()) return;
    const char* first = block.base + begin;
    const char* last = block.base + end;
    for (std::size_t d = 0; d < block.debtors.size(); ++d) {
        auto& debtor = *block.debtors[d];
        for (std::size_t at = 0; at < debtor.bytes;) {
            const auto i = debtor.extents.index_at(at);
            const auto extent = debtor.extents[i];
            const auto next = debtor.extents.end_of(i);
            const auto length = next - extent.begin;
            at = next;
            if (!extent.owed() || extent.provider == nullptr) continue;
            const auto* from = std::max(first, extent.provider);
            const auto* to = std::min(last, extent.provider + length);
            if (from >= to) continue;
            const auto place = extent.begin + static_cast<std::size_t>(from - extent.provider);
            materialise(debtor, place, place + static_cast<std::size_t>(to - from));
        }
    }
}

}  // namespace hopbench::sim

// Memory of the simulated GPUs and pinned host memory, and the bytes in it. Bytes move late: what a
// large copy or fill leaves behind is owed until somebody looks, and contents that are there
// already are not written again. Owed pages are closed, so whoever looks, device code or host code,
// meets a fault and fault() pays. See contents.cpp for copies, identities.cpp for what is known
// about bytes, debts.cpp for payment, pages.cpp for guards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "tests/sim/engine/engine_mutex.hpp"
#include "tests/sim/engine/extent_map.hpp"
#include "tests/sim/engine/windows.hpp"

namespace hopbench::sim {

struct Allocation {
    char* base = nullptr;
    std::size_t bytes = 0;
    std::size_t reserved = 0;
    unsigned flags = 0;  // of cudaHostAlloc
    int device = 0;      // current when it was made
    bool host = false;   // the program writes there unseen
    bool lazy = false;   // its pages may be closed
    ExtentMap extents;
    std::vector<Allocation*> debtors;    // hold extents that are provided for from here
    std::vector<Allocation*> providers;  // and the reverse
};

class Memory {
  public:
    // Copies and fills from this size on are owed; smaller ones cost less than a page fault.
    static constexpr std::size_t kLazyBytes = std::size_t{256} << 10U;
    static constexpr std::size_t kPage = 4096;

    // Reserves the address windows. Throws std::runtime_error when the addresses are taken. mutex:
    // the lock of whoever calls, taken by faults of threads that do not hold it; none without one.
    explicit Memory(EngineMutex* mutex = nullptr);
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    // The one of this process, if any.
    [[nodiscard]] static Memory* current() { return current_; }

    // bytes > 0. Nothing when the window is full or the system has no memory. resident: pages exist
    // at once.
    Allocation* allocate(int window, std::size_t bytes, bool resident);
    void release(Allocation& allocation);

    // Host memory that the program has mapped itself becomes known to the devices, until release().
    // Nothing when a part of it is known already. owned: no other process can write there.
    Allocation* adopt(void* base, std::size_t bytes, bool owned = true);
    // The adopted block that holds all of [address, address + bytes), or nothing.
    Allocation* find_registered(const void* address, std::size_t bytes);

    // The program gives up [begin, begin + bytes): releases what was adopted there.
    void disown(const void* begin, std::size_t bytes);
    [[nodiscard]] bool has_registered() const { return !registered_.empty(); }

    // The live allocation that holds all of [address, address + bytes), or nothing.
    Allocation* find(const void* address, std::size_t bytes) {
        const int window = window_of(address);
        if (window == kNoWindow) return find_registered(address, bytes);
        auto* last = last_[static_cast<std::size_t>(window)];
        const auto* p = static_cast<const char*>(address);
        if (last != nullptr && p >= last->base && bytes <= last->bytes &&
            static_cast<std::size_t>(p - last->base) <= last->bytes - bytes)
            return last;
        return find_slowly(window, p, bytes);
    }
    // Calls visit(const Allocation&) for the live allocations of a window, by address.
    template <typename Visit>
    void for_each(int window, Visit&& visit) const {
        for (const auto& [base, allocation] : allocations_[static_cast<std::size_t>(window)])
            visit(allocation);
    }
    // Bytes reserved in a window.
    [[nodiscard]] std::size_t used(int window) const {
        return used_.at(static_cast<std::size_t>(window));
    }

    // --- bytes ---
    // What an ended copy has done. False when an end inside the windows is not allocated.
    bool copy(void* dst, const void* src, std::size_t bytes);
    bool fill(void* dst, int value, std::size_t bytes);
    // Something else than copy or fill has written there.
    void note_write(const void* address, std::size_t bytes);
    // A kernel has run. dirty: one byte per 2 MiB chunk of all windows, cleared. Appends what those
    // chunks now hold; false when a part may change unseen.
    bool note_kernel_writes(int window, unsigned char* dirty,
                            std::vector<ContentRun>* runs = nullptr);
    // All of it is about to be written by plain stores: what is owed there need not be paid.
    // note_write() when that is done.
    void prepare_overwrite(void* address, std::size_t bytes);

    // --- contents ---
    // Appends what [address, address + bytes) of one block holds. False when it may change unseen.
    bool contents(const void* address, std::size_t bytes, std::vector<ContentRun>& runs);
    // The same for a window's marked chunks (see note_kernel_writes), which are cleared. False,
    // too, when one of them is marked in except.
    bool marked_contents(int window, unsigned char* marks, const unsigned char* except,
                         std::vector<ContentRun>& runs);
    // Whether all of them are still so.
    bool holds(std::span<const ContentRun> runs);
    // Makes them so again where the pages have not been written since. False, and nothing is done,
    // when some have.
    bool restore(std::span<const ContentRun> runs);

    // A thread has touched a page it cannot. True when it was closed and now is not: the access can
    // be repeated. Takes the lock if this thread does not hold it.
    bool fault(void* address, bool write);

  private:
    using Allocations = std::map<const char*, Allocation>;
    struct Piece {
        std::size_t bytes;
        Content content;
        const char* from;
    };
    struct LazyPart {
        std::size_t first = 0;
        std::size_t bytes = 0;
    };
    class Peek;

    void set_up(Allocation& allocation, Content content, bool lazy);
    Allocation* find_slowly(int window, const char* address, std::size_t bytes);
    template <typename Visit>
    void for_marked(int window, unsigned char* marks, Visit&& visit);

    static std::size_t offset_of(const Allocation& block, const void* address) {
        return static_cast<std::size_t>(static_cast<const char*>(address) - block.base);
    }
    Content fresh(const char* at) { return {++versions_, at}; }
    static Piece next_piece(Allocation& from, std::size_t offset, std::size_t bytes);
    static LazyPart lazy_part(const Allocation& to, std::size_t offset, const Piece& piece);
    std::size_t put(Allocation& to, std::size_t offset, Piece piece);
    void snapshot(Allocation& block, std::size_t begin, std::size_t end);
    static bool matches(Allocation& block, std::size_t offset, std::size_t bytes, Content content);
    void write_now(Allocation& to, std::size_t offset, const Piece& piece);
    void write_raw(Allocation& to, std::size_t offset, const char* from, std::size_t bytes);
    void read(Allocation& block, std::size_t offset, std::size_t bytes, char* out);
    void renew(Allocation& block, std::size_t begin, std::size_t end);

    static void unify(ExtentMap& extents, const char* base, std::size_t begin, std::size_t end);
    static std::pair<std::size_t, std::size_t> unit_at(Allocation& block, std::size_t offset);
    void owe(Allocation& block, std::size_t begin, std::size_t end, const Piece& piece);
    void materialise(Allocation& block, std::size_t begin, std::size_t end);
    void pay(Allocation& block, std::size_t begin, std::size_t end);
    void settle(Allocation& block, std::size_t begin, std::size_t end);
    void open(Allocation& block, std::size_t begin, std::size_t end, bool keep);
    void open_units(Allocation& block, std::size_t begin, std::size_t end);
    void provide(const char* from, std::size_t bytes, Allocation& debtor);
    static void forget(Allocation& block);
    static void set_guard(Allocation& block, std::size_t begin, std::size_t end, Guard guard);

    static inline Memory* current_ = nullptr;
    EngineMutex* mutex_;
    std::array<Allocations, kWindows> allocations_;
    Allocations registered_;
    std::array<Allocation*, kWindows> last_{};
    std::array<std::size_t, kWindows> next_{};
    std::array<std::size_t, kWindows> used_{};
    struct FreeBlock {
        char* base;
        bool untouched;  // never written by any owner: all zero
    };
    std::array<std::multimap<std::size_t, FreeBlock>, kWindows> free_;  // by size
    std::uint64_t versions_ = Content::kFills;
};

}  // namespace hopbench::sim

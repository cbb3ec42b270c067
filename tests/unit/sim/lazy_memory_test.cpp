// Memory that moves bytes late against memory that moves them at once: whatever the order of
// copies, fills, stores and looks, every byte is the same.
#include <sys/mman.h>

#include <cstring>
#include <random>
#include <vector>

#include "tests/sim/engine/memory.hpp"
#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

constexpr std::size_t kMost = std::size_t{5} << 20U;

// A block and what its bytes must be.
struct Twin {
    enum class Kind { kGpu, kPinned, kRegistered, kPageable };
    Kind kind = Kind::kGpu;
    int window = 0;
    Allocation* block = nullptr;
    char* base = nullptr;
    std::vector<char> expected;

    [[nodiscard]] bool is_host() const { return kind != Kind::kGpu; }
};

// What a range was called once, and the bytes it had then.
struct Named {
    std::size_t twin;
    std::size_t offset;
    std::vector<ContentRun> runs;
    std::vector<char> bytes;
};

class LazyMemory : public testing::TestWithParam<unsigned> {
  protected:
    LazyMemory() {
        add(Twin::Kind::kGpu, 0, kMost);
        add(Twin::Kind::kGpu, 0, kMost - 12345);
        add(Twin::Kind::kGpu, 1, kMost);
        add(Twin::Kind::kGpu, 1, 3000);
        add(Twin::Kind::kPinned, kGpuWindows, kMost);
        add(Twin::Kind::kPinned, kGpuWindows + 1, 20000);
        add(Twin::Kind::kRegistered, kNoWindow, kMost);
        add(Twin::Kind::kPageable, kNoWindow, kMost);
    }
    ~LazyMemory() override {
        for (auto& twin : twins) drop(twin);
    }

    void add(Twin::Kind kind, int window, std::size_t bytes) {
        auto& twin = twins.emplace_back();
        twin.kind = kind;
        twin.window = window;
        twin.expected.resize(bytes);
        make(twin);
    }
    void make(Twin& twin) {
        const auto bytes = twin.expected.size();
        if (twin.window != kNoWindow) {
            twin.block = memory.allocate(twin.window, bytes, twin.is_host());
            twin.base = twin.block->base;
        } else {
            twin.base = static_cast<char*>(
                mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
            // Not at the start of a page: the block's edges are the program's business too.
            if (twin.kind == Twin::Kind::kRegistered)
                twin.block = memory.adopt(twin.base + 100, bytes - 100);
        }
        ASSERT_TRUE(memory.copy(twin.expected.data(), twin.base, 0));
        std::memcpy(twin.expected.data(), twin.base, bytes);
    }
    void drop(Twin& twin) {
        if (twin.block != nullptr) memory.release(*twin.block);
        if (twin.window == kNoWindow) {
            check(twin, 0, twin.expected.size());
            munmap(twin.base, kMost);
        }
        twin.block = nullptr;
    }
    void check(const Twin& twin, std::size_t offset, std::size_t bytes) {
        ASSERT_EQ(std::memcmp(twin.base + offset, twin.expected.data() + offset, bytes), 0)
            << "window " << twin.window << " offset " << offset << " bytes " << bytes;
    }

    std::size_t below(std::size_t limit) {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(draws);
    }
    bool chance(unsigned percent) { return below(100) < percent; }
    std::size_t size_up_to(std::size_t most) {
        std::size_t size = 0;
        switch (below(4)) {
            case 0:
                size = 1 + below(5000);
                break;
            case 1:
                size = 4096 * (1 + below(64));
                break;
            default:
                size = (std::size_t{1} << (18 + below(4))) + (chance(30) ? below(9000) : 0);
        }
        return std::min(size, most);
    }
    std::size_t place(std::size_t room) {
        const auto at = below(room + 1);
        return chance(70) ? at / 4096 * 4096 : at;
    }

    void copy() {
        auto& to = twins[below(twins.size())];
        auto& from = twins[below(twins.size())];
        const auto bytes = size_up_to(std::min(to.expected.size(), from.expected.size()));
        const auto t = place(to.expected.size() - bytes);
        auto f = place(from.expected.size() - bytes);
        if (chance(30) && f + bytes < to.expected.size())
            f = std::min(t, from.expected.size() - bytes);
        // The registered block begins a little later than its memory; before it is pageable.
        if (crosses_edge(to, t, bytes) || crosses_edge(from, f, bytes)) return;
        ASSERT_TRUE(memory.copy(to.base + t, from.base + f, bytes));
        std::memmove(to.expected.data() + t, from.expected.data() + f, bytes);
    }
    static bool crosses_edge(const Twin& twin, std::size_t at, std::size_t bytes) {
        return twin.kind == Twin::Kind::kRegistered && at < 100 && at + bytes > 100;
    }
    void fill() {
        auto& to = twins[below(twins.size())];
        const auto bytes = size_up_to(to.expected.size());
        const auto t = place(to.expected.size() - bytes);
        if (crosses_edge(to, t, bytes)) return;
        const int value = static_cast<int>(below(3)) * 77;
        ASSERT_TRUE(memory.fill(to.base + t, value, bytes));
        std::memset(to.expected.data() + t, value, bytes);
    }
    // Plain stores: of the program into its memory, of kernels and other device code elsewhere.
    void store() {
        auto& to = twins[below(twins.size())];
        const auto bytes = chance(50) ? 1 + below(std::min<std::size_t>(64, to.expected.size()))
                                      : size_up_to(to.expected.size());
        const auto t = place(to.expected.size() - bytes);
        const auto value = static_cast<char>(below(256));
        if (chance(30)) memory.prepare_overwrite(to.base + t, bytes);
        std::memset(to.base + t, value, bytes);
        std::memset(to.expected.data() + t, value, bytes);
        if (to.is_host()) return;
        if (chance(50)) return memory.note_write(to.base + t, bytes);
        static unsigned char marks[(kWindowSpan >> kChunkShift) + 1];
        const auto first = window_offset(to.base + t) >> kChunkShift;
        const auto last = window_offset(to.base + t + bytes - 1) >> kChunkShift;
        std::memset(marks + first, 1, last - first + 1);
        memory.note_kernel_writes(to.window, marks);
        EXPECT_EQ(std::count(marks + first, marks + last + 1, 0),
                  static_cast<std::ptrdiff_t>(last - first + 1));
    }
    void look() {
        const auto& twin = twins[below(twins.size())];
        const auto bytes = size_up_to(twin.expected.size());
        check(twin, place(twin.expected.size() - bytes), bytes);
    }
    void name() {
        const auto t = below(twins.size());
        const auto& twin = twins[t];
        const auto bytes = size_up_to(twin.expected.size());
        const auto at = place(twin.expected.size() - bytes);
        Named named{t, at, {}, {}};
        if (crosses_edge(twin, at, bytes) || !memory.contents(twin.base + at, bytes, named.runs))
            return;
        const auto* from = twin.expected.data() + at;
        named.bytes.assign(from, from + bytes);
        names.push_back(std::move(named));
    }
    // What still bears its name has its bytes; what is given its name back gets them back.
    void recall() {
        if (names.empty()) return;
        const auto& named = names[below(names.size())];
        auto& twin = twins[named.twin];
        const auto same = [&] {
            return std::equal(named.bytes.begin(), named.bytes.end(),
                              twin.expected.begin() + static_cast<std::ptrdiff_t>(named.offset));
        };
        if (memory.holds(named.runs)) {
            ++recognised;
            EXPECT_TRUE(same());
        } else if (memory.restore(named.runs)) {
            ++restored;
            std::copy(named.bytes.begin(), named.bytes.end(),
                      twin.expected.begin() + static_cast<std::ptrdiff_t>(named.offset));
            EXPECT_TRUE(memory.holds(named.runs));
        }
    }
    void replace() {
        auto& twin = twins[below(twins.size())];
        drop(twin);
        make(twin);
    }

    Memory memory;
    std::mt19937_64 draws{GetParam()};
    std::vector<Twin> twins;
    std::vector<Named> names;
    int recognised = 0;
    int restored = 0;
};

TEST_P(LazyMemory, HoldsTheBytesThatEagerMemoryHolds) {
    for (int step = 0; step < 400 && !HasFatalFailure(); ++step) {
        const auto what = below(100);
        if (what < 45) {
            copy();
        } else if (what < 60) {
            fill();
        } else if (what < 75) {
            store();
        } else if (what < 82) {
            look();
        } else if (what < 90) {
            name();
        } else if (what < 99) {
            recall();
        } else {
            replace();
        }
    }
    for (const auto& twin : twins) check(twin, 0, twin.expected.size());
    EXPECT_GT(recognised, 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LazyMemory, testing::Range(1U, 41U));

}  // namespace
}  // namespace hopbench::sim

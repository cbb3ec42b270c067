// What bytes are, without looking at them: contents with an identity, and the parts of a block by
// what they hold.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hopbench::sim {

// "The bytes that stood at `at` when they were version `id`": equal contents mean equal bytes. A
// version is of a range of addresses, so a content continues with the addresses.
struct Content {
    static constexpr std::uint64_t kUnknown = 0;  // may change at any time
    static constexpr std::uint64_t kFills = 256;  // 1…256: every byte is id − 1

    std::uint64_t id = kUnknown;
    const char* at = nullptr;  // of versions only

    static Content fill(int value) { return {1U + (static_cast<unsigned>(value) & 0xffU)}; }
    [[nodiscard]] bool known() const { return id != kUnknown; }
    [[nodiscard]] bool is_fill() const { return known() && id <= kFills; }
    [[nodiscard]] int fill_value() const { return static_cast<int>(id - 1); }
    [[nodiscard]] Content after(std::size_t bytes) const {
        return {id, at == nullptr ? nullptr : at + bytes};
    }
    bool operator==(const Content&) const = default;
};

// How pages are kept: unknown writers and readers meet a fault where that matters.
enum class Guard : std::uint8_t { kOpen, kReadOnly, kClosed };

// A part of a block, up to where the next one begins.
struct Extent {
    std::size_t begin = 0;
    Content due;   // what whoever reads must find
    Content held;  // what the pages hold
    // Where due is held when it is not here; nothing for fills.
    const char* provider = nullptr;
    Guard guard = Guard::kOpen;

    [[nodiscard]] bool owed() const { return due != held; }
};

// bytes from address on have that content.
struct ContentRun {
    const char* address = nullptr;
    std::size_t bytes = 0;
    Content content;
};

}  // namespace hopbench::sim

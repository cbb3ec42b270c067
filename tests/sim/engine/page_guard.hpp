// Protection of pages, for Memory's own files.
#pragma once

#include <sys/mman.h>

#include <stdexcept>

#include "tests/sim/engine/memory.hpp"

namespace hopbench::sim {

// Debts are paid in units of this, aligned: a fault costs as much as some hundred KiB.
inline constexpr std::uintptr_t kUnit = std::uintptr_t{1} << kChunkShift;

inline std::uintptr_t number(const char* address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

inline void protect(char* begin, std::size_t bytes, int how) {
    if (bytes > 0 && mprotect(begin, bytes, how) != 0)
        throw std::runtime_error("too many memory areas for the simulated machine's contents");
}

inline int protection(Guard guard) {
    switch (guard) {
        case Guard::kOpen:
            return PROT_READ | PROT_WRITE;
        case Guard::kReadOnly:
            return PROT_READ;
        case Guard::kClosed:
            return PROT_NONE;
    }
    return PROT_NONE;
}

// Pages that nobody owes anything: host code writes unseen, so there its writes meet a fault.
inline Guard resting(const Allocation& block) {
    return block.host ? Guard::kReadOnly : Guard::kOpen;
}

}  // namespace hopbench::sim

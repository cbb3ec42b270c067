// What the program has mapped at an address.
#pragma once

#include <cstddef>

namespace hopbench::sim {

enum class HostMapping {
    kNone,    // nothing at some page of the range
    kShared,  // other processes, or files, may change it
    kOwn,     // private and anonymous, readable and writable: only this process writes there
};

// Of all pages of [address, address + bytes).
HostMapping host_mapping(const void* address, std::size_t bytes);

}  // namespace hopbench::sim

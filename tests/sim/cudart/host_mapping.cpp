#include "tests/sim/cudart/host_mapping.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

namespace hopbench::sim {

// By /proc/self/maps: begin-end rwxp offset device inode, in ascending order.
HostMapping host_mapping(const void* address, std::size_t bytes) {
    auto at = reinterpret_cast<std::uintptr_t>(address);
    const auto end = at + bytes;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> maps(std::fopen("/proc/self/maps", "re"),
                                                               std::fclose);
    if (maps == nullptr) return HostMapping::kNone;
    bool own = true;
    char line[512];
    while (at < end && std::fgets(line, sizeof line, maps.get()) != nullptr) {
        unsigned long first = 0;
        unsigned long last = 0;
        unsigned long inode = 0;
        char rights[5] = "";
        if (std::sscanf(line, "%lx-%lx %4s %*s %*s %lu", &first, &last, rights, &inode) != 4)
            continue;  // the rest of a long line
        if (last <= at) continue;
        if (first > at) return HostMapping::kNone;
        own = own && inode == 0 && std::strncmp(rights, "rw", 2) == 0 && rights[3] == 'p';
        at = last;
    }
    if (at < end) return HostMapping::kNone;
    return own ? HostMapping::kOwn : HostMapping::kShared;
}

}  // namespace hopbench::sim

#include "bench/common/host_arena.hpp"

#include <algorithm>
#include <span>

#include "kernels/pattern.hpp"

namespace hopbench {

unsigned char* HostArena::reserve(std::uint64_t bytes) {
    if (region_ && bytes <= region_->size()) return region_->data();
    // Twice as much, so that it seldom grows again; pinned memory is dear, so not far beyond.
    constexpr std::uint64_t most_spare = std::uint64_t{128} << 20;
    const std::uint64_t spare =
        region_ ? std::min<std::uint64_t>(2 * region_->size(), most_spare) : 0;
    region_.reset();  // before the new one: the two together may not fit
    filled_ = 0;
    region_.emplace(std::max(bytes, spare), node_);
    return region_->data();
}

unsigned char* HostArena::filled(std::uint64_t bytes, std::uint64_t key) {
    unsigned char* data = reserve(bytes);
    if (key != key_) filled_ = 0;
    key_ = key;
    if (bytes > filled_) {
        const std::uint64_t begin = filled_ / 16 * 16;
        write_pattern(std::span(data + begin, bytes - begin), begin, key);
        filled_ = bytes;
    }
    return data;
}

}  // namespace hopbench

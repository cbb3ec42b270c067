#include "bench/common/arena.hpp"

#include <algorithm>

#include "kernels/pattern.hpp"

namespace hopbench {

unsigned char* Arena::reserve(std::uint64_t bytes) {
    if (!buffer_ || bytes > capacity_) {
        constexpr std::uint64_t page = DeviceBuffer::alignment;
        // Twice as much, so that it seldom grows again; but no case is refused for the spare.
        constexpr std::uint64_t most_spare = std::uint64_t{1} << 30;
        const std::uint64_t spare = std::min(2 * capacity_, most_spare);
        const std::uint64_t wanted = (std::max(bytes, spare) + page - 1) / page * page;
        buffer_.reset();  // before the new one: the two together may not fit
        capacity_ = filled_ = 0;
        buffer_.emplace(wanted);
        capacity_ = wanted;
    }
    return buffer_->data();
}

unsigned char* Arena::filled(const Stream& stream, std::uint64_t bytes, std::uint64_t key) {
    unsigned char* data = reserve(bytes);
    if (key != key_) filled_ = 0;
    key_ = key;
    const std::uint64_t end = (bytes + 15) / 16 * 16;
    if (end > filled_) {
        launch_pattern_fill(stream, data, filled_, end - filled_, key);
        filled_ = end;
    }
    return data;
}

}  // namespace hopbench

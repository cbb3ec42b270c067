#include "tests/sim/nccl/work.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hopbench::sim::nccl {
namespace {

std::uint64_t word_of(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

std::size_t index(int rank) {
    return static_cast<std::size_t>(rank);
}

bool reduces(CollectiveKind kind) {
    return kind != CollectiveKind::all_gather && kind != CollectiveKind::broadcast;
}

}  // namespace

std::size_t sent_bytes(const Shape& shape, int ranks, int rank) {
    const auto bytes = shape.count * bytes_of(shape.type);
    if (shape.kind == CollectiveKind::reduce_scatter) return bytes * index(ranks);
    if (shape.kind == CollectiveKind::broadcast && rank != shape.root) return 0;
    return bytes;
}

std::size_t received_bytes(const Shape& shape, int ranks, int rank) {
    const auto bytes = shape.count * bytes_of(shape.type);
    if (shape.kind == CollectiveKind::all_gather) return bytes * index(ranks);
    if (shape.kind == CollectiveKind::reduce && rank != shape.root) return 0;
    return bytes;
}

std::size_t message_bytes(const Shape& shape, int ranks) {
    return std::max(sent_bytes(shape, ranks, shape.root), received_bytes(shape, ranks, shape.root));
}

std::uint64_t Outcomes::number_of(const Key& key, Memory& memory) {
    constexpr std::size_t kMost = 4096;
    if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
    if (numbers_.size() >= kMost) numbers_.clear();
    return numbers_[key] = memory.new_outcome();
}

Work::Work(std::shared_ptr<const Ring> ring, const Shape& shape)
    : Collective(ring->ranks), ring_(std::move(ring)), shape_(shape), parts_(index(ring_->ranks)) {}

std::optional<Picoseconds> Work::duration() {
    if (ring_->hangs) return std::nullopt;
    return to_ps(ring_->time.duration_ns(shape_.kind, message_bytes(shape_, ring_->ranks)));
}

bool Work::apply(Memory& memory) {
    if (!reachable(memory)) return false;
    const bool skippable = holds_still(memory);
    const auto outcome = skippable ? ring_->outcomes->number_of(key(memory), memory) : 0;
    std::vector<int> receivers;
    for (int rank = 0; rank < ring_->ranks; ++rank) {
        const auto bytes = received_bytes(shape_, ring_->ranks, rank);
        if (bytes > 0 &&
            !(skippable && memory.holds_outcome(parts_[index(rank)].recv, bytes, outcome)))
            receivers.push_back(rank);
    }
    if (receivers.empty()) return true;
    compute(receivers);
    for (const int rank : receivers) {
        auto* to = parts_[index(rank)].recv;
        const auto bytes = received_bytes(shape_, ring_->ranks, rank);
        if (ring_->corrupts[index(rank)]) corrupt(rank);
        if (skippable) {
            memory.note_outcome(to, bytes, outcome);
        } else {
            memory.note_write(to, bytes);
        }
    }
    return true;
}

bool Work::reachable(Memory& memory) const {
    for (int rank = 0; rank < ring_->ranks; ++rank) {
        const auto& part = parts_[index(rank)];
        const auto sent = sent_bytes(shape_, ring_->ranks, rank);
        const auto received = received_bytes(shape_, ring_->ranks, rank);
        if ((sent > 0 && memory.find(part.send, sent) == nullptr) ||
            (received > 0 && memory.find(part.recv, received) == nullptr))
            return false;
    }
    return true;
}

// Only GPU memory cannot be written behind the simulator's back.
bool Work::holds_still(Memory& memory) const {
    (void)memory;
    for (int rank = 0; rank < ring_->ranks; ++rank) {
        const auto& part = parts_[index(rank)];
        if ((sent_bytes(shape_, ring_->ranks, rank) > 0 && !is_gpu_window(window_of(part.send))) ||
            (received_bytes(shape_, ring_->ranks, rank) > 0 &&
             !is_gpu_window(window_of(part.recv))) ||
            part.factor_address != nullptr)
            return false;
    }
    return true;
}

Outcomes::Key Work::key(Memory& memory) const {
    Outcomes::Key words{static_cast<std::uint64_t>(shape_.kind), shape_.count,
                        static_cast<std::uint64_t>(shape_.type),
                        static_cast<std::uint64_t>(shape_.op),
                        static_cast<std::uint64_t>(shape_.root)};
    words.reserve(words.size() + 3 * parts_.size());
    for (int rank = 0; rank < ring_->ranks; ++rank) {
        const auto bytes = sent_bytes(shape_, ring_->ranks, rank);
        if (bytes == 0) continue;
        const auto& part = parts_[index(rank)];
        words.push_back(word_of(part.send));
        words.push_back(memory.find(part.send, bytes)->version);
        if (shape_.op == ncclNumOps) words.push_back(std::bit_cast<std::uint64_t>(part.factor));
    }
    return words;
}

Reduction Work::reduction() const {
    Reduction result{.type = shape_.type, .op = shape_.op};
    if (shape_.op != ncclNumOps) return result;
    for (const auto& part : parts_) {
        auto factor = part.factor;
        if (part.factor_address != nullptr)
            std::memcpy(factor.data(), part.factor_address, bytes_of(shape_.type));
        result.scalars.push_back(factor);
    }
    return result;
}

void Work::compute(const std::vector<int>& receivers) const {
    if (!reduces(shape_.kind)) {
        for (const int rank : receivers) gather_into(rank);
    } else if (shape_.kind == CollectiveKind::reduce_scatter) {
        for (const int rank : receivers) reduce_into({rank}, shape_.count * index(rank));
    } else {
        reduce_into(receivers, 0);
    }
}

void Work::reduce_into(const std::vector<int>& receivers, std::size_t first_element) const {
    std::vector<const void*> inputs;
    std::vector<void*> outputs;
    for (const auto& part : parts_)
        inputs.push_back(static_cast<const char*>(part.send) +
                         first_element * bytes_of(shape_.type));
    for (const int rank : receivers) outputs.push_back(parts_[index(rank)].recv);
    reduce(reduction(), inputs, outputs, shape_.count);
}

void Work::gather_into(int rank) const {
    const auto bytes = shape_.count * bytes_of(shape_.type);
    auto* to = static_cast<char*>(parts_[index(rank)].recv);
    if (shape_.kind == CollectiveKind::broadcast) {
        std::memmove(to, parts_[index(shape_.root)].send, bytes);
        return;
    }
    for (const auto& part : parts_) {
        std::memmove(to, part.send, bytes);
        to += bytes;
    }
}

// Flips a bit that changes any number by more than rounding does: in the middle element's last
// byte, where its sign or exponent is.
void Work::corrupt(int rank) const {
    const auto size = bytes_of(shape_.type);
    const auto elements = received_bytes(shape_, ring_->ranks, rank) / size;
    auto* bytes = static_cast<unsigned char*>(parts_[index(rank)].recv);
    bytes[elements / 2 * size + size - 1] ^= 0x40U;
}

}  // namespace hopbench::sim::nccl

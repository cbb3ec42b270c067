#include "tests/sim/nccl/work.hpp"

#include <algorithm>
#include <array>
#include <bit>
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

const char* Outcomes::find(const Key& key, Memory& memory) {
    const auto known = places_.find(key);
    if (known == places_.end()) return nullptr;
    const auto& place = known->second;
    return memory.holds(place) || memory.restore(place) ? place.front().address : nullptr;
}

void Outcomes::remember(const Key& key, const void* address, std::size_t bytes, Memory& memory) {
    constexpr std::size_t kMost = 4096;
    if (places_.size() >= kMost) places_.clear();
    std::vector<ContentRun> place;
    if (memory.contents(address, bytes, place)) places_[key] = std::move(place);
}

Work::Work(std::shared_ptr<const Ring> ring, const Shape& shape)
    : Collective(ring->ranks), ring_(std::move(ring)), shape_(shape), parts_(index(ring_->ranks)) {}

std::optional<Picoseconds> Work::duration() {
    if (ring_->hangs) return std::nullopt;
    return to_ps(ring_->time.duration_ns(shape_.kind, message_bytes(shape_, ring_->ranks)));
}

bool Work::apply(Memory& memory) {
    if (!reachable(memory)) return false;
    std::vector<int> receivers;
    for (int rank = 0; rank < ring_->ranks; ++rank)
        if (received_bytes(shape_, ring_->ranks, rank) > 0) receivers.push_back(rank);
    switch (shape_.kind) {
        case CollectiveKind::all_reduce:
        case CollectiveKind::reduce:
            reduce_parts(memory, receivers, 0);
            break;
        case CollectiveKind::reduce_scatter:
            for (const int rank : receivers)
                reduce_parts(memory, {rank}, shape_.count * index(rank));
            break;
        case CollectiveKind::all_gather:
        case CollectiveKind::broadcast:
            for (const int rank : receivers) gather_into(memory, rank);
            break;
    }
    for (const int rank : receivers)
        if (ring_->corrupts[index(rank)]) corrupt(memory, rank);
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

// Nothing when an input may change unseen. first: the first element that is reduced.
std::optional<Outcomes::Key> Work::key(Memory& memory, std::size_t first) const {
    Outcomes::Key words{shape_.count, static_cast<std::uint64_t>(shape_.type),
                        static_cast<std::uint64_t>(shape_.op)};
    const auto size = bytes_of(shape_.type);
    std::vector<ContentRun> runs;
    for (const auto& part : parts_) {
        if (part.factor_address != nullptr ||
            !memory.contents(static_cast<const char*>(part.send) + first * size,
                             shape_.count * size, runs))
            return std::nullopt;
        if (shape_.op == ncclNumOps) words.push_back(std::bit_cast<std::uint64_t>(part.factor));
    }
    for (const auto& run : runs) {
        words.push_back(run.bytes);
        words.push_back(run.content.id);
        words.push_back(word_of(run.content.at));
    }
    return words;
}

// The receivers get the same. It is computed for the first of them, unless it lies somewhere
// already.
void Work::reduce_parts(Memory& memory, const std::vector<int>& receivers,
                        std::size_t first) const {
    const auto bytes = shape_.count * bytes_of(shape_.type);
    const auto outcome = key(memory, first);
    const auto* place = outcome ? ring_->outcomes->find(*outcome, memory) : nullptr;
    if (place == nullptr) {
        compute(memory, receivers.front(), first);
        const auto* computed = static_cast<const char*>(parts_[index(receivers.front())].recv);
        if (outcome) ring_->outcomes->remember(*outcome, computed, bytes, memory);
        place = computed;
    }
    for (const int rank : receivers)
        if (auto* to = parts_[index(rank)].recv; to != place) memory.copy(to, place, bytes);
}

void Work::compute(Memory& memory, int receiver, std::size_t first) const {
    const auto bytes = shape_.count * bytes_of(shape_.type);
    std::vector<const void*> inputs;
    auto* to = static_cast<char*>(parts_[index(receiver)].recv);
    bool in_place = false;
    for (const auto& part : parts_) {
        const auto* from = static_cast<const char*>(part.send) + first * bytes_of(shape_.type);
        in_place |= from < to + bytes && to < from + bytes;
        inputs.push_back(from);
    }
    if (!in_place) memory.prepare_overwrite(to, bytes);
    std::array<void*, 1> outputs{to};
    reduce(reduction(), inputs, outputs, shape_.count);
    memory.note_write(to, bytes);
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

void Work::gather_into(Memory& memory, int rank) const {
    const auto bytes = shape_.count * bytes_of(shape_.type);
    auto* to = static_cast<char*>(parts_[index(rank)].recv);
    if (shape_.kind == CollectiveKind::broadcast) {
        const auto* from = parts_[index(shape_.root)].send;
        if (to != from) memory.copy(to, from, bytes);
        return;
    }
    for (const auto& part : parts_) {
        if (to != part.send) memory.copy(to, part.send, bytes);
        to += bytes;
    }
}

// Flips a bit that changes any number by more than rounding does: in the middle element's last
// byte, where its sign or exponent is.
void Work::corrupt(Memory& memory, int rank) const {
    const auto size = bytes_of(shape_.type);
    const auto elements = received_bytes(shape_, ring_->ranks, rank) / size;
    auto* last =
        static_cast<unsigned char*>(parts_[index(rank)].recv) + elements / 2 * size + size - 1;
    *last ^= 0x40U;
    memory.note_write(last, 1);
}

}  // namespace hopbench::sim::nccl

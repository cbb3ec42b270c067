#pragma once
#include <array>
#include <cstdint>

#include "bench/common/case_definition.hpp"
#include "bench/common/host_arena.hpp"
#include "bench/common/operations.hpp"
#include "bench/common/owner_check.hpp"

namespace hopbench {

/// Transfers from one GPU to another through a ring of slots in pinned host memory, as operations.
/// The source's stream copies chunk after chunk into the slots, the destination's out of them; an
/// event a slot and side keeps a chunk from being read before it is there, and a slot from being
/// written before it is empty. The destination times: its last copy ends the transfer. The ring
/// goes on from one transfer of a window to the next.
class Ring final : public Operations {
  public:
    static constexpr std::size_t depth = 4;
    static constexpr std::uint64_t chunk_bytes = std::uint64_t{1} << 20;

    /// The GPUs that the case names, and slots on its node. Throws CudaError; Error when the case
    /// does not name two GPUs and bytes.
    explicit Ring(CaseContext& context);

    [[nodiscard]] PreparedDevice& timing_device() const noexcept override { return *destination_; }
    void reserve(std::uint32_t count) override;
    void begin() override;
    void enqueue(std::uint32_t index) override;
    [[nodiscard]] int calls_each() const noexcept override;

    [[nodiscard]] const SliceLayout& slices() const noexcept { return slices_; }
    [[nodiscard]] const HostRegion& region() const { return host_->region(); }
    /// The destination's check of all slices.
    [[nodiscard]] OwnerCheck owner_check() const noexcept {
        return {*destination_, destination_data_, slices_,
                key_,          source_->index,    destination_->index};
    }

  private:
    /// Events of one slot: its content is there, and it has been copied out.
    struct Slot {
        Event filled;
        Event emptied;
    };
    static Slot make_slot(int source, int destination);
    void pass_chunk(std::uint64_t offset, std::uint64_t bytes);

    PreparedDevice* source_;
    PreparedDevice* destination_;
    HostArena* host_;
    std::uint64_t key_;
    SliceLayout slices_;
    std::array<Slot, depth> slots_;
    Event started_;  ///< of the destination's device: the window has begun
    unsigned char* slot_data_ = nullptr;
    const unsigned char* source_data_ = nullptr;
    unsigned char* destination_data_ = nullptr;
    std::uint64_t chunks_ = 0;  ///< passed since the window began
};

}  // namespace hopbench

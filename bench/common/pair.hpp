#pragma once
#include <cuda_runtime_api.h>

#include <cstdint>
#include <utility>

#include "bench/common/case_definition.hpp"
#include "bench/common/operations.hpp"
#include "bench/common/owner_check.hpp"

namespace hopbench {

/// src and dst of a case that names src, dst and bytes; else throws Error.
[[nodiscard]] std::pair<int, int> pair_of(const CaseName& name);

/// Source and destination GPU of a case: devices prepared, peers connected where both say they can,
/// and slices in both arenas. As operations: peer copies by a copy engine, pushed, on the stream of
/// the source, which is the timing device and current after every call.
class Pair : public Operations {
  public:
    /// The GPUs that the case names. Throws CudaError; Error when it does not name src, dst and
    /// bytes.
    explicit Pair(CaseContext& context);
    /// From `src` to `dst`, whichever way the case names them.
    Pair(CaseContext& context, int src, int dst);

    [[nodiscard]] PreparedDevice& timing_device() const noexcept override { return *source_; }
    /// Distinct slices in both arenas, the source's filled with the pattern of this direction.
    void reserve(std::uint32_t count) override;
    void enqueue(std::uint32_t index) override {
        const Slice slice = slice_of(index);
        check(cudaMemcpyPeerAsync(slice.to, destination_->index, slice.from, source_->index,
                                  slices_.bytes, source_->stream.get()),
              "cudaMemcpyPeerAsync");
    }

    [[nodiscard]] PreparedDevice& source() const noexcept { return *source_; }
    [[nodiscard]] PreparedDevice& destination() const noexcept { return *destination_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return slices_.bytes; }
    /// The devices reach each other's memory: both said so, and access is enabled both ways.
    [[nodiscard]] bool peers() const noexcept { return peers_; }
    /// The owner's check of all slices.
    [[nodiscard]] OwnerCheck owner_check() const noexcept {
        return {*destination_, destination_data_, slices_, key_, source_->index};
    }

  protected:
    struct Slice {
        unsigned char* to;
        const unsigned char* from;
    };
    [[nodiscard]] Slice slice_of(std::uint32_t index) const noexcept {
        const std::uint64_t offset = index * slices_.stride;
        return {destination_data_ + offset, source_data_ + offset};
    }

  private:
    PreparedDevice* source_;
    PreparedDevice* destination_;
    std::uint64_t key_;
    SliceLayout slices_;
    bool peers_;
    unsigned char* source_data_ = nullptr;
    unsigned char* destination_data_ = nullptr;
};

}  // namespace hopbench

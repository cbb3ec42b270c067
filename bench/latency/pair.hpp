#pragma once
#include <cuda_runtime_api.h>

#include <cstdint>

#include "bench/common/case_definition.hpp"
#include "bench/common/owner_check.hpp"

namespace hopbench {

/// Source and destination of a case: devices prepared, peers connected where both say they can, and
/// slices in both arenas. Copies are pushed: they run on a stream of the source. The source device
/// is current after every call.
class Pair {
  public:
    /// Throws CudaError; Error when the case does not name src, dst and bytes.
    explicit Pair(CaseContext& context);

    /// Makes room for `count` distinct slices and fills the source. May wait for the source.
    void set_slices(std::uint32_t count);

    /// Enqueues the copy of slice `slice`. Throws CudaError.
    void copy(std::uint32_t slice) const {
        const std::uint64_t offset = slice * slices_.stride;
        check(cudaMemcpyPeerAsync(destination_data_ + offset, destination_->index,
                                  source_data_ + offset, source_->index, slices_.bytes,
                                  source_->stream.get()),
              "cudaMemcpyPeerAsync");
    }

    [[nodiscard]] PreparedDevice& source() const noexcept { return *source_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return slices_.bytes; }
    /// The owner's check of all slices.
    [[nodiscard]] OwnerCheck owner_check() const noexcept {
        return {*destination_, destination_data_, slices_, key_, source_->index};
    }

  private:
    PreparedDevice* source_;
    PreparedDevice* destination_;
    std::uint64_t key_;
    SliceLayout slices_;
    unsigned char* source_data_ = nullptr;
    unsigned char* destination_data_ = nullptr;
};

/// Writes the owner's findings into the record: `corrupt` with a reason where bytes differ.
void record_verification(CaseRecord& record, OwnerCheck& check);

/// Seed of what a case draws by chance: the run's seed and the case's name.
[[nodiscard]] std::uint64_t case_seed(std::uint64_t seed, const CaseName& name);

}  // namespace hopbench

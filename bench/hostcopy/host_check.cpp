#include "bench/hostcopy/host_check.hpp"

#include <cstring>
#include <span>
#include <string>

#include "kernels/pattern.hpp"

namespace hopbench {
namespace {

constexpr int poison_byte = 0xA5;

/// Arena offset of the first byte of the slice that differs; one does.
std::uint64_t first_difference(std::span<const unsigned char> slice, std::uint64_t begin,
                               std::uint64_t key) {
    std::uint64_t i = 0;
    while (i < slice.size() && slice[i] == pattern_byte_at(begin + i, key)) ++i;
    return begin + i;
}

}  // namespace

void HostCheck::poison() {
    std::memset(destination_, poison_byte, slices_.extent());
}

void HostCheck::check(bool poison_again) {
    for (std::uint32_t i = 0; i < slices_.count; ++i) {
        const std::uint64_t begin = i * slices_.stride;
        const std::span<const unsigned char> slice(destination_ + begin, slices_.bytes);
        const std::uint64_t bad = count_pattern_mismatches(slice, begin, key_);
        if (bad > 0 && mismatches_ == 0) first_bad_ = first_difference(slice, begin, key_);
        mismatches_ += bad;
    }
    ++samples_checked_;
    if (poison_again) poison();
}

void HostCheck::finish(CaseRecord& record) {
    auto& verification = record.verification;
    verification.samples_checked = samples_checked_;
    verification.bytes_checked = samples_checked_ * slices_.payload();
    verification.mismatches = mismatches_;
    if (verification.bytes_checked == 0) {
        verification.status = "unverified";
        if (verification.note.empty()) verification.note = "no bytes were checked";
        return;
    }
    verification.status = mismatches_ > 0 ? "corrupt" : "verified";
    if (mismatches_ == 0) return;
    record.status = Status::corrupt;
    record.reason = std::to_string(mismatches_) + " of " +
                    std::to_string(verification.bytes_checked) +
                    " checked bytes in host memory are not what GPU " +
                    std::to_string(record.name.src.value_or(-1)) + " sent (the first at offset " +
                    std::to_string(first_bad_) + ")";
}

}  // namespace hopbench

#include "bench/common/owner_check.hpp"

#include <algorithm>
#include <span>

#include "bench/common/host_parts.hpp"
#include "kernels/pattern.hpp"
#include "kernels/runtime/device.hpp"

namespace hopbench {
namespace {

constexpr int poison_byte = 0xA5;

}  // namespace

void OwnerCheck::poison() {
    set_device(owner_.index);
    enqueue_poison();
    owner_.stream.synchronize();
    set_device(timing_device_);
}

void OwnerCheck::check(bool poison_again) {
    set_device(owner_.index);
    if (samples_checked_ == 0 && owner_.verdict_open) clear_verdict();  // of a case that failed
    owner_.verdict_open = true;
    launch_pattern_check(owner_.stream, destination_, slices_, key_, owner_.verdict());
    enqueue_host_copies();
    if (poison_again) enqueue_poison();
    owner_.stream.synchronize();
    set_device(timing_device_);
    compare_on_host();
    ++samples_checked_;
}

void OwnerCheck::enqueue_poison() {
    hopbench::check(
        cudaMemsetAsync(destination_, poison_byte, slices_.extent(), owner_.stream.get()),
        "cudaMemsetAsync");
}

void OwnerCheck::clear_verdict() {
    hopbench::check(
        cudaMemsetAsync(owner_.verdict(), 0, sizeof(PatternVerdict), owner_.stream.get()),
        "cudaMemsetAsync");
}

void OwnerCheck::enqueue_host_copies() {
    const HostParts parts = host_parts(slices_);
    unsigned char* staging = owner_.staging.data();
    const auto copy = [&](unsigned char* to, std::uint64_t position, std::uint64_t bytes) {
        if (bytes == 0) return;
        hopbench::check(cudaMemcpyAsync(to, destination_ + position, bytes, cudaMemcpyDeviceToHost,
                                        owner_.stream.get()),
                        "cudaMemcpyAsync");
    };
    copy(staging, 0, parts.head);
    copy(staging + parts.head, parts.tail_position, parts.tail);
}

void OwnerCheck::compare_on_host() {
    const HostParts parts = host_parts(slices_);
    const unsigned char* staging = owner_.staging.data();
    host_mismatches_ += count_pattern_mismatches(std::span(staging, parts.head), 0, key_);
    host_mismatches_ += count_pattern_mismatches(std::span(staging + parts.head, parts.tail),
                                                 parts.tail_position, key_);
}

void OwnerCheck::finish(CaseRecord& record) {
    std::uint64_t first_bad = 0;
    const std::string note = std::move(record.verification.note);
    record.verification = findings(first_bad);
    if (record.verification.mismatches > 0) {
        const std::string sender =
            record.name.src ? "GPU " + std::to_string(source_device_) : "the host";
        record.status = Status::corrupt;
        record.reason = std::to_string(record.verification.mismatches) + " of " +
                        std::to_string(record.verification.bytes_checked) +
                        " checked bytes at GPU " + std::to_string(owner_.index) + " are not what " +
                        sender + " sent (one at offset " + std::to_string(first_bad) + ")";
    }
    if (!note.empty())
        record.verification.note += (record.verification.note.empty() ? "" : "; ") + note;
}

VerificationRecord OwnerCheck::findings(std::uint64_t& first_bad) {
    if (samples_checked_ == 0 || slices_.payload() == 0)
        return {.status = "unverified", .note = "no bytes were checked"};
    set_device(owner_.index);
    auto* verdict = owner_.verdict_copy.data<PatternVerdict>();
    hopbench::check(cudaMemcpyAsync(verdict, owner_.verdict(), sizeof *verdict,
                                    cudaMemcpyDeviceToHost, owner_.stream.get()),
                    "cudaMemcpyAsync");
    owner_.stream.synchronize();
    first_bad = verdict->first_bad;
    VerificationRecord record{.status = "verified",
                              .samples_checked = samples_checked_,
                              .bytes_checked = samples_checked_ * slices_.payload(),
                              .mismatches = std::max(verdict->mismatches, host_mismatches_),
                              .note = ""};
    if (record.mismatches > 0) {
        record.status = "corrupt";
        record.note = "bytes that differ: " + std::to_string(verdict->mismatches) +
                      " seen by the owner's kernel, " + std::to_string(host_mismatches_) +
                      " in its copies to the host";
        clear_verdict();
        owner_.stream.synchronize();
    }
    owner_.verdict_open = false;
    set_device(timing_device_);
    return record;
}

}  // namespace hopbench

#include "bench/latency/pair.hpp"

#include "harness/model/error.hpp"
#include "kernels/pattern.hpp"

namespace hopbench {
namespace {

/// Slices start in different 256-byte blocks: no two copies share a line or a DRAM burst.
constexpr std::uint64_t slice_alignment = 256;

const CaseName& complete(const CaseName& name) {
    if (!name.src || !name.dst || !name.bytes)
        throw usage_error(format_case_name(name), "the case needs src, dst and bytes",
                          "name all three");
    return name;
}

}  // namespace

Pair::Pair(CaseContext& context) {
    const CaseName& name = complete(context.planned.name);
    source_ = &context.machine.device(*name.src);
    destination_ = &context.machine.device(*name.dst);
    key_ = pattern_key(context.seed, *name.src, *name.dst);
    slices_.bytes = *name.bytes;
    slices_.stride = (slices_.bytes + slice_alignment - 1) / slice_alignment * slice_alignment;
    if (slices_.stride == 0) slices_.stride = slice_alignment;
    const bool peers = *name.src != *name.dst && context.machine.connect(*name.src, *name.dst);
    context.record.notes["peer_access"] = peers ? 1 : 0;
    context.record.direction = "push";
    context.record.engine = "ce";
    set_device(source_->index);
}

void Pair::set_slices(std::uint32_t count) {
    slices_.count = count;
    set_device(destination_->index);
    destination_data_ = destination_->destination.reserve(slices_.extent());
    set_device(source_->index);
    source_data_ = source_->source.filled(source_->stream, slices_.extent(), key_);
    source_->stream.synchronize();
}

void record_verification(CaseRecord& record, OwnerCheck& check) {
    std::uint64_t first_bad = 0;
    const std::string note = std::move(record.verification.note);
    record.verification = check.finish(first_bad);
    if (record.verification.mismatches > 0) {
        record.status = Status::corrupt;
        record.reason = std::to_string(record.verification.mismatches) + " of " +
                        std::to_string(record.verification.bytes_checked) +
                        " checked bytes at GPU " + std::to_string(record.name.dst.value_or(-1)) +
                        " are not what GPU " + std::to_string(record.name.src.value_or(-1)) +
                        " sent (one at offset " + std::to_string(first_bad) + ")";
    }
    if (!note.empty())
        record.verification.note += (record.verification.note.empty() ? "" : "; ") + note;
}

std::uint64_t case_seed(std::uint64_t seed, const CaseName& name) {
    std::uint64_t hash = seed;
    for (const char c : format_case_name(name))
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x9e2614b2e3f3d2abull + (hash >> 47);
    return hash;
}

}  // namespace hopbench

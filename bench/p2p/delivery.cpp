#include "bench/p2p/delivery.hpp"

#include "kernels/pattern.hpp"

namespace hopbench {
namespace {

/// Enough for more than one page, link packet and copy engine chunk.
constexpr SliceLayout written = slices_of(64 << 10, 16);

/// Bytes of the source's read-back that are not what it wrote.
std::uint64_t read_back(PreparedDevice& source, int dst, const unsigned char* there,
                        std::uint64_t key, Move move) {
    unsigned char* copy = source.destination.reserve(written.extent());
    move(source, copy, source.index, there, dst, written.extent());
    check(cudaMemsetAsync(source.verdict(), 0, sizeof(PatternVerdict), source.stream.get()),
          "cudaMemsetAsync");
    launch_pattern_check(source.stream, copy, written, key, source.verdict());
    auto* seen = source.verdict_copy.data<PatternVerdict>();
    check(cudaMemcpyAsync(seen, source.verdict(), sizeof *seen, cudaMemcpyDeviceToHost,
                          source.stream.get()),
          "cudaMemcpyAsync");
    check(cudaMemsetAsync(source.verdict(), 0, sizeof(PatternVerdict), source.stream.get()),
          "cudaMemsetAsync");
    source.stream.synchronize();
    return seen->mismatches;
}

std::string corrupt_reason(const CaseRecord& record, int src, int dst, bool reads_back) {
    const auto& found = record.verification;
    const std::string writer = "GPU " + std::to_string(src);
    // A poisoned byte equals the pattern's by chance, once in 256.
    const bool nothing = found.mismatches > found.bytes_checked / 100 * 99;
    std::string reason =
        "GPU " + std::to_string(dst) + ", the owner, sees " +
        (nothing ? "nothing of what " + writer + " wrote into its memory"
                 : std::to_string(found.mismatches) + " wrong bytes of " +
                       std::to_string(found.bytes_checked) + " that " + writer + " wrote");
    if (reads_back)
        return reason + "; " + writer +
               " reads its own bytes back, so the driver's grant is false and a writer's read-back "
               "proves nothing";
    return reason + "; " + writer + " reads back wrong bytes too";
}

}  // namespace

void try_delivery(StepContext& context, Move move) {
    CaseRecord& record = context.record;
    context.peers.enable(context.src, context.dst);
    PreparedDevice& source = context.machine.device(context.src);
    PreparedDevice& destination = context.machine.device(context.dst);
    const std::uint64_t key = pattern_key(context.seed, context.src, context.dst);
    set_device(destination.index);
    unsigned char* there = destination.destination.reserve(written.extent());
    set_device(source.index);
    const unsigned char* from = source.source.filled(source.stream, written.extent(), key);
    OwnerCheck owner(destination, there, written, key, source.index);

    owner.poison();
    move(source, there, destination.index, from, source.index, written.extent());
    source.stream.synchronize();
    owner.check(false);
    record.verification.note.clear();
    owner.finish(record);
    if (record.status != Status::corrupt) return;
    const bool reads_back = read_back(source, destination.index, there, key, move) == 0;
    record.notes["writer_reads_back"] = reads_back ? 1 : 0;
    record.reason = corrupt_reason(record, context.src, context.dst, reads_back);
}

}  // namespace hopbench

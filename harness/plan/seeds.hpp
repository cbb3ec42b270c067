#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace hopbench {

/// What the seeds of one run derive from.
struct SeedSource {
    std::string model_sha256;    ///< of the machine model's file; empty on hardware
    std::uint64_t run_seed = 1;  ///< --seed
    std::string session = "1";   ///< --session
};

/// Seed of one invocation: the first 8 bytes, little-endian, of
/// SHA-256("hopbench.seed/1|MODEL|SEED|SESSION|BLOCK|POSITION").
[[nodiscard]] std::uint64_t invocation_seed(const SeedSource& source, int block, int position);

/// Seed shared by all invocations of a session: likewise of
/// "hopbench.session/1|MODEL|SEED|SESSION".
[[nodiscard]] std::uint64_t session_seed(const SeedSource& source);

/// Seed of what is drawn for the order of a block; the same on every machine.
/// `purpose`: "variants:hopbench-latency", "pairs:…", "pad".
[[nodiscard]] std::uint64_t order_seed(const SeedSource& source, int block,
                                       std::string_view purpose);

}  // namespace hopbench

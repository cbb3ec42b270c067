#include "harness/plan/seeds.hpp"

#include "harness/plan/sha256.hpp"

namespace hopbench {
namespace {

std::uint64_t first_eight_bytes(const std::string& text) {
    const auto digest = sha256(text);
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 8; ++i) value |= std::uint64_t{digest[i]} << (8 * i);
    return value;
}

std::string joined(std::string_view kind, const SeedSource& source) {
    return std::string(kind) + "|" + source.model_sha256 + "|" + std::to_string(source.run_seed) +
           "|" + source.session;
}

}  // namespace

std::uint64_t invocation_seed(const SeedSource& source, int block, int position) {
    return first_eight_bytes(joined("hopbench.seed/1", source) + "|" + std::to_string(block) + "|" +
                             std::to_string(position));
}

std::uint64_t session_seed(const SeedSource& source) {
    return first_eight_bytes(joined("hopbench.session/1", source));
}

std::uint64_t order_seed(const SeedSource& source, int block, std::string_view purpose) {
    const SeedSource anywhere{
        .model_sha256 = {}, .run_seed = source.run_seed, .session = source.session};
    return first_eight_bytes(joined("hopbench.order/1", anywhere) + "|" + std::to_string(block) +
                             "|" + std::string(purpose));
}

}  // namespace hopbench

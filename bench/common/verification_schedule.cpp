#include "bench/common/verification_schedule.hpp"

namespace hopbench {

std::uint64_t case_seed(std::uint64_t seed, const CaseName& name) {
    std::uint64_t hash = seed;
    for (const char c : format_case_name(name))
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x9e2614b2e3f3d2abull + (hash >> 47);
    return hash;
}

}  // namespace hopbench

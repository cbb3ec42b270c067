#include "harness/plan/suite.hpp"

#include <array>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {
constexpr std::array<std::uint64_t, 4> quick_sizes{4, 4096, 65536, 1048576};
constexpr std::array<std::uint64_t, 10> all_sizes{4,    16,    64,    256,    1024,
                                                  4096, 16384, 65536, 262144, 1048576};
}  // namespace

std::string_view to_string(Suite suite) noexcept {
    switch (suite) {
        case Suite::quick:
            return "quick";
        case Suite::standard:
            return "standard";
        case Suite::full:
            return "full";
    }
    return "unknown";
}

Suite parse_suite(std::string_view word) {
    for (const auto suite : {Suite::quick, Suite::standard, Suite::full})
        if (to_string(suite) == word) return suite;
    throw usage_error("--suite " + std::string(word), "no such suite",
                      "use quick, standard or full");
}

std::span<const std::uint64_t> suite_sizes(Suite suite) noexcept {
    if (suite == Suite::quick) return quick_sizes;
    return all_sizes;
}

}  // namespace hopbench

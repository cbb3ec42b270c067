#include "harness/plan/suite.hpp"

#include "harness/model/error.hpp"

namespace hopbench {

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

}  // namespace hopbench

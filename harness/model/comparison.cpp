#include "harness/model/comparison.hpp"

namespace hopbench {

std::string_view to_string(Verdict verdict) noexcept {
    switch (verdict) {
        case Verdict::worse:
            return "worse";
        case Verdict::better:
            return "better";
        case Verdict::same:
            return "same";
        case Verdict::inconclusive:
            return "inconclusive";
        case Verdict::incomparable:
            return "incomparable";
        case Verdict::not_applied:
            return "not applied";
    }
    return "unknown";
}

std::string describe(const GroupKey& key) {
    std::string text = key.family + " " + key.metric;
    if (key.statistic != "median") text += " " + key.statistic;
    return text + " " + std::string(to_string(key.pair_class)) + " " +
           std::string(to_string(key.band));
}

}  // namespace hopbench

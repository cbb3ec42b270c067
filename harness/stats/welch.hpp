#pragma once
#include <span>

namespace hopbench::stats {

/// Difference of two independent means with unequal variances (Welch 1947).
struct WelchEstimate {
    double difference = 0;  ///< mean(head) − mean(base)
    double se = 0;  ///< sqrt(s²base/n + s²head/m); infinite with fewer than two values a side
    double df = 1;  ///< Welch–Satterthwaite
};

/// Both spans non-empty and finite. With no variance on either side se is 0 and df = n + m − 2.
[[nodiscard]] WelchEstimate welch(std::span<const double> base, std::span<const double> head);

}  // namespace hopbench::stats

#include "harness/stats/sign_flips.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/stats/distribution.hpp"
#include "harness/stats/random.hpp"

namespace hopbench::stats {
namespace {

/// nQ − S² is a difference of nearly equal numbers when all flipped residuals agree; below this
/// part of nQ it is rounding and means zero.
constexpr double equality = 1e-12;

}  // namespace

SignFlips::SignFlips(int blocks, std::uint64_t seed)
    : blocks_(std::max(blocks, 1)),
      size_(exhaustive() ? std::size_t{1} << static_cast<unsigned>(blocks_ - 1) : drawn),
      signs_(static_cast<std::size_t>(blocks_) * size_, 1.0) {
    const CounterRandom random(seed);
    const auto n = static_cast<std::size_t>(blocks_);
    const std::size_t words = n / 64 + 1;
    for (std::size_t b = 0; b < n; ++b)
        for (std::size_t f = 0; f < size_; ++f) {
            const std::uint64_t word = exhaustive() ? f : random.at(f * words + b / 64);
            if (((word >> (b % 64)) & 1U) != 0) signs_[b * size_ + f] = -1.0;
        }
}

MaxStatistic::MaxStatistic(const SignFlips& flips)
    : flips_(&flips), largest_(flips.size(), 0.0), sums_(flips.size(), 0.0) {}

void MaxStatistic::add(std::span<const double> residuals, int n) {
    ++members_;
    double squares = 0;
    for (const double e : residuals) squares += e * e;
    if (!(squares > 0)) return;
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (std::size_t b = 0; b < residuals.size(); ++b) {
        const double e = residuals[b];
        if (e == 0) continue;
        const std::span<const double> signs = flips_->signs(static_cast<int>(b));
        for (std::size_t f = 0; f < sums_.size(); ++f) sums_[f] += e * signs[f];
    }
    const double total = n * squares;
    const double zero = equality * total;
    for (std::size_t f = 0; f < sums_.size(); ++f) {
        const double square = sums_[f] * sums_[f];
        const double rest = total - square;
        const double value =
            rest > zero ? (n - 1) * square / rest : std::numeric_limits<double>::infinity();
        largest_[f] = std::max(largest_[f], value);
    }
}

double MaxStatistic::critical(double level) const {
    if (members_ == 0) return 0;
    std::vector<double> order(largest_);
    const auto rank =
        static_cast<std::size_t>(std::ceil(level * static_cast<double>(order.size())));
    const auto at = order.begin() +
                    static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(rank, 1, order.size()) - 1);
    std::nth_element(order.begin(), at, order.end());
    return std::sqrt(*at);
}

double member_critical(double family_critical, int n) {
    return std::max(family_critical, t_quantile(0.975, n - 1));
}

}  // namespace hopbench::stats

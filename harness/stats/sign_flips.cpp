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
      bits_((static_cast<std::size_t>(blocks_) + 7) / 8 * size_) {
    const CounterRandom random(seed);
    const std::size_t octets = bits_.size() / size_;
    const std::size_t words = (octets + 7) / 8;
    for (std::size_t k = 0; k < octets; ++k)
        for (std::size_t f = 0; f < size_; ++f) {
            const std::uint64_t word = exhaustive() ? f : random.at(f * words + k / 8);
            bits_[k * size_ + f] = static_cast<std::uint8_t>(word >> (8 * (k % 8)));
        }
}

MaxStatistic::MaxStatistic(const SignFlips& flips)
    : flips_(&flips), largest_(flips.size(), 0.0), sums_(flips.size(), 0.0), table_(256) {}

void MaxStatistic::add(std::span<const double> residuals, int n) {
    ++members_;
    double squares = 0;
    for (const double e : residuals) squares += e * e;
    if (!(squares > 0)) return;
    // S by eight blocks at a time: a table of their 256 signed sums, then one look-up a flip.
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (std::size_t first = 0; first < residuals.size(); first += 8) {
        fill_table(residuals.subspan(first, std::min<std::size_t>(8, residuals.size() - first)));
        const std::span<const std::uint8_t> octets = flips_->octets(first / 8);
        for (std::size_t f = 0; f < sums_.size(); ++f) sums_[f] += table_[octets[f]];
    }
    const double total = n * squares;
    const double zero = equality * total;
    for (std::size_t f = 0; f < sums_.size(); ++f) {
        const double square = sums_[f] * sums_[f];
        const double rest = total - square;
        const double value = (n - 1) * square / rest;
        const double bounded = rest > zero ? value : std::numeric_limits<double>::infinity();
        largest_[f] = bounded > largest_[f] ? bounded : largest_[f];
    }
}

void MaxStatistic::fill_table(std::span<const double> residuals) {
    double plus = 0;
    for (const double e : residuals) plus += e;
    table_[0] = plus;
    std::size_t filled = 1;
    for (const double e : residuals) {
        for (std::size_t i = 0; i < filled; ++i) table_[filled + i] = table_[i] - 2 * e;
        filled *= 2;
    }
    // Bits past the last block carry no sign: their entries repeat the others.
    for (std::size_t i = filled; i < table_.size(); ++i) table_[i] = table_[i - filled];
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

#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hopbench::stats {

/// The sign vectors f over n blocks that every member of a family is flipped with.
///
/// n ≤ 14: all 2^(n−1), the last block's sign fixed (f and −f give the same statistic).
/// Above: 8192 drawn by counter from `seed`, each block's sign its own bit.
class SignFlips {
  public:
    static constexpr int exhaustive_limit = 14;
    static constexpr std::size_t drawn = 8192;

    /// `blocks` ≥ 1.
    SignFlips(int blocks, std::uint64_t seed);

    [[nodiscard]] int blocks() const noexcept { return blocks_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool exhaustive() const noexcept { return blocks_ <= exhaustive_limit; }
    /// f_b as ±1, one entry a sign vector.
    [[nodiscard]] std::span<const double> signs(int block) const noexcept {
        return std::span(signs_).subspan(static_cast<std::size_t>(block) * size_, size_);
    }

  private:
    int blocks_;
    std::size_t size_;
    std::vector<double> signs_;  ///< blocks × size
};

/// The largest statistic of a family under each sign vector, and its simultaneous critical value
/// (Westfall and Young's max-T with Rademacher signs).
///
/// M[f] = max over members of (n−1)S²/(nQ−S²), S = Σ f_b e_b, Q = Σ e_b²: the squared t that the
/// residuals e would show with their signs flipped. Q = 0 gives 0 and nQ = S² gives ∞. Members may
/// lack blocks: their e is 0 there and n is their own count.
class MaxStatistic {
  public:
    /// `flips` must outlive this.
    explicit MaxStatistic(const SignFlips& flips);

    /// `residuals`: one a block, 0 where the member has none; `n` ≥ 2 blocks that it has.
    void add(std::span<const double> residuals, int n);

    [[nodiscard]] std::size_t members() const noexcept { return members_; }
    /// sqrt of the order statistic of M at ceil(level·|f|); ∞ is possible; 0 without members.
    [[nodiscard]] double critical(double level) const;

  private:
    const SignFlips* flips_;
    std::size_t members_ = 0;
    std::vector<double> largest_, sums_;
};

/// c of one member: the family's critical value, but never below t(.975, n−1).
[[nodiscard]] double member_critical(double family_critical, int n);

}  // namespace hopbench::stats

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
    /// f_b of sign vector `flip`: +1 or −1.
    [[nodiscard]] double sign(int block, std::size_t flip) const noexcept {
        const auto b = static_cast<std::size_t>(block);
        return ((octets(b / 8)[flip] >> (b % 8)) & 1U) != 0 ? -1.0 : 1.0;
    }
    /// Signs of blocks 8k … 8k+7 as bits (1 is −), one entry a sign vector.
    [[nodiscard]] std::span<const std::uint8_t> octets(std::size_t k) const noexcept {
        return std::span(bits_).subspan(k * size_, size_);
    }

  private:
    int blocks_;
    std::size_t size_;
    std::vector<std::uint8_t> bits_;  ///< octets × size
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
    void fill_table(std::span<const double> residuals);

    const SignFlips* flips_;
    std::size_t members_ = 0;
    std::vector<double> largest_, sums_;
    std::vector<double> table_;  ///< partial sums of eight blocks under all their signs
};

/// c of one member: the family's critical value, but never below t(.975, n−1).
[[nodiscard]] double member_critical(double family_critical, int n);

}  // namespace hopbench::stats

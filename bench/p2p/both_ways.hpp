#pragma once
#include "bench/common/pair.hpp"

namespace hopbench {

/// Two transfers at once, there and back, on a stream of each source. Timed on the first one's: the
/// other stream waits for its start, and it for the other's last transfer.
class BothWays final : public Operations {
  public:
    /// Of the same pair in opposite directions. `kernels`: each needs its source to be current.
    BothWays(Pair& there, Pair& back, bool kernels);

    [[nodiscard]] PreparedDevice& timing_device() const noexcept override {
        return there_.source();
    }
    void reserve(std::uint32_t count) override;
    void begin() override;
    void enqueue(std::uint32_t index) override;
    void end() override;
    [[nodiscard]] int calls_each() const noexcept override { return kernels_ ? 4 : 2; }

  private:
    Pair& there_;
    Pair& back_;
    bool kernels_;
    Event started_, ended_;
};

/// Both owners' checks, each of what the other GPU wrote. The way there comes last in every call,
/// so that its source is current afterwards.
class BothOwners final : public Verifier {
  public:
    BothOwners(const Pair& there, const Pair& back)
        : there_(there.owner_check()), back_(back.owner_check()) {}

    void poison() override;
    void check(bool poison_again) override;
    void finish(CaseRecord& record) override;

  private:
    OwnerCheck there_, back_;
};

/// Measures the series `bandwidth`, the sum of both directions. Throws Error (exit 2) for the two
/// ways of one GPU, which would write over each other, and what transfers throw.
void run_both_ways(CaseContext& context, Pair& there, Pair& back, bool kernels);

}  // namespace hopbench

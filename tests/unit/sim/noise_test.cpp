#include "tests/sim/engine/noise.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

NoiseModel loud() {
    return {.seed = 1,
            .session_sd = 0.1,
            .invocation_sd = 0.05,
            .sample_sd = 0.02,
            .outlier_rate = 0,
            .outlier_factor = 3,
            .drift_per_hour = 0};
}

std::vector<double> device_factors(Noise noise, int count) {
    std::vector<double> factors;
    for (int i = 0; i < count; ++i, noise.next_epoch(0)) factors.push_back(noise.device());
    return factors;
}

double log_sd(std::vector<double> factors) {
    for (auto& factor : factors) factor = std::log(factor);
    const auto count = static_cast<double>(factors.size());
    const double mean = std::accumulate(factors.begin(), factors.end(), 0.0) / count;
    double squares = 0;
    for (const double value : factors) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / (count - 1));
}

TEST(Noise, WithoutSpreadsEveryFactorIsOne) {
    Noise noise({}, 7, 8, 3600);
    for (int i = 0; i < 5; ++i, noise.next_epoch(i)) {
        EXPECT_EQ(noise.device(), 1.0);
        EXPECT_EQ(noise.host(), 1.0);
    }
}

TEST(Noise, IsTheSameForTheSameSeeds) {
    EXPECT_EQ(device_factors({loud(), 7, 8, 0}, 50), device_factors({loud(), 7, 8, 0}, 50));
    EXPECT_NE(device_factors({loud(), 7, 8, 0}, 50), device_factors({loud(), 9, 8, 0}, 50));
    auto other = loud();
    other.seed = 2;
    EXPECT_NE(device_factors({loud(), 7, 8, 0}, 50), device_factors({other, 7, 8, 0}, 50));
}

TEST(Noise, SessionsShareTheirDraw) {
    NoiseModel model{.session_sd = 0.1};
    const Noise a(model, 1, 5, 0);
    const Noise b(model, 2, 5, 0);
    const Noise c(model, 1, 6, 0);
    EXPECT_EQ(a.device(), b.device());
    EXPECT_NE(a.device(), c.device());
    EXPECT_NE(a.device(), a.host());
}

TEST(Noise, HasTheSpreadsOfTheModel) {
    const NoiseModel samples{.sample_sd = 0.02};
    EXPECT_NEAR(log_sd(device_factors({samples, 3, 4, 0}, 20000)), 0.02, 0.0005);
    const NoiseModel invocations{.invocation_sd = 0.05};
    std::vector<double> factors;
    for (std::uint64_t seed = 0; seed < 20000; ++seed)
        factors.push_back(Noise(invocations, seed, 0, 0).device());
    EXPECT_NEAR(log_sd(factors), 0.05, 0.0015);
}

TEST(Noise, OutliersComeAtTheirRate) {
    const NoiseModel model{.outlier_rate = 0.1, .outlier_factor = 3};
    const auto factors = device_factors({model, 3, 4, 0}, 20000);
    const auto slow = std::count(factors.begin(), factors.end(), 3.0);
    EXPECT_NEAR(static_cast<double>(slow) / 20000, 0.1, 0.01);
    EXPECT_EQ(slow + std::count(factors.begin(), factors.end(), 1.0), 20000);
}

TEST(Noise, DriftsWithTheTimeOfTheRun) {
    const NoiseModel model{.drift_per_hour = 0.5};
    Noise noise(model, 1, 1, 7200);
    EXPECT_DOUBLE_EQ(noise.device(), std::exp(1.0));
    noise.next_epoch(1800 * kPsPerSecond);
    EXPECT_DOUBLE_EQ(noise.device(), std::exp(1.25));
    EXPECT_EQ(noise.host(), 1.0);
}

TEST(Noise, StretchesCopiesAndCallsOfAnEngine) {
    const std::string spread = "noise.sample_sd=0.2";
    const auto run = [&](const InvocationSeeds& seeds) {
        Machine machine(kBareMetal, spread, seeds);
        auto& stream = machine.stream(0);
        std::vector<double> times;
        auto* a = machine.gpu_bytes(0, 4096);
        auto* b = machine.gpu_bytes(1, 4096);
        for (int i = 0; i < 10; ++i) times.push_back(machine.timed_copy(stream, b, a, 4096));
        return times;
    };
    const auto once = run({.seed = 1});
    EXPECT_EQ(once, run({.seed = 1}));
    EXPECT_NE(once, run({.seed = 2}));
    EXPECT_GT(*std::max_element(once.begin(), once.end()),
              1.1 * *std::min_element(once.begin(), once.end()));
}

}  // namespace
}  // namespace hopbench::sim

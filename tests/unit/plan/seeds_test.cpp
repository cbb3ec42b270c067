#include "harness/plan/seeds.hpp"

#include <gtest/gtest.h>

#include "harness/plan/sha256.hpp"

namespace hopbench {
namespace {

TEST(Sha256, KnownAnswers) {
    EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_hex("abc"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// Answers computed with Python's hashlib: int.from_bytes(sha256(text).digest()[:8], "little").
TEST(Seeds, KnownAnswers) {
    const SeedSource source{.model_sha256 = "abc", .run_seed = 7, .session = "s1"};
    EXPECT_EQ(invocation_seed(source, 2, 3), 9253876642491401586u);
    EXPECT_EQ(session_seed(source), 9660200769249246255u);
}

TEST(Seeds, EveryPartMatters) {
    const SeedSource source{.model_sha256 = "abc", .run_seed = 7, .session = "s1"};
    SeedSource other = source;
    other.run_seed = 8;
    EXPECT_NE(invocation_seed(source, 0, 0), invocation_seed(other, 0, 0));
    EXPECT_NE(session_seed(source), session_seed(other));
    other = source;
    other.session = "s2";
    EXPECT_NE(session_seed(source), session_seed(other));
    EXPECT_NE(invocation_seed(source, 0, 1), invocation_seed(source, 1, 0));
    EXPECT_NE(order_seed(source, 0, "pad"), order_seed(source, 1, "pad"));
    EXPECT_NE(order_seed(source, 0, "pad"), order_seed(source, 0, "pairs"));
}

TEST(Seeds, TheOrderIsTheSameOnEveryMachine) {
    const SeedSource source{.model_sha256 = "abc", .run_seed = 7, .session = "s1"};
    SeedSource other = source;
    other.model_sha256 = "def";
    EXPECT_EQ(order_seed(source, 4, "pad"), order_seed(other, 4, "pad"));
    EXPECT_NE(invocation_seed(source, 4, 0), invocation_seed(other, 4, 0));
}

}  // namespace
}  // namespace hopbench

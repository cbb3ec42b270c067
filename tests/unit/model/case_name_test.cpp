#include "harness/model/case_name.hpp"

#include <gtest/gtest.h>

namespace hopbench {
namespace {

TEST(CaseName, RoundTrips) {
    for (const char* text :
         {"latency/oneshot/src:0/dst:1/bytes:4096", "latency/oneshot",
          "hostcopy/h2d/dst:7/bytes:1/node:3", "allreduce/sum/bytes:18446744073709551615"}) {
        const auto name = parse_case_name(text);
        ASSERT_TRUE(name) << text;
        EXPECT_EQ(format_case_name(*name), text);
    }
}

TEST(CaseName, RefusesWhatItWouldNotWrite) {
    for (const char* text :
         {"", "latency", "latency/", "/oneshot", "latency/oneshot/src", "latency/oneshot/src:",
          "latency/oneshot/src:x", "latency/oneshot/src:01", "latency/oneshot/src:1/src:1",
          "latency/oneshot/bytes:4/src:0", "latency/oneshot/bytes:-4", "latency/oneshot/foo:1",
          "latency/oneshot/bytes:18446744073709551616", "latency/oneshot/src:0/"})
        EXPECT_FALSE(parse_case_name(text)) << text;
}

TEST(Glob, MatchesStarsQuestionMarksAndAlternatives) {
    EXPECT_TRUE(glob_match("*", "latency/oneshot"));
    EXPECT_TRUE(glob_match("latency/*/src:0/*", "latency/oneshot/src:0/dst:1/bytes:4"));
    EXPECT_TRUE(glob_match("p2p/*,latency/one?hot*", "latency/oneshot/src:0"));
    EXPECT_FALSE(glob_match("latency/*bytes:4", "latency/oneshot/src:0/dst:1/bytes:4096"));
    EXPECT_FALSE(glob_match("", "latency"));
    EXPECT_TRUE(glob_match("", ""));
}

TEST(Glob, ManyStarsStayFast) {
    const std::string text(20'000, 'a');
    std::string pattern;
    for (int i = 0; i < 50; ++i) pattern += "*a";
    EXPECT_FALSE(glob_match(pattern + "*b", text));
}

}  // namespace
}  // namespace hopbench

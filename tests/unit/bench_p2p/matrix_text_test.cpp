#include "bench/p2p/matrix_text.hpp"

#include <gtest/gtest.h>

namespace hopbench {
namespace {

CaseRecord record(const char* method, int src, int dst, Status status = Status::ok,
                  const char* reason = "") {
    CaseRecord one;
    one.name = {.family = "p2p", .method = method, .src = src, .dst = dst, .bytes = {}, .node = {}};
    one.status = status;
    one.reason = reason;
    return one;
}

TEST(CapabilityText, ALineWhereAllPairsAgree) {
    const std::vector records{record("enable", 0, 1), record("enable", 1, 0)};
    const std::string text = capability_text({}, records);
    EXPECT_NE(text.find("enable: ok for all 2 pairs\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("Reasons"), std::string::npos) << text;
}

TEST(CapabilityText, AMatrixWhereTheyDoNot) {
    const std::vector records{record("ce_push", 0, 1),
                              record("ce_push", 1, 0, Status::corrupt, "nothing arrived")};
    const std::string text = capability_text({}, records);
    EXPECT_NE(text.find(" src \\ dst        0        1\n"
                        "         0        -       ok\n"
                        "         1  corrupt        -\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("  ce_push corrupt: nothing arrived\n    pairs 1>0\n"), std::string::npos)
        << text;
}

TEST(CapabilityText, AReasonThatHoldsForManyIsToldOnce) {
    std::vector<CaseRecord> records;
    for (int dst = 1; dst <= 12; ++dst)
        records.push_back(record("enable", 0, dst, Status::not_supported, "no"));
    const std::string text = capability_text({}, records);
    EXPECT_NE(text.find("pairs 0>1, 0>2, 0>3, 0>4, 0>5, 0>6, 0>7, 0>8 and 4 more\n"),
              std::string::npos)
        << text;
}

TEST(CapabilityText, ASimulatedMachineSaysSo) {
    SamplesHeader header;
    header.model = ModelIdentity{.name = "m", .sha256 = ""};
    EXPECT_NE(capability_text(header, {}).find("SIMULATED by model m"), std::string::npos);
}

}  // namespace
}  // namespace hopbench

#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

TEST(Assignments, ReachFieldsListsAndAllEntries) {
    const auto model = read_model(kBareMetal,
                                  " copy.wake_ns=7 ; gpus.*.sm=[9,0];gpus.3.sysfs_numa=-1;;"
                                  "links.8.latency_ns=1.5");
    EXPECT_EQ(model.copy.wake_ns, 7);
    for (const auto& gpu : model.gpus) EXPECT_EQ(gpu.sm_major, 9);
    EXPECT_EQ(model.gpus[3].sysfs_numa, -1);
    EXPECT_EQ(model.gpus[2].sysfs_numa, 0);
    EXPECT_EQ(model.links[8].latency_ns, 1.5);
}

TEST(Assignments, LaterOnesWin) {
    EXPECT_EQ(read_model(kBareMetal, "copy.wake_ns=7;copy.wake_ns=9").copy.wake_ns, 9);
}

TEST(Assignments, AppendFaults) {
    const auto model = read_model(kBareMetal,
                                  "faults+={\"type\":\"peer_corrupt\",\"src\":0,\"dst\":1};"
                                  "faults+={\"type\":\"hang\",\"nth\":3}");
    ASSERT_EQ(model.faults.size(), 2U);
    EXPECT_EQ(model.faults[0].kind, FaultKind::kPeerCorrupt);
    EXPECT_EQ(model.faults[1].nth, 3);
}

TEST(Assignments, KeepSemicolonsInsideValues) {
    EXPECT_EQ(read_model(kBareMetal, "name=\"a;b=\\\"c\\\"\"").name, "a;b=\"c\"");
}

TEST(Assignments, MayPriceARuntimeFunctionThatTheFileDoesNotList) {
    EXPECT_EQ(read_model(kBareMetal, "api_ns.cudaStreamQuery=55").api_ns.at("cudaStreamQuery"), 55);
    EXPECT_NE(
        complaint(kBareMetal, "api_ns.cudaNonsense=55").find("api_ns.cudaNonsense: is no path"),
        std::string::npos);
}

TEST(Assignments, NameUnknownPathsAndWrongTypes) {
    for (const char* path :
         {"scale.speed", "gpus.8.sm", "gpus.x.sm", "gpus.-1.sm", "nothing", "copy.wake_ns.x"})
        EXPECT_EQ(complaint(kBareMetal, std::string(path) + "=1")
                      .rfind(std::string(path) + ": is no path", 0),
                  0U)
            << path;
    EXPECT_NE(complaint(kBareMetal, "copy.wake_ns=\"1\"").find("another type"), std::string::npos);
    EXPECT_NE(complaint(kBareMetal, "p2p.can_access=1").find("another type"), std::string::npos);
    EXPECT_NE(complaint(kBareMetal, "copy.wake_ns+=1").find("is not a list"), std::string::npos);
    EXPECT_NE(complaint(kBareMetal, "copy.wake_ns=").find("is not JSON"), std::string::npos);
    EXPECT_NE(complaint(kBareMetal, "copy.wake_ns").find("is no assignment"), std::string::npos);
    EXPECT_NE(
        complaint(kBareMetal, "faults+={\"type\":\"gremlin\"}").find("\"gremlin\" is no fault"),
        std::string::npos);
    EXPECT_NE(complaint(kBareMetal, "faults+={\"type\":\"mirror\",\"src\":0,\"dst\":8}")
                  .find("faults.0.dst"),
              std::string::npos);
}

}  // namespace
}  // namespace hopbench::sim

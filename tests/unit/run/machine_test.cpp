#include <gtest/gtest.h>

#include "fake_bench.hpp"
#include "harness/model/error.hpp"
#include "harness/run/bench_probe.hpp"
#include "harness/run/simulated_machine.hpp"

namespace hopbench {
namespace {

constexpr const char* probe_text = R"({"schema":"hopbench.probe/1","simulated":true,
  "model":{"name":"m","sha256":"abc"},"driver_version":"13.0","runtime_version":"13.0",
  "devices":[{"index":0,"name":"SIMULATED G","uuid":"GPU-0","bdf":"0000:01:00.0","sm":[12,0],
  "memory_bytes":1024,"multiprocessors":188,"host_numa_id":null},
  {"index":1,"name":"SIMULATED G","uuid":"GPU-1","bdf":"0000:02:00.0","sm":[12,0],
  "memory_bytes":1024,"multiprocessors":188,"host_numa_id":1}],"can_access_peer":[[0,1],[1,0]]})";

constexpr const char* prepare_text = R"({"schema":"hopbench.sim-prepare/1","name":"m",
  "sha256":"abc","gpu_model":"SIMULATED G","gpus":[{"index":0,"bdf":"b","uuid":"u","true_numa":1,
  "sysfs_numa":-1}],"numa_nodes":[0,1],"links":[{"a":"gpu0","b":"node1"}],"noise":false,
  "environment":{"LD_PRELOAD":"/x/libhopbench-sim.so"}})";

TEST(Probe, ReadsDevicesAndModel) {
    const auto probe = parse_probe(probe_text, "bench");
    ASSERT_TRUE(probe.model);
    EXPECT_EQ(probe.model->sha256, "abc");
    ASSERT_EQ(probe.devices.size(), 2u);
    EXPECT_FALSE(probe.devices[0].host_numa_id);
    EXPECT_EQ(probe.devices[1].host_numa_id, 1);
    EXPECT_EQ(probe.can_access_peer[0][1], 1);
}

TEST(Probe, NamesTheFieldThatIsWrong) {
    std::string text = probe_text;
    text.replace(text.find("\"uuid\""), 6, "\"uuit\"");
    try {
        (void)parse_probe(text, "bench --probe");
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("\"uuid\""), std::string::npos);
    }
    for (const char* bad : {"", "[]", "{}", "{\"schema\":\"hopbench.probe/2\"}", "nonsense"})
        EXPECT_THROW((void)parse_probe(bad, "bench"), Error) << bad;
}

TEST(Simulation, ReadsTruthLinksAndEnvironment) {
    const auto machine = parse_simulation(prepare_text);
    EXPECT_EQ(machine.model.name, "m");
    EXPECT_EQ(machine.topology.node_of_gpu.at(0), 1);
    EXPECT_EQ(machine.topology.numa_source, "model");
    ASSERT_EQ(machine.topology.links.size(), 1u);
    EXPECT_EQ(machine.environment.at("LD_PRELOAD"), "/x/libhopbench-sim.so");
    EXPECT_THROW((void)parse_simulation("{}"), Error);
}

TEST(MachineFile, HoldsProbeAndTruth) {
    const TemporaryDirectory directory;
    MachineFacts facts;
    facts.probe = parse_probe(probe_text, "bench");
    facts.topology = {.node_of_gpu = {{1, 0}}, .numa_source = "--numa", .links = {}};
    facts.platform = "simulated";
    write_machine_file(directory.path() / "machine.json", facts);
    const auto text = file_content(directory.path() / "machine.json");
    for (const char* part :
         {"\"hopbench.machine/1\"", "\"simulated\":true", "\"GPU-1\"",
          R"("true_numa_node": [{"value":0,"source":"--numa"}])",
          R"("true_numa_node": [{"unreadable":"not stated","source":"--map, --numa"}])"})
        EXPECT_NE(text.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace hopbench

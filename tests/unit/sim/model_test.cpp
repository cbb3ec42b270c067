#include <nlohmann/json.hpp>
#include <regex>

#include "tests/sim/model/cpu_list.hpp"
#include "tests/sim/model/sha256.hpp"
#include "tests/unit/sim/sim_fixture.hpp"

namespace hopbench::sim {
namespace {

using nlohmann::json;

json document() {
    return json::parse(file_text(kBareMetal));
}

std::string complaint_about(const json& changed) {
    try {
        parse_model(changed.dump(), "file", "");
    } catch (const ModelError& error) {
        return error.what();
    }
    return {};
}

TEST(Model, ReadsTheBundledMachines) {
    const auto guest = read_model(kVirtualMachine, "");
    EXPECT_EQ(guest.gpu_count(), 8);
    EXPECT_FALSE(guest.p2p.can_access);
    EXPECT_EQ(guest.gpus[0].true_numa, 1);
    EXPECT_EQ(guest.gpus[7].true_numa, 0);
    EXPECT_EQ(guest.gpus[0].sysfs_numa, -1);
    const auto host = read_model(kBareMetal, "");
    EXPECT_TRUE(host.p2p.can_access);
    for (const auto& gpu : host.gpus) EXPECT_EQ(gpu.sysfs_numa, gpu.true_numa);
    EXPECT_TRUE(host.noise.silent());
}

TEST(Model, HashIsOfTheFilesBytes) {
    EXPECT_EQ(sha256_hex("abc"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(read_model(kBareMetal, "scale.latency=2").sha256, sha256_hex(file_text(kBareMetal)));
}

TEST(Model, NamesTheFieldThatIsMissingOrUnknown) {
    for (const char* field :
         {"name", "numa_nodes", "gpus", "links", "p2p", "copy", "timing", "api_ns"}) {
        auto changed = document();
        changed.erase(field);
        EXPECT_EQ(complaint_about(changed).rfind(std::string(field) + ": is missing", 0), 0U)
            << field;
    }
    auto changed = document();
    changed["surprise"] = 1;
    EXPECT_EQ(complaint_about(changed).rfind("surprise: is no field", 0), 0U);
    changed = document();
    changed["gpus"][3]["colour"] = "red";
    EXPECT_EQ(complaint_about(changed).rfind("gpus.3.colour: is no field", 0), 0U);
}

TEST(Model, RefusesEveryFieldOfAnotherType) {
    const auto original = document();
    const auto flat = original.flatten();
    int refused = 0;
    for (const auto& [path, value] : flat.items()) {
        auto changed = original;
        changed[json::json_pointer(path)] = value.is_string() ? json(true) : json("text");
        const auto said = complaint_about(changed);
        EXPECT_FALSE(said.empty()) << path;
        EXPECT_TRUE(std::regex_match(said, std::regex("[^\n]+: [^\n]+ \\([^\n]+\\)")))
            << path << ": " << said;
        refused += said.empty() ? 0 : 1;
    }
    EXPECT_GT(refused, 100);
}

TEST(Model, RefusesNumbersOutOfRange) {
    for (const char* assignment :
         {"copy.wake_ns=-1", "links.0.gbps=0", "gpus.0.memory_gib=0", "noise.outlier_rate=2",
          "scale.latency=0", "gpus.0.true_numa=7", "gpus.0.sysfs_numa=-2", "gpus.0.port.width=0",
          "numa_nodes.0.cpus=\"9-3\"", "numa_nodes.1.id=0", "numa_nodes.1.cpus=\"0-63\"",
          "gpus.0.bdf=\"1:0.0\"", "links.0.a=\"gpu8\"", "links.0.a=\"node1\";links.0.b=\"node1\"",
          "gpus.0.sm=[12]", "timing.clock_read_ns=1e400"})
        EXPECT_FALSE(complaint(kBareMetal, assignment).empty()) << assignment;
}

TEST(Model, RefusesAnUnmarkedDevice) {
    EXPECT_NE(complaint(kBareMetal, "gpus.2.name=\"NVIDIA RTX\"").find("gpus.2.name: "),
              std::string::npos);
    EXPECT_NE(complaint(kBareMetal, "gpus.2.uuid=\"GPU-00000000-0000-0000-0000-000000000000\"")
                  .find("gpus.2.uuid"),
              std::string::npos);
}

TEST(Model, RefusesAnUnreachableGpu) {
    auto changed = document();
    changed["links"].erase(0);
    EXPECT_NE(complaint_about(changed).find("links: gpu0 has no way to node0"), std::string::npos);
}

TEST(Model, RefusesWhatIsNoModel) {
    for (const char* bytes :
         {"", "[]", "{}", "{\"schema\":\"hopbench.machine-model/2\"}", "nonsense"})
        EXPECT_THROW(parse_model(bytes, "file", ""), ModelError) << bytes;
    EXPECT_NE(complaint("/nowhere/model.json", "").find("cannot be read"), std::string::npos);
}

TEST(CpuList, ReadsTheKernelsFormat) {
    EXPECT_EQ(parse_cpu_list("0-2,8"), (std::vector<int>{0, 1, 2, 8}));
    for (const char* bad : {"", "a", "3-1", "1,,2", "-1", "99999"})
        EXPECT_FALSE(parse_cpu_list(bad)) << bad;
    EXPECT_EQ(cpu_mask({0, 1, 33}), "00000002,00000003");
}

}  // namespace
}  // namespace hopbench::sim

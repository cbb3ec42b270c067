#include <gtest/gtest.h>

#include <sstream>

#include "harness/nccl_topo/evidence.hpp"
#include "harness/nccl_topo/parse.hpp"
#include "tests/unit/nccl_topo/shared_files.hpp"

namespace hopbench::nccl_topo {
namespace {

using test::read_file;
using test::shared_file;

std::string listed(const ParsedTopology& parsed) {
    std::string text;
    for (const auto& diagnostic : parsed.diagnostics)
        text += std::to_string(diagnostic.place.line) + ": " + diagnostic.rule + ": " +
                diagnostic.text + "\n";
    return text;
}

bool has_rule(const ParsedTopology& parsed, const std::string& rule) {
    for (const auto& diagnostic : parsed.diagnostics)
        if (diagnostic.rule == rule) return true;
    return false;
}

struct Row {
    std::string file, init, effect;
};

/// The rows of "| file | init | effect |".
std::vector<Row> verdicts(const std::filesystem::path& table) {
    std::vector<Row> rows;
    std::istringstream lines(read_file(table));
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("| ") || line.starts_with("| file")) continue;
        std::istringstream cells(line);
        std::string skipped;
        Row row;
        std::getline(cells, skipped, '|');
        std::getline(cells, row.file, '|');
        std::getline(cells, row.init, '|');
        std::getline(cells, row.effect, '|');
        row.file = row.file.substr(1, row.file.size() - 2);
        rows.push_back(row);
    }
    return rows;
}

TEST(RealCases, AreFatalExactlyWhereNcclFailed) {
    const auto folder = shared_file("nccl-xml-cases");
    if (!folder) GTEST_SKIP() << "the collection of NCCL topology files is not here";
    const auto rows = verdicts(*folder / "VERDICTS.md");
    ASSERT_GE(rows.size(), 30u);
    for (const auto& row : rows) {
        const auto parsed = parse_nccl_xml(read_file(*folder / (row.file + ".xml")));
        const bool failed = row.init.find("ok") == std::string::npos;
        EXPECT_EQ(parsed.fatal() != nullptr, failed) << row.file << "\n" << listed(parsed);
        const bool harmless =
            row.file == "01_good" || row.effect.find("as the good file") != std::string::npos;
        for (const auto& diagnostic : parsed.diagnostics)
            EXPECT_TRUE(!harmless || diagnostic.effect == Effect::ignored) << row.file << "\n"
                                                                           << listed(parsed);
        if (!harmless) {
            // A missing GPU can be seen only by who knows the machine.
            EXPECT_EQ(parsed.diagnostics.empty(), row.file == "10_missing_gpu") << row.file;
        }
    }
}

TEST(Corpus, GoodFilesAreNotFatal) {
    const auto folder = shared_file("corpus/nccl-topo");
    if (!folder) GTEST_SKIP() << "the corpus is not here";
    for (const char* name :
         {"azure/ndv4-topo.xml", "azure/ndv5-topo.xml", "azure/nc48v4-topo.xml",
          "azure/ncv4-topo.xml", "aws/p4d-24xl-topo.xml", "vm-a800-numaid-minus1.xml",
          "broken/ndv4-topo.identical-affinity.xml"}) {
        const auto parsed = parse_nccl_xml(read_file(*folder / name));
        EXPECT_EQ(parsed.fatal(), nullptr) << name << "\n" << listed(parsed);
        EXPECT_TRUE(parsed.system) << name;
    }
}

TEST(Corpus, FaultsAreNamed) {
    const auto folder = shared_file("corpus/nccl-topo");
    if (!folder) GTEST_SKIP() << "the corpus is not here";
    const std::vector<std::pair<const char*, const char*>> expected{
        {"azure/ncv4-topo.xml", "nvlink-to-itself"},
        {"azure/ncv4-topo.xml", "link-speed-unknown"},
        {"azure/nc48v4-graph.xml", "element-ignored"},
        {"azure/nc48v4-graph.xml", "empty"},
        {"azure/ncv4-graph.xml", "empty"},
        {"aws/g5.48xl-topo.xml", "cpu-attribute-missing"},
        {"broken/ndv4-topo.identical-affinity.xml", "affinity-twice"},
        {"broken/p5.48xl-topo.missing-arch.xml", "cpu-attribute-missing"},
        {"rccl/topo_8p_940vm.xml", "version-not-1"},
        {"rccl/topo_8p_pcie.xml", "version-not-1"},
        {"rccl/topo_8p_rome_n4.xml", "version-not-1"},
        {"vm-a800-numaid-minus1.xml", "numaid-negative"}};
    for (const auto& [name, rule] : expected) {
        const auto parsed = parse_nccl_xml(read_file(*folder / name));
        EXPECT_TRUE(has_rule(parsed, rule)) << name << " " << rule << "\n" << listed(parsed);
    }
}

TEST(Corpus, LogsAreRead) {
    const auto folder = shared_file("corpus/nccl-log");
    if (!folder) GTEST_SKIP() << "the corpus is not here";
    const auto warnings = [&](const char* name) {
        return read_evidence(
                   {.log = *folder / name, .topo_dump = {}, .graph_dump = {}, .relative_to = {}},
                   {})
            .warnings;
    };
    EXPECT_EQ(warnings("affinity-empty.log"),
              std::vector<std::string>{"Affinity is empty, ignoring (GPU 2)"});
    EXPECT_EQ(warnings("topo-xml-missing-arch.log"),
              std::vector<std::string>{"Attribute arch of node cpu not found"});
    ASSERT_EQ(warnings("shm-nospace.log").size(), 2u);
    EXPECT_TRUE(warnings("shm-nospace.log")[0].starts_with("Error: failed to extend /dev/shm/"));
    EXPECT_TRUE(warnings("peer-mapping-exhausted.log").empty());
}

TEST(Corpus, DumpsAndGraphsAreRead) {
    const auto folder = shared_file("corpus/nccl-topo");
    if (!folder) GTEST_SKIP() << "the corpus is not here";
    const auto vm = read_evidence({.log = {},
                                   .topo_dump = *folder / "vm-a800-numaid-minus1.xml",
                                   .graph_dump = {},
                                   .relative_to = {}},
                                  {});
    ASSERT_EQ(vm.cpus.size(), 1u);
    EXPECT_EQ(vm.cpus[0].numa_id, -1);
    EXPECT_EQ(vm.cpus[0].gpus, (std::vector{0, 1, 2, 3}));
    EXPECT_EQ(vm.cpus[0].processor, "x86_64/GenuineIntel/6");
    const auto azure = read_evidence({.log = {},
                                      .topo_dump = *folder / "azure/ncv4-topo.xml",
                                      .graph_dump = *folder / "azure/nc48v4-graph.xml",
                                      .relative_to = {}},
                                     {});
    EXPECT_EQ(azure.cpus.size(), 4u);
    EXPECT_EQ(azure.path_type, "SYS");
    EXPECT_EQ(azure.channel_gbps, 12);
    EXPECT_EQ(azure.search_channels, 2);
    EXPECT_EQ(azure.ring, (std::vector{0, 1}));
    EXPECT_FALSE(azure.channels);
    EXPECT_EQ(azure.version, "");
}

}  // namespace
}  // namespace hopbench::nccl_topo

#include "harness/topology/numa_nodes.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

namespace hopbench {
namespace {

namespace fs = std::filesystem;

class NumaNodes : public testing::Test {
  protected:
    NumaNodes() {
        auto pattern = (fs::temp_directory_path() / "hopbench-nodes-XXXXXX").string();
        EXPECT_NE(mkdtemp(pattern.data()), nullptr);
        root_ = pattern;
    }
    ~NumaNodes() override { fs::remove_all(root_); }

    void write(const std::string& name, const std::string& text) const {
        const auto file = root_ / "sys/devices/system/node" / name;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }

    fs::path root_;
};

TEST_F(NumaNodes, ReadsCpusMemoryAndDistances) {
    write("node10/cpulist", "4-7\n");
    write("node10/meminfo", "Node 10 MemTotal:       1024 kB\nNode 10 MemFree: 1 kB\n");
    write("node10/distance", "32 10\n");
    write("node2/cpulist", "0-3\n");
    write("node2/meminfo", "Node 2 MemTotal:        512 kB\n");
    write("node2/distance", "10 32\n");
    write("online", "2,10\n");
    write("nodes/cpulist", "9\n");
    const auto nodes = read_numa_nodes(root_);
    ASSERT_EQ(nodes.size(), 2u);
    EXPECT_EQ(nodes[0].id, 2);
    EXPECT_EQ(nodes[1].id, 10);
    EXPECT_EQ(nodes[1].cpus, (std::vector{4, 5, 6, 7}));
    EXPECT_EQ(nodes[1].memory_bytes, 1024u * 1024);
    EXPECT_EQ(nodes[1].distances, (std::vector{32, 10}));
}

TEST_F(NumaNodes, ANodeWithoutCpusOrMemoryHasNone) {
    write("node0/cpulist", "\n");
    const auto nodes = read_numa_nodes(root_);
    ASSERT_EQ(nodes.size(), 1u);
    EXPECT_TRUE(nodes[0].cpus.empty());
    EXPECT_EQ(nodes[0].memory_bytes, 0u);
}

TEST_F(NumaNodes, AKernelWithoutThemHasNone) {
    EXPECT_TRUE(read_numa_nodes(root_).empty());
    EXPECT_TRUE(read_numa_nodes(root_ / "absent").empty());
}

}  // namespace
}  // namespace hopbench

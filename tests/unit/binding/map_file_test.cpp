#include "harness/topology/map_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

std::vector<Gpu> machine() {
    std::vector<Gpu> gpus;
    for (int i = 0; i < 2; ++i)
        gpus.push_back({.index = i,
                        .name = "GPU",
                        .uuid = {},
                        .bdf = "0000:0" + std::to_string(i + 1) + ":00.0",
                        .numa_node = {},
                        .numa_source = {}});
    return gpus;
}

MapFile read_text(const std::string& text) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("hopbench-map-" + std::to_string(getpid()) + ".json");
    std::ofstream(file) << text;
    struct Remove {
        const std::filesystem::path& file;
        ~Remove() { std::filesystem::remove(file); }
    } const remove{file};
    return read_map_file(file);
}

std::string entry(const std::string& more) {
    return R"({"schema":"hopbench.map/1","gpus":[{"index":0,"guest_bdf":"0000:01:00.0","evidence":[],)" +
           more + "}]}";
}

Exit exit_of(const std::string& text) {
    try {
        (void)nodes_of_map(read_text(text), machine(), "map.json");
    } catch (const Error& error) {
        return error.code();
    }
    return Exit::ok;
}

TEST(MapFile, GivesTheGuestNodesByAddress) {
    const auto map = read_text(R"({"schema":"hopbench.map/1","gpus":[
        {"index":7,"guest_bdf":"02:00.0","root_port":"0000:00:1c.1","host_bdf":"0000:c1:00.0",
         "host_node":1,"guest_node":1,"proven":true,"evidence":["qemu command line"]},
        {"index":0,"guest_bdf":"00000000:01:00.0","host_bdf":null,"guest_node":0,"proven":true,
         "evidence":[]}]})");
    ASSERT_EQ(map.gpus.size(), 2u);
    EXPECT_EQ(map.gpus[0].host_bdf, "0000:c1:00.0");
    EXPECT_EQ(map.gpus[0].evidence.size(), 1u);
    EXPECT_FALSE(map.gpus[1].host_node);
    EXPECT_EQ(nodes_of_map(map, machine(), "map.json"), (std::map<int, int>{{0, 0}, {1, 1}}));
}

TEST(MapFile, WhatIsNotProvenOrHasNoNodeIsExitFour) {
    EXPECT_EQ(exit_of(entry(R"("guest_node":1,"proven":true)")), Exit::ok);
    EXPECT_EQ(exit_of(entry(R"("guest_node":1,"proven":false)")), Exit::unfit);
    EXPECT_EQ(exit_of(entry(R"("guest_node":null,"proven":true)")), Exit::unfit);
    try {
        (void)nodes_of_map(read_text(entry(R"("guest_node":1,"proven":false)")), machine(), "m");
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("--numa 0000:01:00.0="), std::string::npos);
    }
}

TEST(MapFile, WrongFilesAreExitTwo) {
    for (const std::string& text :
         {std::string(), std::string("[]"), std::string("{"),
          std::string(R"({"schema":"hopbench.map/2","gpus":[]})"),
          std::string(R"({"schema":"hopbench.map/1"})"), entry(R"("guest_node":1)"),
          entry(R"("guest_node":"1","proven":true)"), entry(R"("guest_node":-1,"proven":true)"),
          std::string(R"({"schema":"hopbench.map/1","gpus":[{"index":0,"guest_bdf":"0000:99:00.0",)"
                      R"("evidence":[],"proven":true,"guest_node":0}]})")})
        EXPECT_EQ(exit_of(text), Exit::usage) << text;
    EXPECT_THROW((void)read_map_file("/nonexistent"), Error);
}

}  // namespace
}  // namespace hopbench

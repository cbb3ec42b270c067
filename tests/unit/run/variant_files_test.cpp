#include "harness/run/variant_files.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "fake_bench.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

Exit exit_of(const RunOptions& options, const std::string& variant) {
    try {
        check_fixes(options, resolve_variants({.names = {variant}, .definitions = {}}));
    } catch (const Error& error) {
        return error.code();
    }
    return Exit::ok;
}

TEST(Fixes, SysfsIsNotWrittenOnTheMachineItself) {
    RunOptions hardware, simulated;
    simulated.model = "model.json";
    EXPECT_EQ(exit_of(hardware, "sysfs"), Exit::unfit);
    EXPECT_EQ(exit_of(hardware, "sysfs+topo-xml"), Exit::unfit);
    EXPECT_EQ(exit_of(hardware, "topo-xml"), Exit::ok);
    EXPECT_EQ(exit_of(simulated, "sysfs+topo-xml"), Exit::ok);
}

TEST(Fixes, AFileOfOnesOwnNeedsAVariantThatTakesItAndToBeThere) {
    RunOptions options;
    options.model = "model.json";
    for (const auto* no_file : {"/nonexistent/topology.xml", "/", "/dev/zero"}) {
        options.topo = no_file;
        EXPECT_EQ(exit_of(options, "topo-xml"), Exit::usage) << no_file;
    }
    const TemporaryDirectory directory;
    options.topo = directory.path() / "mine.xml";
    std::ofstream(options.topo) << "<system version=\"1\"/>\n";
    EXPECT_EQ(exit_of(options, "topo-xml"), Exit::ok);
    EXPECT_EQ(exit_of(options, "sysfs"), Exit::usage);
    std::filesystem::resize_file(options.topo, std::uintmax_t{1} << 30);  // sparse
    EXPECT_EQ(exit_of(options, "topo-xml"), Exit::usage);
}

TEST(Fixes, NodesByAddress) {
    const auto nodes = node_by_bdf(fake_setup().facts);
    EXPECT_EQ(nodes, (std::map<std::string, int>{
                         {"0000:00:00.0", 1}, {"0000:01:00.0", 1}, {"0000:02:00.0", 0}}));
}

TEST(Fixes, TopoXmlIsWrittenBelowTheRunAndNamedToItsJobsAlone) {
    const TemporaryDirectory directory;
    const auto user_file = directory.path() / "mine.xml";
    std::ofstream(user_file) << "<system version=\"1\"/>\n";
    PreparedRun run;
    run.setup = fake_setup(1, 1, {.variants = {.names = {"topo-xml"}, .definitions = {}}});
    run.user_topology = user_file;
    const RunDirectory out(directory.path() / "run", Existing::refuse);
    for (int start = 0; start < 2; ++start) {  // a resumed run does it again
        lay_out_variants(run, out);
        const auto file = out.fixes() / "topo-xml" / "nccl-topology.xml";
        EXPECT_EQ(file_content(file), file_content(user_file));
        EXPECT_EQ(run.setup.environments[2].at("NCCL_TOPO_FILE"),
                  std::filesystem::absolute(file).string());
        EXPECT_FALSE(run.setup.environments[0].contains("NCCL_TOPO_FILE"));
        EXPECT_EQ(run.setup.variant_files[2].topology, std::filesystem::absolute(file));
    }
}

}  // namespace
}  // namespace hopbench

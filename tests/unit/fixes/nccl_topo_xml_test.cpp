#include "harness/fixes/nccl_topo_xml.hpp"

#include <gtest/gtest.h>

#include "harness/model/error.hpp"
#include "harness/nccl_topo/parse.hpp"
#include "harness/nccl_topo/placement.hpp"
#include "tests/unit/nccl_topo/scratch_tree.hpp"
#include "tests/unit/nccl_topo/shared_files.hpp"

namespace hopbench {
namespace {

using test::ScratchTree;

TopoXmlRequest request_in(const ScratchTree& tree) {
    return {.root = tree.root(),
            .gpus = {{"0000:01:00.0", 1}, {"0000:02:00.0", 0}},
            .user_file = {},
            .directory = tree.root() / "run/fixes/topo-xml"};
}

TEST(TopoXmlFix, WritesAGeneratedFile) {
    const ScratchTree tree;
    tree.add_flat_gpus(2);
    const auto written = write_nccl_topo_xml(request_in(tree));
    EXPECT_EQ(written.file, tree.root() / "run/fixes/topo-xml/nccl-topology.xml");
    EXPECT_TRUE(written.notes.empty());
    const auto text = test::read_file(written.file);
    const auto parsed = nccl_topo::parse_nccl_xml(text);
    ASSERT_TRUE(parsed.system);
    EXPECT_TRUE(parsed.diagnostics.empty());
    EXPECT_EQ(nccl_topo::numa_id_of(*parsed.system, "0000:01:00.0"), 1);
    EXPECT_EQ(nccl_topo::numa_id_of(*parsed.system, "0000:02:00.0"), 0);
    const auto again = write_nccl_topo_xml(request_in(tree));
    EXPECT_EQ(test::read_file(again.file), text);
}

TEST(TopoXmlFix, TakesTheUsersBytesAndSaysWhatNcclWillRefuse) {
    const ScratchTree tree;
    auto request = request_in(tree);
    request.user_file = tree.root() / "mine.xml";
    tree.write("mine.xml", "<?xml version=\"1.0\"?>");
    const auto written = write_nccl_topo_xml(request);
    EXPECT_EQ(test::read_file(written.file), "<?xml version=\"1.0\"?>\n");
    ASSERT_EQ(written.notes.size(), 1u);
    EXPECT_NE(written.notes[0].find("mine.xml:1:20: "), std::string::npos) << written.notes[0];
}

TEST(TopoXmlFix, RefusesWhatIsNoFile) {
    const ScratchTree tree;
    auto request = request_in(tree);
    const auto exit_with = [&](const std::filesystem::path& file) {
        request.user_file = file;
        try {
            (void)write_nccl_topo_xml(request);
        } catch (const Error& error) {
            return error.code();
        }
        return Exit::ok;
    };
    EXPECT_EQ(exit_with(tree.root() / "absent.xml"), Exit::usage);
    EXPECT_EQ(exit_with(tree.root()), Exit::usage);
    tree.write("large.xml", std::string(1024 * 1024, ' '));
    EXPECT_EQ(exit_with(tree.root() / "large.xml"), Exit::usage);
    tree.write("empty.xml", "");
    EXPECT_EQ(exit_with(tree.root() / "empty.xml"), Exit::ok);
}

}  // namespace
}  // namespace hopbench

#include "harness/nccl_topo/write.hpp"

#include <gtest/gtest.h>

#include "harness/model/error.hpp"
#include "harness/nccl_topo/parse.hpp"

namespace hopbench::nccl_topo {
namespace {

Element element(Kind kind, std::vector<Attribute> attributes, std::vector<Element> children = {}) {
    return {.kind = kind, .attributes = std::move(attributes), .children = std::move(children)};
}

Element small_system() {
    return element(
        Kind::system, {{"version", "1"}},
        {element(Kind::cpu, {{"numaid", "0"}},
                 {element(Kind::pci, {{"busid", "0000:01:00.0"}, {"link_speed", ""}})})});
}

TEST(Write, IsWhatNcclReads) {
    EXPECT_EQ(write_nccl_xml(small_system()),
              "<system version=\"1\">\n"
              "  <cpu numaid=\"0\">\n"
              "    <pci busid=\"0000:01:00.0\" link_speed=\"\"/>\n"
              "  </cpu>\n"
              "</system>\n");
}

TEST(Write, ReadsBackToTheSameTree) {
    auto system = small_system();
    system.children[0].children[0].attributes.push_back({"note", "a <b> & 'c' = /d"});
    system.children[0].children[0].children.push_back(
        element(Kind::gpu, {{"dev", "0"}}, {element(Kind::c2c, {{"bw", "1"}, {"count", "2"}})}));
    const auto parsed = parse_nccl_xml(write_nccl_xml(system));
    ASSERT_TRUE(parsed.system);
    EXPECT_TRUE(same_tree(system, *parsed.system));
    system.children[0].attributes[0].value = "1";
    EXPECT_FALSE(same_tree(system, *parsed.system));
}

TEST(Write, RefusesWhatNoFileCanSay) {
    const auto refused = [](Attribute attribute) {
        auto system = small_system();
        system.children[0].attributes.push_back(std::move(attribute));
        EXPECT_THROW((void)write_nccl_xml(system), Error);
    };
    refused({"a", "say \"x\""});
    refused({"a", "line\nbreak"});
    refused({"a", std::string(254, 'x')});
    refused({"", "x"});
    refused({"a b", "x"});
    auto full = small_system();
    full.children[0].children.resize(129, element(Kind::pci, {}));
    EXPECT_THROW((void)write_nccl_xml(full), Error);
    auto wide = small_system();
    for (int i = 0; i < 16; ++i) wide.attributes.push_back({"a" + std::to_string(i), ""});
    EXPECT_THROW((void)write_nccl_xml(wide), Error);
    auto many = small_system();
    many.children.resize(2, many.children[0]);
    for (auto& cpu : many.children) cpu.children.resize(126, element(Kind::pci, {}));
    EXPECT_FALSE(write_nccl_xml(many).empty());  // 255
    many.children[0].children.push_back(element(Kind::pci, {}));
    EXPECT_THROW((void)write_nccl_xml(many), Error);
}

}  // namespace
}  // namespace hopbench::nccl_topo

#include "harness/plan/variants.hpp"

#include <gtest/gtest.h>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

Exit exit_of(const VariantRequest& request, const std::string& mention) {
    try {
        (void)resolve_variants(request);
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find(mention), std::string::npos) << error.what();
        return error.code();
    }
    return Exit::ok;
}

TEST(Variants, BaselineAndControlAreAlwaysThere) {
    const auto variants = resolve_variants({});
    ASSERT_EQ(variants.size(), 2u);
    EXPECT_EQ(variants[0].name, "baseline");
    EXPECT_EQ(variants[0].role, Role::baseline);
    EXPECT_EQ(variants[1].name, "baseline-control");
    EXPECT_EQ(variants[1].role, Role::control);
}

TEST(Variants, ValueIsEverythingAfterTheFirstEquals) {
    const auto variants = resolve_variants({.names = {}, .definitions = {"a:KEY=x=y:z=1"}});
    ASSERT_EQ(variants.size(), 3u);
    EXPECT_EQ(variants[2].settings, (Settings{{"KEY", "x=y:z=1"}}));
}

TEST(Variants, RepeatedDefinitionsMerge) {
    const auto variants =
        resolve_variants({.names = {"a"},
                          .definitions = {"a:X=1", "b", "a:Y=2", "a:HOPBENCH_SIM_SET=p=1",
                                          "a:HOPBENCH_SIM_SET=q=2"}});
    ASSERT_EQ(variants.size(), 4u);
    EXPECT_EQ(variants[2].settings,
              (Settings{{"X", "1"}, {"Y", "2"}, {"HOPBENCH_SIM_SET", "p=1;q=2"}}));
    EXPECT_EQ(sim_set_of(variants[2]), "p=1;q=2");
    EXPECT_TRUE(variants[3].settings.empty());
    EXPECT_EQ(variants[3].role, Role::candidate);
}

TEST(Variants, GrammarErrorsNameTheText) {
    EXPECT_EQ(exit_of({.names = {}, .definitions = {"bad name:X=1"}}, "bad name"), Exit::usage);
    EXPECT_EQ(exit_of({.names = {}, .definitions = {":X=1"}}, ":X=1"), Exit::usage);
    EXPECT_EQ(exit_of({.names = {}, .definitions = {"a:X"}}, "a:X"), Exit::usage);
    EXPECT_EQ(exit_of({.names = {}, .definitions = {"a:1X=1"}}, "1X"), Exit::usage);
    EXPECT_EQ(exit_of({.names = {}, .definitions = {"a:=1"}}, "a:=1"), Exit::usage);
    EXPECT_EQ(exit_of({.names = {}, .definitions = {std::string(65, 'a')}}, "64"), Exit::usage);
    EXPECT_EQ(exit_of({.names = {}, .definitions = {"../a:X=1"}}, "../a"), Exit::usage);
    EXPECT_EQ(exit_of({.names = {}, .definitions = {"..:X=1"}}, "\"..\""), Exit::usage);
    EXPECT_EQ(exit_of({.names = {}, .definitions = {"."}}, "\".\""), Exit::usage);
    EXPECT_EQ(exit_of({.names = {}, .definitions = {"a:X=1", "a:X=2"}}, "X"), Exit::usage);
}

TEST(Variants, ReservedNamesAndOwnVariablesAreRefused) {
    for (const char* text : {"baseline:X=1", "baseline-control", "sysfs:X=1", "topo-xml",
                             "sysfs+topo-xml:X=1", "a:HOPBENCH_SIM_SEED=1", "a:HOPBENCH_PAD=x"})
        EXPECT_EQ(exit_of({.names = {}, .definitions = {text}}, text), Exit::usage);
}

TEST(Variants, BuiltInFixesByNameAndByUse) {
    const auto variants = resolve_variants(
        {.names = {"baseline", "sysfs+topo-xml", "mine", "sysfs"},
         .definitions = {"mine:use=topo-xml", "mine:NCCL_MIN_NCHANNELS=4", "mine:use=topo-xml"}});
    ASSERT_EQ(variants.size(), 5u);
    EXPECT_EQ(variants[2].name, "mine");
    EXPECT_EQ(variants[2].uses, (std::vector<std::string>{"topo-xml"}));
    EXPECT_EQ(variants[2].settings, (Settings{{"NCCL_MIN_NCHANNELS", "4"}}));
    EXPECT_EQ(variants[3].name, "sysfs+topo-xml");
    EXPECT_EQ(variants[3].uses, (std::vector<std::string>{"sysfs", "topo-xml"}));
    EXPECT_EQ(variants[4].uses, (std::vector<std::string>{"sysfs"}));
}

TEST(Variants, UnknownFixesAndTwoTopologyFilesAreRefused) {
    EXPECT_EQ(exit_of({.names = {}, .definitions = {"a:use=magic"}}, "topo-xml"), Exit::usage);
    EXPECT_EQ(exit_of({.names = {}, .definitions = {"a:use=topo-xml", "a:NCCL_TOPO_FILE=/x"}},
                      "NCCL_TOPO_FILE"),
              Exit::usage);
    EXPECT_EQ(exit_of({.names = {}, .definitions = {"a:NCCL_TOPO_FILE=/x", "a:use=topo-xml"}},
                      "NCCL_TOPO_FILE"),
              Exit::usage);
}

TEST(Variants, UnknownNamesListTheKnownOnes) {
    EXPECT_EQ(exit_of({.names = {"fast"}, .definitions = {"slow:X=1"}}, "baseline, slow"),
              Exit::usage);
    EXPECT_EQ(exit_of({.names = {""}, .definitions = {}}, "no such variant"), Exit::usage);
}

TEST(SimSet, JoinsWithSemicolons) {
    EXPECT_EQ(join_sim_set("", ""), "");
    EXPECT_EQ(join_sim_set("a=1", ""), "a=1");
    EXPECT_EQ(join_sim_set("", "b=2"), "b=2");
    EXPECT_EQ(join_sim_set("a=1", "b=2"), "a=1;b=2");
}

}  // namespace
}  // namespace hopbench

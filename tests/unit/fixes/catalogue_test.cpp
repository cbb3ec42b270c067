#include "harness/fixes/catalogue.hpp"

#include <gtest/gtest.h>

namespace hopbench {
namespace {

using Fixes = std::vector<Fix>;

TEST(FixCatalogue, KnowsItsNames) {
    EXPECT_TRUE(is_fix_name("topo-xml"));
    EXPECT_TRUE(is_fix_name("sysfs"));
    EXPECT_TRUE(is_fix_name("sysfs+topo-xml"));
    for (const char* name : {"", "baseline", "topo-xml+sysfs", "SYSFS", "sysfs+"})
        EXPECT_FALSE(is_fix_name(name)) << name;
    EXPECT_EQ(known_fix_names(), "sysfs, topo-xml, sysfs+topo-xml");
}

TEST(FixCatalogue, SaysWhatANameStandsFor) {
    EXPECT_EQ(fixes_of("topo-xml"), Fixes{Fix::topo_xml});
    EXPECT_EQ(fixes_of("sysfs"), Fixes{Fix::sysfs});
    EXPECT_EQ(fixes_of("sysfs+topo-xml"), (Fixes{Fix::sysfs, Fix::topo_xml}));
    EXPECT_TRUE(fixes_of("other").empty());
    EXPECT_EQ(fixes_of(std::vector<std::string>{"topo-xml", "other", "sysfs"}),
              (Fixes{Fix::sysfs, Fix::topo_xml}));
    EXPECT_TRUE(fixes_of(std::vector<std::string>{}).empty());
}

}  // namespace
}  // namespace hopbench

#include <gtest/gtest.h>

#include "harness/nccl_topo/parse.hpp"
#include "harness/nccl_topo/pci_address.hpp"
#include "harness/nccl_topo/placement.hpp"

namespace hopbench::nccl_topo {
namespace {

TEST(PciAddress, EveryToolsFormBecomesNccls) {
    EXPECT_EQ(canonical_bdf("0000:0a:00.0"), "0000:0a:00.0");
    EXPECT_EQ(canonical_bdf("00000000:0A:00.0"), "0000:0a:00.0");
    EXPECT_EQ(canonical_bdf("0A:1F.7"), "0000:0a:1f.7");
    EXPECT_EQ(canonical_bdf("0:0a:00.0"), "0000:0a:00.0");
    EXPECT_EQ(canonical_bdf("00010000:E1:00.0"), "10000:e1:00.0");
    EXPECT_EQ(canonical_bdf("ffff:ff:01.0"), "ffff:ff:01.0");
}

TEST(PciAddress, WhatIsNoneIsNone) {
    for (const char* text :
         {"", ".", ":", ":.0", "gpu0", "0000:0a:00", "0000:0a:00.", "0000:0a:00.00", "0000:a:00.0",
          "0000:0a:0.0", "000000000:0a:00.0", "0000:0g:00.0", "0000:0a:00.g", "0000:00:0a:00.0",
          ":0a:00.0", " 0000:0a:00.0", "0000:0a:00.0 "})
        EXPECT_EQ(canonical_bdf(text), std::nullopt) << text;
}

TEST(Placement, IsThatOfTheFirstExactMatch) {
    const auto parsed = parse_nccl_xml(
        "<system version='1'><cpu numaid='0x2'><pci busid='ffff:ff:01.0' class='0x060400'>"
        "<pci busid='0000:01:00.0'/></pci><pci busid='0000:0A:00.0'/></cpu>"
        "<cpu numaid='1'><pci busid='0000:01:00.0'/><pci busid='00000000:03:00.0'/></cpu>"
        "<cpu><pci busid='0000:04:00.0'/></cpu></system>");
    ASSERT_TRUE(parsed.system);
    EXPECT_EQ(numa_id_of(*parsed.system, "0000:01:00.0"), 2);
    EXPECT_EQ(numa_id_of(*parsed.system, "0000:0a:00.0"), std::nullopt);
    EXPECT_EQ(numa_id_of(*parsed.system, "0000:03:00.0"), std::nullopt);
    EXPECT_EQ(numa_id_of(*parsed.system, "0000:04:00.0"), std::nullopt);
}

}  // namespace
}  // namespace hopbench::nccl_topo

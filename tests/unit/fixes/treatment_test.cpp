#include "harness/fixes/treatment.hpp"

#include <gtest/gtest.h>

#include "tests/unit/nccl_topo/scratch_tree.hpp"

namespace hopbench {
namespace {

using test::ScratchTree;

const std::string placed_well =
    "<system version=\"1\">\n"
    "  <cpu numaid=\"0\" affinity=\"3\" arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"175\" "
    "modelid=\"17\">\n"
    "    <pci busid=\"0000:03:00.0\"/>\n"
    "  </cpu>\n"
    "  <cpu numaid=\"1\" affinity=\"c\" arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"175\" "
    "modelid=\"17\">\n"
    "    <pci busid=\"0000:01:00.0\"/>\n"
    "    <pci busid=\"0000:02:00.0\"/>\n"
    "  </cpu>\n"
    "</system>\n";

NcclCpu cpu(int numa, std::vector<int> ranks) {
    return {.numa_id = numa,
            .affinity = "3",
            .processor = "x86_64/AuthenticAMD/175",
            .gpus = std::move(ranks)};
}

/// GPUs 0, 1 and 2 (ranks the same) truly on nodes 1, 1, 0.
class TreatmentCheck : public testing::Test {
  protected:
    TreatmentQuestion question(const std::string& use, const std::string& file = placed_well) {
        TreatmentQuestion q;
        q.variant.name = "arm";
        if (!use.empty()) q.variant.uses = {use};
        q.evidence = NcclEvidence();
        q.evidence->cpus = {cpu(0, {2}), cpu(1, {0, 1})};
        q.evidence->channels = 2;
        q.gpus = {{0, "0000:01:00.0", 1}, {1, "0000:02:00.0", 1}, {2, "00000000:03:00.0", 0}};
        q.sysfs = {{"0000:01:00.0", 1}, {"0000:02:00.0", 1}, {"0000:03:00.0", 0}};
        if (use.find("topo-xml") != use.npos || use.empty()) {
            tree_.write("fixes/arm/nccl-topology.xml", file);
            q.topology_file = tree_.root() / "fixes/arm/nccl-topology.xml";
            q.evidence->topo_file = "fixes/arm/nccl-topology.xml";
        }
        return q;
    }

    static void expect_not(const TreatmentQuestion& q, const std::string& why) {
        const auto treatment = judge_treatment(q);
        EXPECT_FALSE(treatment.applied) << treatment.evidence;
        EXPECT_NE(treatment.evidence.find(why), std::string::npos) << treatment.evidence;
    }

    static void expect_applied(const TreatmentQuestion& q, const std::string& evidence) {
        const auto treatment = judge_treatment(q);
        EXPECT_TRUE(treatment.applied) << treatment.evidence;
        EXPECT_EQ(treatment.evidence, evidence);
    }

    ScratchTree tree_;
};

TEST_F(TreatmentCheck, ProvenFilesAreApplied) {
    const std::string layout = "; its dump has GPU 0-1 on node 1, GPU 2 on node 0";
    expect_applied(question("topo-xml"), "NCCL loaded fixes/arm/nccl-topology.xml" + layout);
    expect_applied(question("sysfs"), "numa_node reads back as written" + layout);
    expect_applied(
        question("sysfs+topo-xml"),
        "numa_node reads back as written, NCCL loaded fixes/arm/nccl-topology.xml" + layout);
    expect_applied(question(""), "NCCL loaded fixes/arm/nccl-topology.xml" + layout);
}

TEST_F(TreatmentCheck, AFileNamedByAnUntidyPathIsTheSameFile) {
    auto q = question("");
    q.topology_file = tree_.root() / "fixes/./arm/../arm/nccl-topology.xml";
    q.evidence->topo_file = q.topology_file.string();
    EXPECT_TRUE(judge_treatment(q).applied) << judge_treatment(q).evidence;
    q.evidence->topo_file = (tree_.root() / "fixes/./other/nccl-topology.xml").string();
    EXPECT_FALSE(judge_treatment(q).applied) << judge_treatment(q).evidence;
}

TEST_F(TreatmentCheck, AVariantThatPlacesNothingIsApplied) {
    auto q = question("sysfs");
    q.variant.uses.clear();
    q.evidence.reset();
    expect_applied(q, "changes nothing that places GPUs");
}

TEST_F(TreatmentCheck, WithoutEvidenceNothingIsApplied) {
    auto q = question("topo-xml");
    q.evidence.reset();
    expect_not(q, "no evidence was gathered");
    q = question("sysfs");
    q.evidence->cpus.clear();
    expect_not(q, "no topology dump");
    q = question("topo-xml");
    q.topology_file.clear();
    expect_not(q, "no topology file was set");
}

TEST_F(TreatmentCheck, AFileThatNcclRefusesSaysWhere) {
    auto q = question("topo-xml", "<system>\n</system>\n");
    q.evidence->channels.reset();  // the dump alone is left also by an init that fails later
    q.evidence->status = Status::crashed;
    q.evidence->reason = "exit 1";
    q.evidence->warnings = {"Attribute version of node system not found"};
    expect_not(q, "NCCL did not come up: nccl-topology.xml:1:1: <system> has no version");
    q = question("topo-xml");
    q.evidence->channels.reset();
    q.evidence->warnings = {"out of something"};
    expect_not(q, "NCCL did not come up: out of something");
    q.evidence->warnings.clear();
    q.evidence->reason = "deadline";
    expect_not(q, "NCCL did not come up: deadline");
    q.evidence->reason.clear();
    expect_not(q, "NCCL did not come up: its log ends before");
}

TEST_F(TreatmentCheck, WhatHappensAfterNcclCameUpIsAnotherMatter) {
    auto q = question("topo-xml");
    q.evidence->status = Status::corrupt;
    q.evidence->reason = "rank 1: wrong sums";
    EXPECT_TRUE(judge_treatment(q).applied);
}

TEST_F(TreatmentCheck, WhatNcclMisreadsIsMentioned) {
    auto listed = placed_well;
    listed.replace(listed.find("affinity=\"c\""), 12, "affinity=\"2-3\"");
    const auto treatment = judge_treatment(question("topo-xml", listed));
    EXPECT_TRUE(treatment.applied);
    EXPECT_NE(treatment.evidence.find("; mind nccl-topology.xml:5:3: affinity \"2-3\""),
              std::string::npos)
        << treatment.evidence;
}

TEST_F(TreatmentCheck, ACpuWithoutNumaidIsNamed) {
    auto nameless = placed_well;
    nameless.replace(nameless.find(" numaid=\"1\""), 11, "");
    auto q = question("", nameless);
    expect_not(q, "GPU 0 (0000:01:00.0) sits on node 1: the file gives its CPU no numaid");
}

TEST_F(TreatmentCheck, AFileMustHaveBeenLoaded) {
    auto q = question("topo-xml");
    q.evidence->topo_file.clear();
    expect_not(q, "NCCL's log does not say that it loaded nccl-topology.xml");
    q.evidence->topo_file = "/etc/other.xml";
    expect_not(q, "NCCL loaded /etc/other.xml instead of nccl-topology.xml");
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    text.replace(text.find(what), what.size(), by);
    return text;
}

TEST_F(TreatmentCheck, IgnoredAddressesAreNamed) {
    auto q = question("topo-xml", replaced(placed_well, "0000:01:00.0", "00000000:01:00.0"));
    q.evidence->cpus = {cpu(0, {2}), cpu(1, {1}), cpu(-1, {0})};
    expect_not(
        q,
        "GPU 0 (0000:01:00.0) sits on no node (-1): the file spells its address 00000000:01:00.0");
    q = question("topo-xml", replaced(placed_well, "    <pci busid=\"0000:02:00.0\"/>\n", ""));
    q.evidence->cpus = {cpu(0, {2}), cpu(1, {0, 1})};  // even where detection happens to be right
    expect_not(q, "GPU 1 (0000:02:00.0) sits on node 1: the file does not place it");
}

TEST_F(TreatmentCheck, EmptyFilesHaveNoEffect) {
    auto q = question("topo-xml", "");
    q.evidence->cpus = {cpu(-1, {0, 1, 2})};
    expect_not(q, "nccl-topology.xml holds no topology, so NCCL used what it detects");
    std::filesystem::remove(q.topology_file);
    expect_not(q, "nccl-topology.xml cannot be read");
}

TEST_F(TreatmentCheck, WrongNodesAreNamed) {
    // The file is taken, but is not the truth: right for a file of one's own, wrong for the fix.
    auto swapped = replaced(placed_well, "numaid=\"0\"", "numaid=\"7\"");
    auto q = question("topo-xml", swapped);
    q.evidence->cpus = {cpu(7, {2}), cpu(1, {0, 1})};
    expect_not(q, "GPU 2 (00000000:03:00.0) sits on node 7 instead of its true node 0");
    auto own = question("", swapped);
    own.evidence->cpus = q.evidence->cpus;
    expect_applied(
        own,
        "NCCL loaded fixes/arm/nccl-topology.xml; its dump has GPU 0-1 on node 1, GPU 2 on node 7");
    own.evidence->cpus = {cpu(0, {2}), cpu(1, {0, 1})};
    expect_not(own, "GPU 2 (00000000:03:00.0) sits on node 0, the file puts it on node 7");
}

TEST_F(TreatmentCheck, DuplicatesAndUnknownNodesAreRefused) {
    auto q = question("topo-xml", replaced(placed_well, "numaid=\"0\"", "numaid=\"1\""));
    q.evidence->cpus = {cpu(1, {2}), cpu(1, {0, 1})};
    expect_not(q, "NCCL perceives two CPUs with numaid 1");
    auto minus = question("", replaced(placed_well, "numaid=\"0\"", "numaid=\"-1\""));
    minus.evidence->cpus = {cpu(-1, {2}), cpu(1, {0, 1})};
    expect_not(minus, "GPU 2 (00000000:03:00.0) sits on no node (-1)");
    auto missing = question("sysfs");
    missing.evidence->cpus = {cpu(0, {2}), cpu(1, {0})};
    expect_not(missing, "GPU 1 (0000:02:00.0) sits on no CPU of NCCL's dump");
}

TEST_F(TreatmentCheck, ComplaintsMeanNotUnderstood) {
    auto q = question("topo-xml");
    q.evidence->warnings = {"Affinity is empty, ignoring (GPU 0)"};
    EXPECT_TRUE(judge_treatment(q).applied);
    q.evidence->warnings.push_back(
        "KV Convert to int : could not find value of 'amd64' in dictionary");
    expect_not(q, "NCCL did not understand all of the topology: KV Convert");
    q.evidence->warnings = {"Ignoring element foo"};
    expect_not(q, "Ignoring element foo");
}

TEST_F(TreatmentCheck, SysfsMustReadBack) {
    auto q = question("sysfs");
    q.sysfs.erase("0000:02:00.0");
    expect_not(q, "numa_node of GPU 1 (0000:02:00.0) was not read back");
    q.sysfs["0000:02:00.0"] = -1;
    expect_not(q, "numa_node of GPU 1 (0000:02:00.0) reads -1 instead of 1");
    q = question("sysfs");
    q.evidence->cpus = {cpu(-1, {0, 1, 2})};
    expect_not(q, "GPU 0 (0000:01:00.0) sits on no node (-1) instead of its true node 1");
    q = question("sysfs");
    q.gpus[2].node.reset();
    expect_not(q, "the true node of GPU 2 (00000000:03:00.0) is not known");
}

}  // namespace
}  // namespace hopbench

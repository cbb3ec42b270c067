#include "harness/report/evidence_reader.hpp"

namespace hopbench::reporting {
namespace {

using nlohmann::json;

void check_column(const Part& part, const std::string& name, std::size_t size,
                  std::size_t expected) {
    if (size != expected)
        part.fail("field \"" + name + "\" has " + std::to_string(size) + " entries where src has " +
                  std::to_string(expected));
}

/// A column of indexes into a table of this line.
std::vector<std::uint32_t> read_indexes(const Part& part, const char* name, std::size_t expected,
                                        std::size_t table) {
    auto indexes = part.integers<std::uint32_t>(name, u32_max);
    check_column(part, name, indexes.size(), expected);
    for (const auto index : indexes)
        if (index >= table)
            part.fail(std::string("field \"") + name + "\" holds " + std::to_string(index) +
                      " where its table has " + std::to_string(table) + " entries");
    return indexes;
}

void read_notes(const Part& part, std::vector<Capability>& pairs) {
    for (const auto& [name, values] : part.object("notes").items()) {
        if (!values.is_array()) part.fail("field \"notes\" holds no lists");
        check_column(part, "notes." + name, values.size(), pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (values[i].is_null()) continue;
            if (!values[i].is_number()) part.fail("field \"notes." + name + "\" holds no numbers");
            pairs[i].notes[name] = values[i].get<double>();
        }
    }
}

std::vector<Capability> read_step(const Part& part, const std::string& file) {
    const auto src = part.integers<int>("src", max_index);
    const auto dst = part.integers<int>("dst", max_index);
    const auto status = part.statuses("status");
    const auto reasons = part.texts("reasons");
    std::vector<VerificationRecord> verifications;
    for (const auto& entry : part.array("verifications"))
        verifications.push_back(
            read_verification(Part(entry, file, "capabilities: verifications")));
    check_column(part, "dst", dst.size(), src.size());
    check_column(part, "status", status.size(), src.size());
    const auto reason = read_indexes(part, "reason", src.size(), reasons.size());
    const auto verification = read_indexes(part, "verification", src.size(), verifications.size());
    std::vector<Capability> pairs(src.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
        pairs[i] = {.step = part.text("step"),
                    .src = src[i],
                    .dst = dst[i],
                    .status = status[i],
                    .reason = reasons[reason[i]],
                    .verification = verifications[verification[i]],
                    .notes = {}};
    if (pairs.empty()) (void)part.text("step");
    read_notes(part, pairs);
    return pairs;
}

NcclCpu read_cpu(const Part& part) {
    return {.numa_id = part.integer<int>("numa_id", -1, max_index),
            .affinity = part.text("affinity"),
            .processor = part.text("processor"),
            .gpus = part.integers<int>("gpus", max_index)};
}

NcclEvidence read_evidence(const Part& part, const std::string& file) {
    NcclEvidence evidence{.variant = part.text("variant"),
                          .status = part.status("status"),
                          .reason = part.text("reason"),
                          .version = part.text("version"),
                          .topo_file = part.text("topo_file"),
                          .cpus = {},
                          .inter_cpu_gbps = part.optional_size("inter_cpu_gbps"),
                          .path_type = part.text("path_type"),
                          .channel_gbps = part.optional_size("channel_gbps"),
                          .search_channels = part.optional_index("search_channels"),
                          .channels = part.optional_index("channels"),
                          .ring = part.integers<int>("ring", max_index),
                          .fell_back = part.flag("fell_back"),
                          .simple_from_bytes = std::nullopt,
                          .transports = {},
                          .warnings = part.texts("warnings")};
    for (const auto& entry : part.array("cpus"))
        evidence.cpus.push_back(read_cpu(Part(entry, file, "nccl: cpus")));
    part.require("simple_from_bytes");
    if (part.find("simple_from_bytes"))
        evidence.simple_from_bytes = part.count("simple_from_bytes");
    for (const auto& [name, count] : part.object("transports").items()) {
        if (!count.is_number_unsigned() || count.get<std::uint64_t>() > int_max)
            part.fail("field \"transports\" holds no counts");
        evidence.transports[name] = count.get<int>();
    }
    return evidence;
}

}  // namespace

VerificationRecord read_verification(const Part& part) {
    return {.status = part.text("status"),
            .samples_checked = part.count("samples_checked"),
            .bytes_checked = part.count("bytes_checked"),
            .mismatches = part.count("mismatches"),
            .note = part.text("note")};
}

std::vector<Capability> read_capabilities(const json& members, const std::string& file) {
    std::vector<Capability> capabilities;
    for (auto& step : read_list(members, file, "capabilities",
                                [&](const Part& part) { return read_step(part, file); }))
        capabilities.insert(capabilities.end(), step.begin(), step.end());
    return capabilities;
}

std::vector<NcclEvidence> read_nccl(const json& members, const std::string& file) {
    return read_list(members, file, "nccl",
                     [&](const Part& part) { return read_evidence(part, file); });
}

}  // namespace hopbench::reporting

#include "harness/report/evidence_writer.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <span>

#include "harness/report/json_members.hpp"

// Every struct is unpacked by structured bindings: a new field does not compile until it is
// written.

namespace hopbench::reporting {
namespace {

/// Index of a value in a table that it joins where it is new.
template <class Value>
std::uint32_t entry_of(std::vector<Value>& table, const Value& value) {
    const auto found = std::find(table.begin(), table.end(), value);
    const auto index = static_cast<std::uint32_t>(found - table.begin());
    if (found == table.end()) table.push_back(value);
    return index;
}

/// The pairs of one step as columns.
struct StepColumns {
    std::vector<int> src, dst;
    std::vector<Status> status;
    std::vector<std::uint32_t> reason, verification;
    std::vector<std::string> reasons{""};
    std::vector<VerificationRecord> verifications;
    std::map<std::string, std::vector<double>> notes;

    explicit StepColumns(std::span<const Capability> pairs) {
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto& [step, from, to, result, why, verified, values] = pairs[i];
            src.push_back(from);
            dst.push_back(to);
            status.push_back(result);
            reason.push_back(entry_of(reasons, why));
            verification.push_back(entry_of(verifications, verified));
            for (const auto& [name, value] : values) {
                auto& column = notes[name];
                column.resize(pairs.size(), std::numeric_limits<double>::quiet_NaN());
                column[i] = value;
            }
        }
    }
};

void append_step(std::string& out, std::span<const Capability> pairs) {
    const StepColumns columns(pairs);
    ObjectLine line(out);
    line.text("step", pairs.front().step);
    line.numbers("src", columns.src).numbers("dst", columns.dst).words("status", columns.status);
    line.numbers("reason", columns.reason).texts("reasons", columns.reasons);
    line.numbers("verification", columns.verification);
    line.member("verifications") += '[';
    for (std::size_t i = 0; i < columns.verifications.size(); ++i) {
        if (i > 0) out += ',';
        append_verification(out, columns.verifications[i]);
    }
    out += ']';
    ObjectLine notes(line.member("notes"));
    for (const auto& [name, values] : columns.notes) notes.numbers(name, values);
    notes.close();
    line.close();
}

void append_cpu(std::string& out, const NcclCpu& cpu) {
    const auto& [numa_id, affinity, processor, gpus] = cpu;
    ObjectLine line(out);
    line.number("numa_id", numa_id).text("affinity", affinity).text("processor", processor);
    line.numbers("gpus", gpus);
    line.close();
}

template <class Number>
void append_optional(ObjectLine& line, std::string_view name, const std::optional<Number>& value) {
    if (value)
        line.number(name, *value);
    else
        line.member(name) += "null";
}

void append_evidence(std::string& out, const NcclEvidence& evidence) {
    const auto& [variant, status, reason, version, topo_file, cpus, inter_cpu_gbps, path_type,
                 channel_gbps, search_channels, channels, ring, fell_back, simple_from_bytes,
                 transports, warnings] = evidence;
    ObjectLine line(out);
    line.text("variant", variant).text("status", to_string(status)).text("reason", reason);
    line.text("version", version).text("topo_file", topo_file);
    line.member("cpus") += '[';
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        if (i > 0) out += ',';
        append_cpu(out, cpus[i]);
    }
    out += ']';
    append_optional(line, "inter_cpu_gbps", inter_cpu_gbps);
    line.text("path_type", path_type);
    append_optional(line, "channel_gbps", channel_gbps);
    append_optional(line, "search_channels", search_channels);
    append_optional(line, "channels", channels);
    line.numbers("ring", ring).flag("fell_back", fell_back);
    append_optional(line, "simple_from_bytes", simple_from_bytes);
    ObjectLine connections(line.member("transports"));
    for (const auto& [name, count] : transports) connections.number(name, count);
    connections.close();
    line.texts("warnings", warnings);
    line.close();
}

}  // namespace

void append_verification(std::string& out, const VerificationRecord& verification) {
    const auto& [status, samples_checked, bytes_checked, mismatches, note] = verification;
    ObjectLine line(out);
    line.text("status", status).number("samples_checked", samples_checked);
    line.number("bytes_checked", bytes_checked).number("mismatches", mismatches).text("note", note);
    line.close();
}

void append_capabilities(std::string& out, const std::vector<Capability>& capabilities) {
    std::vector<std::span<const Capability>> steps;
    for (std::size_t begin = 0, end = 0; begin < capabilities.size(); begin = end) {
        while (end < capabilities.size() && capabilities[end].step == capabilities[begin].step)
            ++end;
        steps.emplace_back(&capabilities[begin], end - begin);
    }
    append_json_lines(out, steps, append_step);
}

void append_nccl(std::string& out, const std::vector<NcclEvidence>& nccl) {
    append_json_lines(out, nccl, append_evidence);
}

}  // namespace hopbench::reporting

#include "harness/report/nccl_section.hpp"
#include "harness/model/size_text.hpp"

#include <fmt/format.h>

#include <functional>

#include "harness/report/format_value.hpp"

namespace hopbench::reporting {
namespace {

template <class Numbers>
std::string listed(const Numbers& numbers) {
    std::string text;
    for (const auto& number : numbers) text += fmt::format("{}{}", text.empty() ? "" : " ", number);
    return text;
}

std::string cpus_text(const NcclEvidence& evidence) {
    std::string text;
    for (const auto& cpu : evidence.cpus)
        text += fmt::format("{}node {}: {}", text.empty() ? "" : "; ",
                            cpu.numa_id < 0 ? "−1" : std::to_string(cpu.numa_id),
                            cpu.gpus.empty() ? "no GPU" : listed(cpu.gpus));
    return text;
}

std::string processors_text(const NcclEvidence& evidence) {
    std::string text;
    for (const auto& cpu : evidence.cpus)
        if (text.find(cpu.processor) == std::string::npos)
            text += (text.empty() ? "" : ", ") + cpu.processor;
    return text;
}

std::string search_text(const NcclEvidence& evidence) {
    if (!evidence.search_channels || !evidence.channel_gbps) return "";
    return fmt::format("{} × {:g} GB/s", *evidence.search_channels, *evidence.channel_gbps);
}

std::string transports_text(const NcclEvidence& evidence) {
    std::string text;
    for (const auto& [name, count] : evidence.transports)
        text += fmt::format("{}{} × {}", text.empty() ? "" : ", ", count, name);
    return text;
}

std::string status_text(const NcclEvidence& evidence) {
    std::string text(to_string(evidence.status));
    if (!evidence.reason.empty()) text += ": " + evidence.reason;
    return text;
}

struct Line {
    const char* name;
    std::function<std::string(const NcclEvidence&)> text;
};

std::vector<Line> lines_of_table() {
    return {
        {"evidence", status_text},
        {"NCCL", [](const NcclEvidence& e) { return e.version; }},
        {"topology file",
         [](const NcclEvidence& e) {
             return e.topo_file.empty() ? std::string("none, detected") : e.topo_file;
         }},
        {"CPUs and their ranks", cpus_text},
        {"processor", processors_text},
        {"path of the farthest pair", [](const NcclEvidence& e) { return e.path_type; }},
        {"between CPUs",
         [](const NcclEvidence& e) {
             return e.inter_cpu_gbps ? fmt::format("{:g} GB/s", *e.inter_cpu_gbps) : std::string();
         }},
        {"ring search", search_text},
        {"fell back to simple order",
         [](const NcclEvidence& e) { return std::string(e.fell_back ? "YES" : "no"); }},
        {"channels in use",
         [](const NcclEvidence& e) {
             return e.channels ? std::to_string(*e.channels) : std::string();
         }},
        {"ring order", [](const NcclEvidence& e) { return listed(e.ring); }},
        {"protocol Simple from",
         [](const NcclEvidence& e) {
             return e.simple_from_bytes ? size_text(*e.simple_from_bytes) : std::string();
         }},
        {"connections", transports_text},
    };
}

Tone tone_of(const NcclEvidence& evidence, const std::string& text) {
    if (text.starts_with("YES")) return Tone::bad;
    if (evidence.status != Status::ok && text == status_text(evidence)) return Tone::bad;
    return Tone::plain;
}

}  // namespace

std::optional<Section> nccl_section(const Report& report) {
    if (report.nccl.empty()) return std::nullopt;
    Section section{.title = "what NCCL perceived",
                    .lines = {{.text = "read from its own log and dumps in a run of their own, not "
                                       "timed",
                               .tone = Tone::quiet}},
                    .table = Table{.heads = {""}, .left = {true}, .rows = {}},
                    .after = {}};
    for (const auto& evidence : report.nccl) {
        section.table->heads.push_back(evidence.variant);
        section.table->left.push_back(true);
    }
    for (const auto& line : lines_of_table()) {
        std::vector<Phrase> row{{.text = line.name, .tone = Tone::quiet}};
        for (const auto& evidence : report.nccl) {
            const auto text = line.text(evidence);
            row.push_back(text.empty() ? Phrase{.text = "–", .tone = Tone::quiet}
                                       : Phrase{.text = text, .tone = tone_of(evidence, text)});
        }
        section.table->rows.push_back(std::move(row));
    }
    for (const auto& evidence : report.nccl)
        for (const auto& warning : evidence.warnings)
            section.after.push_back(
                {.text = fmt::format("{} warned: {}", evidence.variant, warning),
                 .tone = Tone::caution});
    return section;
}

}  // namespace hopbench::reporting

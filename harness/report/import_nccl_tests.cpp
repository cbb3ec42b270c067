#include "harness/report/import_nccl_tests.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "harness/model/error.hpp"
#include "harness/report/import_frame.hpp"
#include "harness/report/log_text.hpp"
#include "harness/report/nccl_log.hpp"

namespace hopbench {
namespace {

using namespace reporting;

constexpr const char* remedy = "import the whole, unchanged text log of an nccl-tests program";
constexpr double none = std::numeric_limits<double>::quiet_NaN();

enum : std::uint32_t { reason_none, reason_mean, reason_wrong };
enum : std::uint32_t { verified, unverified, first_corrupt };

/// Rows learn their collective; the report learns how it is known.
void name_collectives(NcclLog& log, std::vector<std::string>& notes) {
    const int ranks = static_cast<int>(log.ranks.size());
    const bool in_header = std::none_of(log.rows.begin(), log.rows.end(),
                                        [](const NcclRow& row) { return row.collective.empty(); });
    const auto inferred = infer_collective(log.rows, ranks);
    if (in_header) {
        notes.emplace_back("the log's header names the collective");
        return;
    }
    std::string name = inferred.name, evidence = inferred.evidence;
    if (log.programs.size() == 1) {
        name = log.programs.front();
        evidence = "the log mentions one program, " + name + "_perf";
        if (inferred.name != "collective" && inferred.name != collective_name(name))
            evidence += ", although its bandwidths are those of " + inferred.name;
    }
    notes.push_back("collective: " + collective_name(name) + " (" + evidence + ")");
    for (auto& row : log.rows)
        if (row.collective.empty()) row.collective = name;
}

/// A full address where the log gives one ("0000:1b:00"); older versions print the bus alone.
std::string bdf_of(const std::string& bus) {
    return std::count(bus.begin(), bus.end(), ':') == 2 ? bus + ".0" : "";
}

void add_gpus(const NcclLog& log, Report& report) {
    std::set<std::string> models;
    std::set<std::pair<std::string, int>> devices;
    for (const auto& rank : log.ranks) {
        report.gpus.push_back({.index = rank.rank,
                               .name = rank.name,
                               .uuid = "",
                               .bdf = bdf_of(rank.bus),
                               .numa_node = std::nullopt,
                               .numa_source = ""});
        models.insert(rank.name);
        devices.emplace(rank.host, rank.device);
    }
    for (const auto& model : models)
        report.identity.gpu_model += (report.identity.gpu_model.empty() ? "" : " + ") + model;
    report.identity.gpu_count = static_cast<int>(devices.size());
    report.identity.simulated = report.identity.gpu_model.find("SIMULATED") != std::string::npos;
    if (devices.size() != log.ranks.size())
        report.notes.push_back(std::to_string(log.ranks.size()) + " ranks share " +
                               std::to_string(devices.size()) + " GPUs");
}

CellKey key_of(const NcclRow& row, const char* method) {
    CellKey key{.family = collective_name(row.collective),
                .method = method,
                .metric = row.cpu_time ? "cpu_time" : "time",
                .src = std::nullopt,
                .dst = std::nullopt,
                .bytes = row.bytes,
                .direction = "",
                .engine = "nccl/" + row.type,
                .host_node = std::nullopt};
    if (!row.redop.empty()) key.engine += "/" + row.redop;
    if (row.root) key.engine += "/root:" + std::to_string(*row.root);
    return key;
}

class CellMaker {
  public:
    CellMaker(Report& report, const NcclLog& log) : report_(report), log_(log) {}

    void add(const NcclRow& row, const char* method,
             const std::optional<NcclMeasurement>& measurement) {
        if (!measurement) return;
        const auto key = key_of(row, method);
        if (!keys_.insert(key).second) {
            ++repeated_;
            return;
        }
        const bool wrong = is_wrong(*measurement);
        report_.identity.methods[key.family + "/" + key.method] = 1;
        report_.cells.push_back({.key = key,
                                 .pair_class = PairClass::collective,
                                 .unit = "s",
                                 .better = Better::lower,
                                 .margin_kind = MarginKind::allreduce,
                                 .quantum = measurement->quantum,
                                 .invocations = {.block = {0},
                                                 .position = {0},
                                                 .status = {wrong ? Status::corrupt : Status::ok},
                                                 .count = {1},
                                                 .median = {measurement->seconds},
                                                 .p99 = {none},
                                                 .min = {none},
                                                 .max = {none},
                                                 .offset = {0},
                                                 .binding = {0},
                                                 .placement = {0},
                                                 .verification = {verification(row, *measurement)},
                                                 .reason = {wrong ? reason_wrong : reason_mean}}});
    }
    [[nodiscard]] std::size_t repeated() const noexcept { return repeated_; }

  private:
    /// An old "error" above zero may be rounding; only with wrong values in the closing lines it
    /// counts, and then for every such row, as the log does not say which.
    [[nodiscard]] bool is_wrong(const NcclMeasurement& measurement) const {
        if (measurement.wrong.value_or(0) == 0) return false;
        return !log_.old_errors || log_.out_of_bounds.value_or(0) > 0;
    }
    std::uint32_t verification(const NcclRow& row, const NcclMeasurement& measurement) {
        if (!measurement.wrong) return unverified;
        if (!is_wrong(measurement)) return verified;
        report_.verifications.push_back(
            {.status = "corrupt",
             .samples_checked = 1,
             .bytes_checked = row.bytes,
             .mismatches = *measurement.wrong,
             .note = log_.old_errors ? "a deviation, not a count" : ""});
        return static_cast<std::uint32_t>(report_.verifications.size() - 1);
    }

    Report& report_;
    const NcclLog& log_;
    std::set<CellKey> keys_;
    std::size_t repeated_ = 0;
};

void add_tables(Report& report) {
    report.reasons = {"", "nccl-tests prints one mean a row: no percentiles, no extremes",
                      "nccl-tests counted wrong values in the result"};
    frame_import(report, "nccl-tests");
    report.verifications = {{.status = "verified",
                             .samples_checked = 1,
                             .bytes_checked = 0,
                             .mismatches = 0,
                             .note = "by nccl-tests"},
                            {.status = "unverified",
                             .samples_checked = 0,
                             .bytes_checked = 0,
                             .mismatches = 0,
                             .note = "the log says N/A"}};
    static_assert(first_corrupt == 2);
}

}  // namespace

Report import_nccl_tests(const std::filesystem::path& file) {
    auto log = parse_nccl_log(read_log(file, remedy), file.string());
    Report report;
    report.kind = "import";
    report.origin = "nccl-tests " + (log.version.empty() ? "of an unnamed version" : log.version);
    if (!log.nccl_version.empty()) report.origin += ", NCCL " + log.nccl_version;
    report.setting.platform = "imported";
    report.margins = default_margins();
    add_tables(report);
    add_gpus(log, report);
    name_collectives(log, report.notes);
    report.notes.push_back(
        "one sample a cell: the mean of " +
        (log.iterations ? std::to_string(*log.iterations) : std::string("an unknown number of")) +
        " iterations");
    report.notes.emplace_back("algbw and busbw follow from size and time and were not imported");

    CellMaker maker(report, log);
    for (const auto& row : log.rows) {
        maker.add(row, "nccl-tests-out-of-place", row.out_of_place);
        maker.add(row, "nccl-tests-in-place", row.in_place);
    }
    if (maker.repeated() > 0)
        report.notes.push_back("sizes that come again were left out, the first was kept: " +
                               std::to_string(maker.repeated()) + " measurements");
    if (report.cells.empty())
        throw usage_error(file.string() + ": line " + std::to_string(log.lines),
                          "no row has a time", remedy);
    std::sort(report.cells.begin(), report.cells.end(),
              [](const Cell& a, const Cell& b) { return a.key < b.key; });
    report.volatile_part.directory = file.string();
    return report;
}

}  // namespace hopbench

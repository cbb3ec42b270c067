#include "harness/report/import_nvbandwidth.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

#include "harness/model/error.hpp"
#include "harness/model/size_text.hpp"
#include "harness/report/import_frame.hpp"
#include "harness/report/log_text.hpp"
#include "harness/report/nvbandwidth_log.hpp"
#include "harness/report/nvbandwidth_tests.hpp"
#include "harness/report/plain_text.hpp"

namespace hopbench {
namespace {

using namespace reporting;

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t mebibyte = 1048576;
constexpr std::uint64_t load_bytes = 8;  ///< of one step of the pointer chase
constexpr std::size_t names_noted = 6;

enum : std::uint32_t { reason_none, reason_one_number, reason_no_access };

/// v0.7 → 7; of a version that cannot be read, the newest known.
int minor_version(const std::string& version) {
    constexpr int newest = 8;
    const auto dot = version.find("0.");
    if (dot == std::string::npos) return newest;
    int minor = newest;
    std::from_chars(version.data() + dot + 2, version.data() + version.size(), minor);
    return minor;
}

std::uint64_t buffer_bytes(const NvBandwidthLog& log, std::vector<std::string>& notes) {
    if (log.buffer_mebibytes) return *log.buffer_mebibytes * mebibyte;
    // 64 MiB until v0.6, 512 MiB since.
    const auto bytes = (minor_version(log.version) < 7 ? 64 : 512) * mebibyte;
    notes.push_back(
        "nvbandwidth does not print its buffer size: bytes are the default of this "
        "version, " +
        size_text(bytes));
    if (log.small_buffer)
        notes.emplace_back(
            "it warned that a smaller buffer was chosen: bytes are not the real ones, compare only "
            "with outputs of the same buffer");
    return bytes;
}

/// Source and destination in the way the bytes move.
void set_ends(CellKey& key, NvEnds ends, int row, int column, bool one_row) {
    switch (ends) {
        case NvEnds::host_to_column:
        case NvEnds::column_to_host:
            (ends == NvEnds::host_to_column ? key.dst : key.src) = column;
            if (!one_row) key.host_node = row;
            break;
        case NvEnds::row_to_column:
            key.src = row, key.dst = column;
            break;
        case NvEnds::column_to_row:
            key.src = column, key.dst = row;
            break;
        case NvEnds::into_column:
            key.dst = column;
            break;
        case NvEnds::out_of_column:
            key.src = column;
            break;
        case NvEnds::within_column:
            key.src = key.dst = column;
            break;
    }
}

bool is_between_gpus(NvEnds ends) {
    return ends == NvEnds::row_to_column || ends == NvEnds::column_to_row;
}

class CellMaker {
  public:
    CellMaker(Report& report, std::uint64_t bytes) : report_(report), bytes_(bytes) {}

    /// Why the test has no cells; empty when it has.
    std::string add(const NvTest& test, const std::string& file) {
        const auto known = find_nvbandwidth_test(test.name);
        if (!known) return "not imported, unknown here";
        if (test.matrix.empty()) return test.status.empty() ? "no numbers" : test.status;
        if (!done_.insert(test.name).second) return "there twice, the first was kept";
        check_shape(test, *known, file);
        const std::size_t before = report_.cells.size();
        for (std::size_t row = 0; row < test.matrix.size(); ++row)
            for (std::size_t column = 0; column < test.matrix[row].size(); ++column)
                add_entry(test, *known, static_cast<int>(row), static_cast<int>(column));
        if (report_.cells.size() == before) return "no numbers";
        columns_ = std::max(columns_, test.matrix.front().size());
        report_.identity.methods[std::string(known->meaning.family) + "/" + method_of(test)] = 1;
        return "";
    }
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }

  private:
    static std::string method_of(const NvTest& test) {
        const bool total = test.description.find("Total") != std::string::npos;
        return "nvbandwidth-" + test.name + (total ? "_total" : "");
    }
    static void check_shape(const NvTest& test, const NvKnownTest& known, const std::string& file) {
        const auto fail = [&](const std::string& why) {
            throw usage_error(file + ": " + test.place, test.name + " " + why, nvbandwidth_remedy);
        };
        const auto& ends = known.meaning.ends;
        const auto rows = test.matrix.size(), columns = test.matrix.front().size();
        if (is_between_gpus(ends) && rows != columns)
            fail("is a matrix of GPU pairs with " + std::to_string(rows) + " rows and " +
                 std::to_string(columns) + " columns");
        const bool of_host = ends == NvEnds::host_to_column || ends == NvEnds::column_to_host;
        if (!is_between_gpus(ends) && !of_host && rows != 1)
            fail("has " + std::to_string(rows) + " rows where one is due");
        if (!test.description.ends_with(known.meaning.latency ? "(ns)" : "(GB/s)"))
            fail("is not in " + std::string(known.meaning.latency ? "ns" : "GB/s"));
    }

    void add_entry(const NvTest& test, const NvKnownTest& known, int row, int column) {
        const auto& meaning = known.meaning;
        auto value = test.matrix[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        if (is_between_gpus(meaning.ends) && row == column) return;
        // Versions before N/A print 0.00 where nothing was measured.
        if (value && value->value == 0) value.reset();
        const double scale = meaning.latency ? 1e-9 : 1e9;
        CellKey key{.family = std::string(meaning.family),
                    .method = method_of(test),
                    .metric = meaning.latency ? "load_latency" : "bandwidth",
                    .src = std::nullopt,
                    .dst = std::nullopt,
                    .bytes = meaning.latency ? load_bytes : bytes_,
                    .direction = std::string(meaning.direction),
                    .engine = std::string(known.engine),
                    .host_node = std::nullopt};
        set_ends(key, meaning.ends, row, column, test.matrix.size() == 1);
        report_.cells.push_back(
            {.key = std::move(key),
             .pair_class = PairClass::unknown_numa,
             .unit = meaning.latency ? "s" : "B/s",
             .better = meaning.latency ? Better::lower : Better::higher,
             .margin_kind = meaning.latency ? MarginKind::latency : MarginKind::bandwidth,
             .quantum = value ? value->quantum * scale : 0,
             .invocations = {.block = {0},
                             .position = {0},
                             .status = {value ? Status::ok : Status::not_supported},
                             .count = {value ? 1u : 0u},
                             .median = {value ? value->value * scale : none},
                             .p99 = {none},
                             .min = {none},
                             .max = {none},
                             .offset = {0},
                             .binding = {0},
                             .placement = {0},
                             .verification = {0},
                             .reason = {value ? reason_one_number : reason_no_access}}});
    }

    Report& report_;
    std::uint64_t bytes_;
    std::set<std::string> done_;
    std::size_t columns_ = 0;
};

void add_tables(Report& report) {
    report.reasons = {"",
                      "nvbandwidth prints one median or mean an entry: no percentiles, no extremes",
                      "nvbandwidth says N/A: no access between these two"};
    frame_import(report, "nvbandwidth");
    report.verifications = {{.status = "unverified",
                             .samples_checked = 0,
                             .bytes_checked = 0,
                             .mismatches = 0,
                             .note = "nvbandwidth checks, if at all, in the context that copied, "
                                     "and does not print it"}};
}

void add_gpus(const NvBandwidthLog& log, std::size_t columns, Report& report) {
    std::set<std::string> models;
    for (std::size_t i = 0; i < log.devices.size(); ++i) {
        Gpu gpu;
        gpu.index = static_cast<int>(i);
        gpu.name = log.devices[i].name;
        gpu.bdf = log.devices[i].bdf;
        models.insert(gpu.name);
        report.gpus.push_back(std::move(gpu));
    }
    for (const auto& model : models)
        report.identity.gpu_model += (report.identity.gpu_model.empty() ? "" : " + ") + model;
    report.identity.gpu_count = static_cast<int>(std::max(columns, log.devices.size()));
    report.identity.simulated = report.identity.gpu_model.find("SIMULATED") != std::string::npos;
    if (columns > log.devices.size())
        report.notes.push_back("matrices have " + std::to_string(columns) + " columns, but only " +
                               std::to_string(log.devices.size()) + " GPUs are listed");
}

/// "no numbers from 7 tests: A (Waived), B (Error) and 5 more".
void note_absent(Report& report, const std::vector<std::string>& absent, std::size_t waived) {
    if (!absent.empty()) {
        std::string text = "no numbers from " + std::to_string(absent.size()) + " tests: ";
        for (std::size_t i = 0; i < absent.size() && i < names_noted; ++i)
            text += (i == 0 ? "" : ", ") + absent[i];
        if (absent.size() > names_noted)
            text += " and " + std::to_string(absent.size() - names_noted) + " more";
        report.notes.push_back(std::move(text));
    }
    if (waived > 0)
        report.notes.push_back(std::to_string(waived) +
                               " tests were waived, their names are not printed");
}

void add_notes(const NvBandwidthLog& log, Report& report) {
    report.notes.emplace_back(
        "source and destination are in the way the bytes move; nvbandwidth's arrows between GPUs "
        "point the other way");
    const auto has = [&](std::string_view part) {
        return std::any_of(report.cells.begin(), report.cells.end(), [&](const Cell& cell) {
            return cell.key.method.find(part) != std::string::npos;
        });
    };
    if (has("bidirectional"))
        report.notes.emplace_back(
            "bidirectional copies are the rate of one direction while the other runs, except where "
            "the method ends in _total");
    if (has("device_to_device_latency") && minor_version(log.version) < 8)
        report.notes.emplace_back(
            "device_to_device_latency of this version measured the latency of the host: fixed in "
            "v0.8");
    if (!log.error.empty()) report.notes.push_back("nvbandwidth ended with an error: " + log.error);
}

bool is_unfinished(const NvTest& test) {
    return test.matrix.empty() && test.status != "Waived";
}

}  // namespace

Report import_nvbandwidth(const std::filesystem::path& file) {
    const auto name = file.string();
    const auto text = read_log(file, nvbandwidth_remedy);
    const auto document = find_nvbandwidth_json(text);
    const auto log = document.empty() ? parse_nvbandwidth_text(text, name)
                                      : parse_nvbandwidth_json(document, name);
    Report report;
    report.kind = "import";
    report.origin = "nvbandwidth " + (log.version.empty() ? "of an unnamed version" : log.version);
    report.setting.platform = "imported";
    report.setting.driver = log.driver;
    report.margins = default_margins();
    add_tables(report);
    const auto bytes = buffer_bytes(log, report.notes);
    CellMaker maker(report, bytes);
    std::vector<std::string> absent;
    for (const auto& test : log.tests)
        if (const auto why = maker.add(test, name); !why.empty())
            absent.push_back(test.name + " (" + why + ")");
    if (report.cells.empty()) throw usage_error(name, "no test has a number", nvbandwidth_remedy);
    add_gpus(log, maker.columns(), report);
    add_notes(log, report);
    note_absent(report, absent, log.waived);
    const bool unfinished = std::any_of(log.tests.begin(), log.tests.end(), is_unfinished);
    if (unfinished || !log.error.empty()) report.outcome = "interrupted";
    std::sort(report.cells.begin(), report.cells.end(),
              [](const Cell& a, const Cell& b) { return a.key < b.key; });
    report.volatile_part.directory = name;
    return report;
}

}  // namespace hopbench

#include "harness/report/report_reader.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/model/error.hpp"
#include "harness/report/cell_builder.hpp"
#include "harness/report/header_reader.hpp"
#include "harness/report/plain_text.hpp"
#include "harness/report/report_check.hpp"
#include "harness/report/report_limits.hpp"

namespace hopbench {
namespace {

using namespace reporting;
using nlohmann::json;

constexpr const char* damaged = "the report is damaged or was edited: run again or restore it";
constexpr const char* not_ours =
    "name a report.json of `hopbench run`; logs of other tools go through `hopbench import`";

/// Receives the parser's events. Cells go to the builder one by one; the other, small members
/// become one bounded document; unknown members are skipped.
class Handler {
  public:
    explicit Handler(const std::string& file, const std::string& text)
        : file_(file), text_(text), cells_(file) {}

    bool null() {
        return value([&] { cells_.null(); }, nullptr);
    }
    bool boolean(bool v) {
        return value([&] { cells_.boolean(); }, v);
    }
    bool number_integer(std::int64_t v) {
        return value([&] { v < 0 ? cells_.negative(static_cast<double>(v)) : cells_.whole(0); }, v);
    }
    bool number_unsigned(std::uint64_t v) {
        return value([&] { cells_.whole(v); }, v);
    }
    bool number_float(double v, const std::string&) {
        return value([&] { cells_.real(v); }, v);
    }
    bool string(std::string& v) {
        if (mode_ == Mode::header) return header_value(json(std::move(v)));
        return value([&] { cells_.word(v); }, nullptr);
    }
    bool binary(json::binary_t&) { return false; }

    bool start_object(std::size_t) {
        enter();
        switch (mode_) {
            case Mode::start:
                mode_ = Mode::top;
                break;
            case Mode::header:
                open(json::object());
                break;
            case Mode::cells:
                if (depth_ == cell_depth) fail("cells: is no list");
                mode_ = Mode::cell;
                cells_.begin_cell();
                break;
            case Mode::cell:
                cells_.begin_object();
                break;
            case Mode::top:
            case Mode::skip:
                break;
        }
        return true;
    }
    bool key(std::string& name) {
        if (mode_ == Mode::top) {
            begin_member(name);
        } else if (mode_ == Mode::header) {
            if (open_.back()->contains(name)) fail(member_ + ": \"" + name + "\" is there twice");
            key_ = std::move(name);
        } else if (mode_ == Mode::cell && !cells_.field(name)) {
            skip_from_ = depth_;
            mode_ = Mode::skip;
            skip_back_ = Mode::cell;
        }
        return true;
    }
    bool end_object() {
        --depth_;
        if (mode_ == Mode::header) {
            close();
        } else if (mode_ == Mode::skip) {
            end_skip();
        } else if (mode_ == Mode::cell && depth_ == cell_depth) {
            mode_ = Mode::cells;
            cells_.end_cell();
        } else if (mode_ == Mode::cell) {
            cells_.end_object();
        }
        return true;
    }
    bool start_array(std::size_t) {
        enter();
        if (mode_ == Mode::start) foreign();
        if (mode_ == Mode::header)
            open(json::array());
        else if (mode_ == Mode::cell)
            cells_.begin_array();
        else if (mode_ == Mode::cells && depth_ != cell_depth)
            cells_.fail("is no object");
        return true;
    }
    bool end_array() {
        --depth_;
        if (mode_ == Mode::header)
            close();
        else if (mode_ == Mode::skip)
            end_skip();
        else if (mode_ == Mode::cell)
            cells_.end_array();
        else if (mode_ == Mode::cells)
            mode_ = Mode::top;
        return true;
    }
    bool parse_error(std::size_t position, const std::string& last, const json::exception&) {
        if (mode_ == Mode::start) foreign();
        const auto at = std::min(position, text_.size());
        const auto line =
            1 + std::count(text_.begin(), text_.begin() + static_cast<long>(at), '\n');
        const std::string where = file_ + ": line " + std::to_string(line) + ": " + place();
        if (position >= text_.size()) throw usage_error(where, "the file ends here", damaged);
        const auto near = last.substr(last.size() - std::min<std::size_t>(last.size(), 12));
        throw usage_error(where, "not valid JSON near \"" + plain_text(near) + "\"", damaged);
    }

    [[nodiscard]] const json& header() const { return header_; }
    [[nodiscard]] CellBuilder& cells() { return cells_; }
    [[nodiscard]] bool saw_cells() const { return saw_cells_; }

  private:
    enum class Mode { start, top, header, cells, cell, skip };
    static constexpr std::size_t cell_depth = 2;  ///< inside the list, outside a cell

    template <class ToCell, class Value>
    bool value(ToCell to_cell, Value v) {
        if (mode_ == Mode::cell) {
            to_cell();
        } else if (mode_ == Mode::header) {
            return header_value(json(v));
        } else if (mode_ == Mode::skip) {
            end_skip();
        } else if (mode_ == Mode::cells) {
            if (depth_ < cell_depth) fail("cells: is no list");
            cells_.fail("is no object");
        } else if (mode_ == Mode::start) {
            foreign();
        }
        return true;
    }
    void enter() {
        if (++depth_ > max_depth) fail(place() + ": nested deeper than any report");
    }
    void begin_member(std::string& name) {
        member_ = std::move(name);
        if (member_ == "cells") {
            if (saw_cells_) fail("cells: is there twice");
            saw_cells_ = true;
            mode_ = Mode::cells;
        } else if (is_header_member(member_)) {
            if (header_.contains(member_)) fail(member_ + ": is there twice");
            mode_ = Mode::header;
            key_ = member_;
            open_ = {&header_};
        } else {
            skip_from_ = depth_;
            mode_ = Mode::skip;
            skip_back_ = Mode::top;
        }
    }
    json& place_value(json&& v) {
        if (++header_values_ > max_header_values) fail(member_ + ": more values than any report");
        json& parent = *open_.back();
        if (parent.is_array()) return parent.emplace_back(std::move(v));
        return parent[key_] = std::move(v);
    }
    bool header_value(json&& v) {
        place_value(std::move(v));
        if (open_.size() == 1) end_member();
        return true;
    }
    void open(json&& container) { open_.push_back(&place_value(std::move(container))); }
    void close() {
        open_.pop_back();
        if (open_.size() == 1) end_member();
    }
    void end_member() {
        mode_ = Mode::top;
        // As early as it can be known: another version's members may look different.
        if (member_ == "schema_version" && header_.contains("schema"))
            check_version(header_, file_);
    }
    void end_skip() {
        if (depth_ == skip_from_) mode_ = skip_back_;
    }
    [[nodiscard]] std::string place() const {
        if (mode_ == Mode::cells || mode_ == Mode::cell) return cells_.place();
        return member_.empty() ? "report" : plain_text(member_);
    }
    [[noreturn]] void fail(const std::string& what) const {
        throw usage_error(file_, plain_text(what), damaged);
    }
    [[noreturn]] void foreign() const {
        throw usage_error(file_, "is no hopbench report", not_ours);
    }

    const std::string& file_;
    const std::string& text_;
    CellBuilder cells_;
    json header_ = json::object();
    std::vector<json*> open_;  ///< containers being filled, outermost first
    std::string member_, key_;
    std::size_t depth_ = 0, skip_from_ = 0, header_values_ = 0;
    Mode mode_ = Mode::start, skip_back_ = Mode::top;
    bool saw_cells_ = false;
};

std::string read_text(const std::filesystem::path& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error) throw usage_error(file.string(), error.message(), not_ours);
    if (size == 0) throw usage_error(file.string(), "is empty", not_ours);
    if (size > max_file_bytes)
        throw usage_error(file.string(), "is larger than 2 GiB", "compare fewer cells a report");
    std::string text(size, '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(text.data(), static_cast<std::streamsize>(size));
    if (!in) throw usage_error(file.string(), "cannot be read", "check its permissions");
    return text;
}

/// The order of the cells in the file is only a promise.
void sort_cells(std::vector<Cell>& cells, const std::string& file) {
    const auto less = [](const Cell& a, const Cell& b) { return a.key < b.key; };
    if (!std::is_sorted(cells.begin(), cells.end(), less))
        std::stable_sort(cells.begin(), cells.end(), less);
    for (std::size_t i = 1; i < cells.size(); ++i)
        if (cells[i].key == cells[i - 1].key)
            throw usage_error(file + ": cells[" + std::to_string(i) + "].key",
                              "two cells are \"" + plain_text(describe(cells[i].key)) +
                                  "\" of variant " + plain_text(cells[i].key.variant),
                              damaged);
}

}  // namespace

Report read_report(const std::filesystem::path& path) {
    std::error_code ignored;
    auto file = path;
    if (std::filesystem::is_directory(path, ignored)) {
        file = path / "report.json";
        if (!std::filesystem::exists(file, ignored))
            throw usage_error(path.string(), "holds no report.json",
                              "an unfinished run is finished by `hopbench run --resume -o DIR`");
    }
    const auto name = file.string();
    const auto text = read_text(file);
    Handler handler(name, text);
    json::sax_parse(text.data(), text.data() + text.size(), &handler);

    Report report;
    read_header(handler.header(), name, report);
    if (!handler.saw_cells()) throw usage_error(name, "field \"cells\" is missing", damaged);
    report.cells = std::move(handler.cells().cells());
    if (const auto fault = find_fault(report))
        throw usage_error(name + ": " + plain_text(fault->place), plain_text(fault->why), damaged);
    sort_cells(report.cells, name);
    const bool usual_name = file.filename() == "report.json";
    const auto directory = usual_name ? file.parent_path() : file;
    report.volatile_part.directory = directory.empty() ? "." : directory.string();
    return report;
}

}  // namespace hopbench

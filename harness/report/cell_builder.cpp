#include "harness/report/cell_builder.hpp"

#include <cmath>
#include <limits>

#include "harness/model/error.hpp"
#include "harness/report/report_limits.hpp"

namespace hopbench::reporting {

struct CellBuilder::Spec {
    std::string_view name;
    bool in_key;
    std::variant<std::monostate, std::string CellKey::*, std::optional<int> CellKey::*,
                 std::uint64_t CellKey::*, std::string Cell::*, double Cell::*, Better Cell::*,
                 PairClass Cell::*, MarginKind Cell::*, std::vector<int> Invocations::*,
                 std::vector<std::uint64_t> Invocations::*,
                 std::vector<std::uint32_t> Invocations::*, std::vector<double> Invocations::*,
                 std::vector<Status> Invocations::*>
        target;
};

/// Every field of a cell in the file; each is required but "ranks", which came with version 1.1.
const std::vector<CellBuilder::Spec>& CellBuilder::specs() {
    static const std::vector<Spec> list{
        {"key", false, std::monostate{}},
        {"class", false, &Cell::pair_class},
        {"unit", false, &Cell::unit},
        {"better", false, &Cell::better},
        {"margin_kind", false, &Cell::margin_kind},
        {"quantum", false, &Cell::quantum},
        {"block", false, &Invocations::block},
        {"position", false, &Invocations::position},
        {"status", false, &Invocations::status},
        {"count", false, &Invocations::count},
        {"median", false, &Invocations::median},
        {"p99", false, &Invocations::p99},
        {"min", false, &Invocations::min},
        {"max", false, &Invocations::max},
        {"offset", false, &Invocations::offset},
        {"binding", false, &Invocations::binding},
        {"placement", false, &Invocations::placement},
        {"verification", false, &Invocations::verification},
        {"reason", false, &Invocations::reason},
        {"family", true, &CellKey::family},
        {"method", true, &CellKey::method},
        {"metric", true, &CellKey::metric},
        {"src", true, &CellKey::src},
        {"dst", true, &CellKey::dst},
        {"ranks", true, &CellKey::ranks},
        {"bytes", true, &CellKey::bytes},
        {"direction", true, &CellKey::direction},
        {"engine", true, &CellKey::engine},
        {"host_node", true, &CellKey::host_node},
        {"binding", true, &CellKey::binding},
        {"variant", true, &CellKey::variant},
    };
    return list;
}

void CellBuilder::begin_cell() {
    if (cells_.size() >= max_cells) fail("there are more cells than any run has");
    const std::size_t likely = cells_.empty() ? 0 : cells_.back().invocations.size();
    cell_ = Cell{};
    for (const auto& spec : specs())
        std::visit(
            [&](auto member) {
                if constexpr (requires { (cell_.invocations.*member).reserve(likely); })
                    (cell_.invocations.*member).reserve(likely);
            },
            spec.target);
    seen_ = 0;
    field_ = nullptr;
}

void CellBuilder::end_cell() {
    field_ = nullptr;
    for (std::size_t i = 0; i < specs().size(); ++i)
        if ((seen_ >> i & 1) == 0 && specs()[i].name != "ranks")
            fail(std::string("field \"") + (specs()[i].in_key ? "key." : "") +
                 std::string(specs()[i].name) + "\" is missing");
    cells_.push_back(std::move(cell_));
}

bool CellBuilder::field(std::string_view name) {
    field_ = nullptr;
    for (std::size_t i = 0; i < specs().size(); ++i) {
        const auto& spec = specs()[i];
        if (spec.in_key != in_key_ || spec.name != name) continue;
        field_ = &spec;
        if ((seen_ >> i & 1) != 0) fail("is there twice");
        seen_ |= std::uint64_t{1} << i;
        return true;
    }
    return false;
}

void CellBuilder::begin_object() {
    if (in_array_ || !std::holds_alternative<std::monostate>(field_->target))
        fail("is an object where a value is due");
    in_key_ = true;
    field_ = nullptr;
}

void CellBuilder::end_object() {
    in_key_ = false;
    field_ = nullptr;
}

void CellBuilder::begin_array() {
    if (in_array_) fail("is a list where a value is due");
    const bool is_column = std::visit(
        [&](auto member) {
            if constexpr (requires { Column{&(cell_.invocations.*member)}; }) {
                column_ = &(cell_.invocations.*member);
                return true;
            } else {
                return false;
            }
        },
        field_->target);
    if (!is_column) fail("is a list where a value is due");
    in_array_ = true;
}

template <class T>
std::vector<T>* CellBuilder::column() {
    auto* const* found = std::get_if<std::vector<T>*>(&column_);
    if (!found) return nullptr;
    if ((*found)->size() >= max_invocations) fail("has more entries than any run has invocations");
    return *found;
}

void CellBuilder::push_real(std::vector<double>& reals, double value) {
    if (std::abs(value) > max_magnitude) fail("is out of range");
    reals.push_back(value);
}

void CellBuilder::array_whole(std::uint64_t value) {
    if (auto* ints = column<int>()) {
        if (value > std::numeric_limits<int>::max()) fail("is out of range");
        ints->push_back(static_cast<int>(value));
    } else if (auto* counts = column<std::uint64_t>()) {
        counts->push_back(value);
    } else if (auto* indexes = column<std::uint32_t>()) {
        if (value > std::numeric_limits<std::uint32_t>::max()) fail("is out of range");
        indexes->push_back(static_cast<std::uint32_t>(value));
    } else if (auto* reals = column<double>()) {
        push_real(*reals, static_cast<double>(value));
    } else {
        fail("is a number where a status is due");
    }
}

void CellBuilder::whole(std::uint64_t value) {
    if (in_array_) return array_whole(value);
    if (const auto* bytes = std::get_if<std::uint64_t CellKey::*>(&field_->target)) {
        cell_.key.*(*bytes) = value;
    } else if (const auto* index = std::get_if<std::optional<int> CellKey::*>(&field_->target)) {
        if (value > static_cast<std::uint64_t>(max_index)) fail("is out of range");
        cell_.key.*(*index) = static_cast<int>(value);
    } else if (std::holds_alternative<double Cell::*>(field_->target)) {
        real(static_cast<double>(value));
    } else {
        fail("is a number where something else is due");
    }
}

void CellBuilder::negative(double value) {
    if (in_array_ && std::holds_alternative<std::vector<Status>*>(column_))
        fail("is a number where a status is due");
    // The slope of a disturbed window may be below zero.
    if (auto* reals = in_array_ ? column<double>() : nullptr) return push_real(*reals, value);
    fail("is negative");
}

void CellBuilder::real(double value) {
    if (in_array_) {
        auto* reals = column<double>();
        if (!reals) fail("is no whole number");
        push_real(*reals, value);
    } else if (const auto* number = std::get_if<double Cell::*>(&field_->target)) {
        if (value < 0) fail("is negative");
        if (value > max_magnitude) fail("is out of range");
        cell_.*(*number) = value;
    } else {
        fail("is a number where something else is due");
    }
}

void CellBuilder::null() {
    if (in_array_) {
        auto* reals = column<double>();
        if (!reals) fail("is null where a value is due");
        reals->push_back(std::numeric_limits<double>::quiet_NaN());
    } else if (const auto* index = std::get_if<std::optional<int> CellKey::*>(&field_->target)) {
        cell_.key.*(*index) = std::nullopt;
    } else {
        fail("is null where a value is due");
    }
}

void CellBuilder::word(std::string& text) {
    const auto unknown = [&] { fail("has unknown value \"" + text + "\""); };
    if (in_array_) {
        auto* statuses = column<Status>();
        if (!statuses) fail("is a string where a number is due");
        const auto status = parse_status(text);
        if (!status) unknown();
        statuses->push_back(*status);
        return;
    }
    if (const auto* key_text = std::get_if<std::string CellKey::*>(&field_->target)) {
        cell_.key.*(*key_text) = std::move(text);
    } else if (const auto* cell_text = std::get_if<std::string Cell::*>(&field_->target)) {
        cell_.*(*cell_text) = std::move(text);
    } else if (const auto* better = std::get_if<Better Cell::*>(&field_->target)) {
        const auto value = parse_better(text);
        if (!value) unknown();
        cell_.*(*better) = *value;
    } else if (const auto* pair_class = std::get_if<PairClass Cell::*>(&field_->target)) {
        const auto value = parse_pair_class(text);
        if (!value) unknown();
        cell_.*(*pair_class) = *value;
    } else if (const auto* kind = std::get_if<MarginKind Cell::*>(&field_->target)) {
        const auto value = parse_margin_kind(text);
        if (!value) unknown();
        cell_.*(*kind) = *value;
    } else {
        fail("is a string where something else is due");
    }
}

std::size_t CellBuilder::column_size() const {
    return std::visit([](const auto* values) { return values->size(); }, column_);
}

std::string CellBuilder::place() const {
    std::string text = "cells[";
    text += std::to_string(cells_.size());
    text += ']';
    if (in_key_) text += ".key";
    if (field_) (text += '.') += field_->name;
    if (in_array_) ((text += '[') += std::to_string(column_size())) += ']';
    return text;
}

void CellBuilder::fail(const std::string& why) const {
    throw usage_error(file_ + ": " + place(), why,
                      "the report is damaged or was edited: run again or restore it");
}

}  // namespace hopbench::reporting

#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/model/cell.hpp"

namespace hopbench::reporting {

/// Builds cells from the events of a JSON reader. Checks types, ranges, missing and repeated
/// fields, and knows where it is. Every fault throws Error (exit 2).
class CellBuilder {
  public:
    explicit CellBuilder(std::string file) : file_(std::move(file)) {}

    void begin_cell();
    void end_cell();
    /// False when the field is unknown and its value is to be skipped.
    bool field(std::string_view name);
    void begin_object();  ///< of the current field
    void end_object();
    void begin_array();
    void end_array() { in_array_ = false; }

    void null();
    void whole(std::uint64_t value);
    void negative(double value);  ///< a whole number below zero
    void real(double value);
    void word(std::string& text);
    void boolean() const { fail("is true or false where that makes no sense"); }

    /// "cells[12].median[3]", for errors.
    [[nodiscard]] std::string place() const;
    [[noreturn]] void fail(const std::string& why) const;
    [[nodiscard]] std::vector<Cell>& cells() noexcept { return cells_; }

  private:
    struct Spec;
    static const std::vector<Spec>& specs();
    using Column =
        std::variant<std::vector<int>*, std::vector<std::uint64_t>*, std::vector<std::uint32_t>*,
                     std::vector<double>*, std::vector<Status>*>;

    [[nodiscard]] std::size_t column_size() const;
    template <class T>
    std::vector<T>* column();
    void push_real(std::vector<double>& reals, double value);
    void array_whole(std::uint64_t value);

    std::string file_;
    std::vector<Cell> cells_;
    Cell cell_;
    const Spec* field_ = nullptr;
    std::uint64_t seen_ = 0;  ///< one bit a field
    bool in_key_ = false, in_array_ = false;
    Column column_;  ///< where the current array goes
};

}  // namespace hopbench::reporting

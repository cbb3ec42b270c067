#pragma once
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hopbench::nccl_topo {

/// Reads a line from left to right. What does not match moves nothing.
class Scan {
  public:
    explicit Scan(std::string_view text) : rest_(text) {}

    [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

    bool skip(std::string_view word) {
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    /// Past the next occurrence.
    bool skip_to(std::string_view word) {
        const auto at = rest_.find(word);
        if (at == rest_.npos) return false;
        rest_.remove_prefix(at + word.size());
        return true;
    }
    /// Up to the next of these characters, which stays, or the end.
    std::string_view until(std::string_view characters) {
        const auto text = rest_.substr(0, rest_.find_first_of(characters));
        rest_.remove_prefix(text.size());
        return text;
    }
    std::optional<int> integer() { return number<int>(); }
    std::optional<std::uint64_t> count() { return number<std::uint64_t>(); }
    /// Finite ones; the words "inf" and "nan" are no number here.
    std::optional<double> real() {
        const auto before = rest_;
        const auto value = number<double>();
        if (value && std::isfinite(*value)) return value;
        rest_ = before;
        return std::nullopt;
    }

  private:
    template <class Number>
    std::optional<Number> number() {
        Number value{};
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        if (error != std::errc()) return std::nullopt;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return value;
    }

    std::string_view rest_;
};

}  // namespace hopbench::nccl_topo

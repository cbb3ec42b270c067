#include <algorithm>
#include <charconv>

#include "harness/model/error.hpp"
#include "harness/report/nccl_table.hpp"
#include "harness/report/nvbandwidth_log.hpp"
#include "harness/report/plain_text.hpp"

namespace hopbench::reporting {
namespace {

constexpr std::size_t quoted_width = 40;

bool is_number(std::string_view word, std::size_t expected) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc{} && end == word.data() + word.size() && value == expected;
}

/// "  0  1  2": the head of a matrix.
bool are_columns(const std::vector<std::string_view>& words) {
    for (std::size_t i = 0; i < words.size(); ++i)
        if (!is_number(words[i], i)) return false;
    return !words.empty() && words.size() <= nvbandwidth_max_devices;
}

/// The rest of the line behind a prefix; nullopt when it does not begin so.
std::optional<std::string_view> behind(std::string_view line, std::string_view prefix) {
    if (!line.starts_with(prefix)) return std::nullopt;
    return line.substr(prefix.size());
}

class Parser {
  public:
    explicit Parser(const std::string& name) : name_(name) {}

    void line(std::string_view text) {
        ++log_.lines;
        while (text.ends_with('\r') || text.ends_with(' ')) text.remove_suffix(1);
        if (in_matrix_) {
            if (text.empty())
                in_matrix_ = false;
            else
                row(text);
            return;
        }
        if (wants_columns_) return columns(text);
        if (header(text) || text.empty()) return;
        if (const auto name = behind(text, "Running "))
            begin_test(name->ends_with('.') ? name->substr(0, name->size() - 1) : *name);
        else if (text.starts_with("Waived:"))
            waive();
        else if (text.starts_with("Error:") || text.starts_with("ERROR:"))
            fail_test(text);
        else if (text.ends_with("(GB/s)") || text.ends_with("(ns)"))
            begin_matrix(text);
        else
            sum(text);
    }

    NvBandwidthLog take() {
        if (log_.version.empty())
            fail(log_.lines, "no line \"nvbandwidth Version:\": this is no output of nvbandwidth");
        if (in_matrix_ || wants_columns_ || wants_sum_)
            fail(log_.lines, "the file ends inside the matrix of " + log_.tests.back().name);
        return std::move(log_);
    }

  private:
    bool header(std::string_view text) {
        if (const auto version = behind(text, "nvbandwidth Version: ")) {
            log_.version = *version;
        } else if (const auto driver = behind(text, "Driver Version: ")) {
            log_.driver = *driver;
        } else if (text.starts_with("NOTE: You have chosen a buffer size")) {
            log_.small_buffer = true;
        } else if (const auto device = behind(text, "Device "); device && !running_) {
            const auto colon = device->find(": ");
            if (colon == device->npos || !is_number(device->substr(0, colon), log_.devices.size()))
                return false;
            if (log_.devices.size() >= nvbandwidth_max_devices)
                fail(log_.lines, "there are more GPUs than any machine has");
            log_.devices.push_back(parse_nvbandwidth_device(device->substr(colon + 2)));
        } else {
            return false;
        }
        return true;
    }
    void begin_test(std::string_view name) {
        expect_no_sum();
        running_ = true;
        log_.tests.push_back({.name = std::string(name),
                              .status = "Running",
                              .description = "",
                              .matrix = {},
                              .place = "line " + std::to_string(log_.lines)});
    }
    /// Of the test that runs, or of one whose name was never printed.
    void waive() {
        expect_no_sum();
        if (running_ && log_.tests.back().status == "Running")
            log_.tests.back().status = "Waived";
        else
            ++log_.waived;
    }
    void fail_test(std::string_view text) {
        if (!running_)
            log_.error = text;
        else
            log_.tests.back().status = one_line(text, 2 * quoted_width);
    }
    void begin_matrix(std::string_view description) {
        expect_no_sum();
        if (!running_) fail(log_.lines, "a matrix without the line \"Running TEST.\" before it");
        matrix_.clear();
        description_ = description;
        wants_columns_ = true;
    }
    void columns(std::string_view text) {
        const auto words = split_words(text);
        // Programs of several processes put the ranks' names there; their tests are not imported.
        if (!are_columns(words) && !log_.tests.back().name.starts_with("multinode"))
            fail(log_.lines, "the numbers of the columns are due here");
        columns_ = words.size();
        wants_columns_ = false;
        in_matrix_ = wants_sum_ = true;
    }
    void row(std::string_view text) {
        if (log_.tests.back().name.starts_with("multinode")) return;
        const auto words = split_words(text);
        if (words.size() != columns_ + 1 || !is_number(words[0], matrix_.size()))
            fail(log_.lines, quoted(one_line(text, quoted_width)) + " is no row of " +
                                 std::to_string(columns_) + " numbers");
        if (matrix_.size() >= nvbandwidth_max_devices)
            fail(log_.lines, "the matrix has more rows than any machine has GPUs");
        auto& values = matrix_.emplace_back();
        for (std::size_t i = 1; i < words.size(); ++i)
            if (!parse_nvbandwidth_value(words[i], 0, values.emplace_back()))
                fail(log_.lines,
                     quoted(one_line(words[i], quoted_width)) + " is no number and no \"N/A\"");
    }
    /// "SUM KEY 12.34" or "&&&& PERF KEY 12.34 +GB/s": the end of a matrix.
    void sum(std::string_view text) {
        auto words = split_words(text);
        if (!words.empty() && words[0] == "&&&&") words.erase(words.begin());
        const bool is_sum = words.size() >= 3 && (words[0] == "SUM" || words[0] == "PERF");
        if (!is_sum || !wants_sum_) return;
        auto& test = log_.tests.back();
        if (!words[1].starts_with(test.name))
            fail(log_.lines, "the sum of " + quoted(one_line(words[1], quoted_width)) +
                                 " where that of " + test.name + " is due");
        std::optional<NvValue> value;
        // "1234.5+GB/s" in one word is a number too.
        if (!parse_nvbandwidth_value(words[2].substr(0, words[2].find_first_not_of("0123456789.")),
                                     0, value) ||
            !value)
            fail(log_.lines, quoted(one_line(words[2], quoted_width)) + " is no sum");
        if (!test.name.starts_with("multinode"))
            if (const auto why = check_nvbandwidth_sum(matrix_, *value); !why.empty())
                fail(log_.lines, why);
        wants_sum_ = false;
        // Of one way, the other, and both, the last counts: it is printed last.
        test.matrix = matrix_;
        test.description = description_;
        test.status = "Passed";
    }
    void expect_no_sum() const {
        if (wants_sum_) fail(log_.lines, "the sum of the matrix before is missing");
    }
    [[noreturn]] void fail(std::size_t line, const std::string& why) const {
        throw usage_error(name_ + ": line " + std::to_string(line), plain_text(why),
                          nvbandwidth_remedy);
    }

    const std::string& name_;
    NvBandwidthLog log_;
    NvMatrix matrix_;
    std::string description_;
    std::size_t columns_ = 0;
    bool running_ = false, wants_columns_ = false, in_matrix_ = false, wants_sum_ = false;
};

}  // namespace

NvBandwidthLog parse_nvbandwidth_text(const std::string& text, const std::string& name) {
    Parser parser(name);
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        parser.line(std::string_view(text).substr(at, end - at));
        at = end + 1;
    }
    return parser.take();
}

}  // namespace hopbench::reporting

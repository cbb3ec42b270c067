#include "harness/report/nccl_log.hpp"

#include <algorithm>
#include <charconv>

#include "harness/model/error.hpp"
#include "harness/report/nccl_table.hpp"
#include "harness/report/plain_text.hpp"

namespace hopbench::reporting {
namespace {

constexpr std::size_t max_line = 64u << 10;
constexpr std::size_t max_rows = 1'000'000;
constexpr std::size_t max_ranks = 65536;
constexpr const char* remedy = "import the whole, unchanged text log of an nccl-tests program";

template <class Number>
std::optional<Number> leading_number(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    Number value{};
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc{}) return std::nullopt;
    return value;
}

std::string_view after(std::string_view line, std::string_view mark) {
    const auto at = line.find(mark);
    return at == std::string_view::npos ? std::string_view{} : line.substr(at + mark.size());
}

std::string_view trimmed(std::string_view text) {
    const auto begin = std::min(text.find_first_not_of(" \t\r"), text.size());
    const auto end = text.find_last_not_of(" \t\r");
    return end == std::string_view::npos ? std::string_view{} : text.substr(begin, end + 1 - begin);
}

/// mpirun --tag-output puts "[1,0]<stdout>:" in front of every line.
std::string_view without_tag(std::string_view line) {
    const auto mark = line.substr(0, 40).find(">:");
    if (line.empty() || line[0] != '[' || mark == std::string_view::npos) return line;
    return line.substr(mark + 2);
}

/// NCCL's own messages begin with "host:pid:tid [device] NCCL INFO" and may cut into a row.
std::string_view without_nccl_message(std::string_view line) {
    const auto at = line.find(" NCCL ");
    if (at == std::string_view::npos) return line;
    const auto words = split_words(line.substr(0, at));
    for (const auto word : words)
        if (std::count(word.begin(), word.end(), ':') >= 2)
            return line.substr(0, static_cast<std::size_t>(word.data() - line.data()));
    return line;
}

class Parser {
  public:
    Parser(NcclLog& log, std::string file) : log_(log), file_(std::move(file)) {}

    void line(std::string_view raw) {
        ++log_.lines;
        if (raw.size() > max_line) fail(log_.lines, "is longer than any line of such a log");
        if (std::any_of(raw.begin(), raw.end(), [](char c) {
                return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\r' && c != 0x1b;
            }))
            fail(log_.lines, "holds bytes of a binary file");
        raw = without_tag(raw);
        if (const auto version = after(raw, "NCCL version "); !version.empty())
            log_.nccl_version = split_words(version).empty() ? "" : split_words(version)[0];
        const auto text = without_nccl_message(raw);
        note_program(text);
        const auto words = split_words(text);
        if (words.empty()) return;
        if (words[0][0] == '#')
            comment(text, words);
        else
            content(words);
    }

    void end() {
        need_complete_row();
        if (log_.rows.empty())
            throw usage_error(
                file_ + ": line " + std::to_string(std::max<std::size_t>(log_.lines, 1)),
                "the log ends without a row of an nccl-tests table", remedy);
        if (log_.ranks.empty())
            fail(log_.rows.front().line, "the table comes without \"# Rank\" lines before it");
        if (!log_.finished)
            fail(log_.lines, "the log ends before nccl-tests' closing lines: it was cut");
    }

  private:
    [[noreturn]] void fail(std::size_t line, const std::string& why) const {
        throw usage_error(file_ + ": line " + std::to_string(line), why, remedy);
    }
    void need_complete_row() const {
        if (!pending_.empty())
            fail(pending_line_,
                 "the row ends after " + std::to_string(pending_.size()) + " columns");
    }

    void comment(std::string_view text, const std::vector<std::string_view>& words) {
        need_complete_row();
        if (const auto table = NcclTable::from_header(words)) {
            table_ = *table;
            log_.old_errors = log_.old_errors || table->old_errors();
        } else if (words.size() > 2 && words[1] == "Rank") {
            rank(text, words);
        } else if (const auto name = after(text, "Collective test starting:"); !name.empty()) {
            collective_ = trimmed(name);
            log_.finished = false;
        } else if (const auto version = after(text, "nccl-tests version "); !version.empty()) {
            log_.version = split_words(version).empty() ? "" : split_words(version)[0];
        } else if (const auto bounds = after(text, "Out of bounds values :"); !bounds.empty()) {
            const auto count = leading_number<std::uint64_t>(bounds);
            if (!count) fail(log_.lines, "names no number of wrong values");
            log_.out_of_bounds = log_.out_of_bounds.value_or(0) + *count;
            log_.finished = true;
        } else if (text.find("Avg bus bandwidth") != std::string_view::npos) {
            log_.finished = true;
        } else if (text.find("# nThread") != std::string_view::npos) {
            log_.finished = false;
            // " iters:" comes as "warmup iters:", "iters:" and "agg iters:".
            if (const auto rest = after(after(text, "warmup iters:"), " iters:"); !rest.empty())
                log_.iterations = leading_number<int>(rest);
        }
    }

    /// "#  Rank  0 Group  0 Pid 112424 on localhost device  0 [0000:1b:00] NVIDIA H100".
    void rank(std::string_view text, const std::vector<std::string_view>& words) {
        const auto number = leading_number<int>(words[2]);
        const auto host = split_words(after(text, " on "));
        const auto device = after(text, " device ");
        const auto open = device.find('['), close = device.find(']');
        if (!number || *number < 0 || host.empty() || !leading_number<int>(device) ||
            open == std::string_view::npos || close == std::string_view::npos || close < open)
            fail(log_.lines, "is no line \"# Rank N Pid P on HOST device D [BUS] NAME\"");
        NcclRank entry{.rank = *number,
                       .device = *leading_number<int>(device),
                       .host = std::string(host[0]),
                       .bus = std::string(device.substr(open + 1, close - open - 1)),
                       .name = plain_text(trimmed(device.substr(close + 1)))};
        for (const auto& known : log_.ranks) {
            if (known.rank != entry.rank) continue;
            if (known.host == entry.host && known.device == entry.device &&
                known.name == entry.name && !log_.rows.empty())
                return;  // a second test on the same devices
            fail(log_.lines, "rank " + std::to_string(entry.rank) +
                                 " is there twice: several programs wrote this log");
        }
        if (log_.ranks.size() >= max_ranks) fail(log_.lines, "names more ranks than any machine");
        log_.ranks.push_back(std::move(entry));
    }

    void content(const std::vector<std::string_view>& words) {
        const bool begins = NcclTable::begins_row(words);
        if (begins && !table_) fail(log_.lines, "a row comes before the table's column names");
        if (begins) {
            need_complete_row();
            pending_line_ = log_.lines;
        } else if (pending_.empty()) {
            const bool digits = words[0].find_first_not_of("0123456789") == std::string_view::npos;
            if (table_ && digits && !log_.finished)
                fail(log_.lines, "is no row of the table: \"" + plain_text(words[0]) +
                                     "\" is not followed by count and type");
            return;  // output of mpirun, the shell or the job script
        } else if (words[0].find_first_not_of("0123456789.-+eN/A") != std::string_view::npos) {
            return;  // somebody else's line within a row
        }
        for (const auto word : words) pending_.emplace_back(word);
        std::vector<std::string_view> all(pending_.begin(), pending_.end());
        const auto needed = table_->row_size(all);
        if (all.size() < needed) return;
        if (all.size() > needed)
            fail(pending_line_, "the row has " + std::to_string(all.size()) +
                                    " columns where the table has " + std::to_string(needed));
        NcclRow row;
        row.line = pending_line_;
        row.collective = collective_;
        if (const auto why = table_->parse(all, row); !why.empty())
            fail(pending_line_, plain_text(why));
        if (log_.rows.size() >= max_rows) fail(log_.lines, "has more rows than any such log");
        log_.rows.push_back(std::move(row));
        pending_.clear();
    }

    void note_program(std::string_view text) {
        constexpr std::string_view mark = "_perf";
        for (auto at = text.find(mark); at != std::string_view::npos;
             at = text.find(mark, at + 1)) {
            auto begin = at;
            while (begin > 0 &&
                   (text[begin - 1] == '_' || (text[begin - 1] >= 'a' && text[begin - 1] <= 'z')))
                --begin;
            const std::string name(text.substr(begin, at - begin));
            auto& known = log_.programs;
            if (!name.empty() && known.size() < 64 &&
                std::find(known.begin(), known.end(), name) == known.end())
                known.push_back(name);
        }
    }

    NcclLog& log_;
    std::string file_;
    std::optional<NcclTable> table_;
    std::string collective_;
    std::vector<std::string> pending_;  ///< words of a row whose rest comes on a later line
    std::size_t pending_line_ = 0;
};

}  // namespace

NcclLog parse_nccl_log(const std::string& text, const std::string& name) {
    NcclLog log;
    Parser parser(log, name);
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        parser.line(std::string_view(text).substr(at, end - at));
        at = end + 1;
    }
    parser.end();
    return log;
}

}  // namespace hopbench::reporting

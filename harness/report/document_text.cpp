#include <algorithm>

#include "harness/report/document.hpp"
#include "harness/report/plain_text.hpp"

namespace hopbench::reporting {
namespace {

constexpr std::string_view hanging = "    ";

std::string_view escape_of(Tone tone) {
    switch (tone) {
        case Tone::strong:
            return "\x1b[1m";
        case Tone::good:
            return "\x1b[32m";
        case Tone::bad:
            return "\x1b[1;31m";
        case Tone::caution:
            return "\x1b[33m";
        case Tone::quiet:
            return "\x1b[2m";
        case Tone::plain:
            break;
    }
    return "";
}

class TextWriter {
  public:
    explicit TextWriter(const RenderOptions& options) : options_(options) {}

    void line(const Phrase& phrase) {
        const auto clean = plain_text(phrase.text);
        const auto limit = static_cast<std::size_t>(std::max(options_.width, 20));
        std::string current;
        for (std::size_t at = 0; at <= clean.size();) {
            const auto end = std::min(clean.find(' ', at), clean.size());
            const auto word = clean.substr(at, end - at);
            const bool fits = display_width(current) + 1 + display_width(word) <= limit;
            if (at > 0 && !fits) {
                put(current, phrase.tone);
                out_ += '\n';
                current = hanging;
                current += word;
            } else {
                if (at > 0) current += ' ';
                current += word;
            }
            at = end + 1;
        }
        put(current, phrase.tone);
        out_ += '\n';
    }

    void title(const std::string& text) {
        out_ += '\n';
        put(plain_text(text), Tone::strong);
        out_ += '\n';
    }

    void table(const Table& table) {
        const auto widths = widths_of(table);
        spans(table, widths);
        std::vector<Phrase> heads;
        for (const auto& head : table.heads) heads.push_back({.text = head, .tone = Tone::quiet});
        if (std::any_of(table.heads.begin(), table.heads.end(),
                        [](const auto& head) { return !head.empty(); }))
            row(table, widths, heads);
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            if (r > 0 && table.row_breaks.contains(r)) out_ += '\n';
            row(table, widths, table.rows[r]);
        }
    }

    std::string take() { return std::move(out_); }

  private:
    void put(const std::string& text, Tone tone) {
        if (text.empty()) return;
        const auto escape = options_.color ? escape_of(tone) : std::string_view{};
        out_ += escape;
        out_ += text;
        if (!escape.empty()) out_ += "\x1b[0m";
    }

    static std::vector<std::size_t> widths_of(const Table& table) {
        std::vector<std::size_t> widths;
        for (const auto& head : table.heads) widths.push_back(display_width(plain_text(head)));
        for (const auto& cells : table.rows)
            for (std::size_t c = 0; c < cells.size() && c < widths.size(); ++c)
                widths[c] = std::max(widths[c], display_width(plain_text(cells[c].text)));
        return widths;
    }

    static std::string_view gap_before(const Table& table, std::size_t column) {
        return table.column_breaks.contains(column) ? "    " : "  ";
    }

    void spans(const Table& table, const std::vector<std::size_t>& widths) {
        if (table.spans.empty()) return;
        std::string line;
        std::size_t column = 0, start = 0, written = 0;
        for (const auto& span : table.spans) {
            for (; column < span.column; ++column)
                start += gap_before(table, column).size() + widths[column];
            const auto begin = start + gap_before(table, column).size();
            const auto text = plain_text(span.text);
            if (begin > written) line.append(begin - written, ' ');
            line += text;
            written = std::max(begin, written) + display_width(text);
        }
        put(line, Tone::quiet);
        out_ += '\n';
    }

    void row(const Table& table, const std::vector<std::size_t>& widths,
             const std::vector<Phrase>& cells) {
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const auto text = plain_text(cells[c].text);
            const std::string padding(widths[c] - std::min(widths[c], display_width(text)), ' ');
            const bool left = c < table.left.size() && table.left[c];
            out_ += gap_before(table, c);
            if (!left) out_ += padding;
            put(text, cells[c].tone);
            if (left && c + 1 < cells.size()) out_ += padding;
        }
        while (!out_.empty() && out_.back() == ' ') out_.pop_back();
        out_ += '\n';
    }

    const RenderOptions& options_;
    std::string out_;
};

}  // namespace

std::string to_text(const Document& document, const RenderOptions& options) {
    TextWriter writer(options);
    for (const auto& phrase : document.lead) writer.line(phrase);
    for (const auto& section : document.sections) {
        writer.title(section.title);
        for (const auto& phrase : section.lines)
            writer.line({.text = "  " + phrase.text, .tone = phrase.tone});
        if (section.table) writer.table(*section.table);
        for (const auto& phrase : section.after)
            writer.line({.text = "  " + phrase.text, .tone = phrase.tone});
    }
    return writer.take();
}

}  // namespace hopbench::reporting

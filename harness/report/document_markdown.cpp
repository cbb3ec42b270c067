#include "harness/report/document.hpp"
#include "harness/report/plain_text.hpp"

namespace hopbench::reporting {
namespace {

/// GitHub refuses summaries above 1 MiB; the note needs some room.
constexpr std::size_t max_bytes = (1u << 20) - 1024;

/// Nothing in the text acts as markdown or HTML.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : plain_text(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '\\':
            case '`':
            case '*':
            case '_':
            case '[':
            case ']':
            case '#':
            case '~':
            case '|':
            case '!':
                out += '\\';
                out += c;
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string emphasised(const Phrase& phrase) {
    auto text = escaped(phrase.text);
    const bool loud = phrase.tone == Tone::strong || phrase.tone == Tone::bad;
    if (!loud || text.empty()) return text;
    return "**" + text + "**";
}

void append_row(std::string& out, const std::vector<Phrase>& cells) {
    out += '|';
    for (const auto& cell : cells) {
        out += ' ';
        out += emphasised(cell);
        out += " |";
    }
    out += '\n';
}

void append_table(std::string& out, const Table& table) {
    out += '\n';
    std::vector<Phrase> heads;
    for (const auto& head : table.heads) heads.push_back({.text = head});
    for (const auto& span : table.spans) heads[span.column].text.insert(0, span.text + ": ");
    append_row(out, heads);
    out += '|';
    for (std::size_t c = 0; c < table.heads.size(); ++c)
        out += c < table.left.size() && table.left[c] ? ":--|" : "--:|";
    out += '\n';
    for (const auto& row : table.rows) append_row(out, row);
}

void append_lines(std::string& out, const std::vector<Phrase>& lines) {
    for (const auto& phrase : lines) {
        out += "- ";
        out += emphasised(phrase);
        out += '\n';
    }
}

}  // namespace

std::string to_markdown(const Document& document) {
    std::string out;
    for (std::size_t i = 0; i < document.lead.size(); ++i) {
        if (i == 0)
            out += "## " + escaped(document.lead[i].text) + "\n\n";
        else
            out += "> " + emphasised(document.lead[i]) + "\n>\n";
    }
    for (const auto& section : document.sections) {
        if (out.size() > max_bytes) break;
        out += "\n### " + escaped(section.title) + "\n\n";
        append_lines(out, section.lines);
        if (section.table) append_table(out, *section.table);
        if (!section.after.empty()) out += '\n';
        append_lines(out, section.after);
    }
    if (out.size() > max_bytes) {
        out.resize(out.rfind('\n', max_bytes) + 1);
        out += "\n**Cut here at 1 MiB; the JSON format is complete.**\n";
    }
    return out;
}

}  // namespace hopbench::reporting

#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/report/render.hpp"

namespace hopbench::reporting {

/// What colour may add to a text that says the same without it.
enum class Tone { plain, strong, good, bad, caution, quiet };

struct Phrase {
    std::string text;
    Tone tone = Tone::plain;
};

/// A heading above the columns from `column` on.
struct Span {
    std::size_t column = 0;
    std::string text;
};

struct Table {
    std::vector<Span> spans{};  ///< in the order of their columns
    std::vector<std::string> heads;
    std::vector<bool> left;  ///< columns aligned left; missing entries are right
    std::vector<std::vector<Phrase>> rows;
    std::set<std::size_t> row_breaks{};     ///< rows that begin a new part
    std::set<std::size_t> column_breaks{};  ///< columns that do
};

struct Section {
    std::string title;
    std::vector<Phrase> lines;
    std::optional<Table> table;
    std::vector<Phrase> after;
};

/// What a renderer shows, before it is text or markdown. Foreign strings may stand in it as they
/// are: the writers below neutralise them.
struct Document {
    std::vector<Phrase> lead;  ///< the first is the headline
    std::vector<Section> sections;
};

[[nodiscard]] std::string to_text(const Document& document, const RenderOptions& options);
/// GitHub's dialect, cut with a note before 1 MiB.
[[nodiscard]] std::string to_markdown(const Document& document);

}  // namespace hopbench::reporting

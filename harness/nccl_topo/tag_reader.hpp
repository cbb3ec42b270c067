#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "harness/nccl_topo/diagnostic.hpp"

namespace hopbench::nccl_topo {

/// One tag. Comments are never seen.
struct Tag {
    enum class Type { none, open, close, single };  ///< none: the end of the text
    Type type = Type::none;
    std::string name;
    std::vector<Attribute> attributes;  ///< at most max_attributes
    bool overflowed = false;            ///< had more attributes, which are lost
    Place place;                        ///< of its '<'
};

/// Thrown where NCCL would give up; caught by parse_nccl_xml.
struct Refusal {
    Diagnostic diagnostic;
};

/// Cuts a text into tags character by character, by the rules of NCCL's reader: blanks, line
/// breaks and comments may stand between tags; inside a tag exactly one blank goes before each
/// attribute.
class TagReader {
  public:
    /// Both are kept by reference. Findings that do not end reading go to `diagnostics`.
    TagReader(std::string_view text, std::vector<Diagnostic>& diagnostics)
        : text_(text), diagnostics_(diagnostics) {}

    /// Throws Refusal.
    [[nodiscard]] Tag next();

    [[nodiscard]] Place place() const noexcept { return place_; }

  private:
    struct Token {
        std::string name, value;
        bool has_value = false;
        char last = 0;  ///< the character after it
        Place place;
    };

    [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
    char take();
    Token take_token(bool value_allowed);
    std::string take_value(char& last);
    bool skip_blanks();
    void skip_comment(const Token& start);
    void take_attributes(Tag& tag, char& last);
    void note(Effect effect, const char* rule, Place place, std::string text);
    [[noreturn]] void refuse_start(char found) const;
    [[noreturn]] void refuse_end(const Tag& tag, char found) const;
    [[noreturn]] static void refuse(const char* rule, Place place, std::string text);

    std::string_view text_;
    std::vector<Diagnostic>& diagnostics_;
    std::size_t at_ = 0;
    Place place_;       ///< of the next character
    Place last_place_;  ///< of the last one taken
};

}  // namespace hopbench::nccl_topo

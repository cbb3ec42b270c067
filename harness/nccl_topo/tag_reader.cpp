#include "harness/nccl_topo/tag_reader.hpp"

#include <algorithm>
#include <utility>

#include "harness/nccl_topo/limits.hpp"
#include "harness/nccl_topo/shown.hpp"

namespace hopbench::nccl_topo {
namespace {

/// A character for a sentence: "'?'", "a tab", "byte 0xef".
std::string shown_character(char c) {
    constexpr const char* digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t') return "a tab";
    if (c == '\n' || c == '\r') return "a line break";
    if (byte > 0x20 && byte < 0x7f) return std::string("'") + c + "'";
    if (c == ' ') return "a blank";
    return std::string("byte 0x") + digits[byte >> 4] + digits[byte & 15];
}

bool ends_name(char c) {
    return c == ' ' || c == '>' || c == '/' || c == '\n' || c == '\r';
}

/// NCCL keeps C strings: what follows a NUL is lost.
void cut_at_nul(std::string& text) {
    text.resize(std::min(text.find('\0'), text.size()));
}

}  // namespace

void TagReader::refuse(const char* rule, Place place, std::string text) {
    throw Refusal{{.effect = Effect::fatal, .rule = rule, .place = place, .text = std::move(text)}};
}

void TagReader::note(Effect effect, const char* rule, Place place, std::string text) {
    diagnostics_.push_back(
        {.effect = effect, .rule = rule, .place = place, .text = std::move(text)});
}

char TagReader::take() {
    if (at_end()) refuse("truncated", place_, "the file ends inside a tag; init fails");
    const char c = text_[at_++];
    last_place_ = place_;
    if (c == '\n') {
        ++place_.line;
        place_.column = 1;
    } else {
        ++place_.column;
    }
    return c;
}

TagReader::Token TagReader::take_token(bool value_allowed) {
    Token token;
    token.place = place_;
    while (true) {
        const char c = take();
        if (c == '=') {
            cut_at_nul(token.name);
            if (!value_allowed)
                refuse(token.name.find('\t') == token.name.npos ? "value-without-attribute" : "tab",
                       last_place_,
                       "a value where none can stand, or a tab before its attribute; init fails");
            token.has_value = true;
            token.value = take_value(token.last);
            return token;
        }
        if (token.name.size() > max_characters)
            refuse("name-too-long", token.place, "a name of more than 253 characters; init fails");
        if (ends_name(c)) {
            cut_at_nul(token.name);
            token.last = c;
            return token;
        }
        token.name.push_back(c);
    }
}

std::string TagReader::take_value(char& last) {
    const char quote = take();
    if (quote != '"' && quote != '\'')
        refuse("unquoted-value", last_place_,
               "a value starts with " + shown_character(quote) + " instead of a quote; init fails");
    const auto start = last_place_;
    std::string value;
    for (char c = take(); c != quote; c = take()) {
        if (value.size() > max_characters - 1)
            refuse("value-too-long", start, "a value of more than 253 characters; init fails");
        value.push_back(c);
    }
    cut_at_nul(value);
    last = take();
    return value;
}

bool TagReader::skip_blanks() {
    while (!at_end() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r'))
        (void)take();
    return !at_end();
}

void TagReader::skip_comment(const Token& start) {
    std::string end = start.name.substr(3) + start.last;
    while (!end.ends_with("-->")) {
        if (at_end()) refuse("open-comment", start.place, "a comment without an end; init fails");
        end.push_back(take());
        if (end.size() > 3) end.erase(0, end.size() - 3);
    }
}

void TagReader::refuse_start(char found) const {
    const char* rule = found == '\t' ? "tab" : found == '\xef' ? "byte-order-mark" : "text-content";
    refuse(rule, place_,
           shown_character(found) +
               " between tags, where only blanks, line breaks and tags may be; init fails");
}

void TagReader::refuse_end(const Tag& tag, char found) const {
    const bool line_break = found == '\n' || found == '\r';
    const char* rule = tag.name == "?xml" ? "prolog"
                       : line_break       ? "line-break-in-tag"
                       : found == '\t'    ? "tab"
                                          : "unexpected-character";
    refuse(rule, last_place_,
           shown_character(found) + " in " + shown(tag.name) +
               " where the tag or the next attribute should follow; init fails");
}

void TagReader::take_attributes(Tag& tag, char& last) {
    std::size_t slots = 0;  // an empty one is left by a second blank, and counts
    while (last == ' ') {
        auto token = take_token(true);
        last = token.last;
        if (slots == max_attributes) {
            tag.overflowed = true;
            continue;
        }
        ++slots;
        if (token.name.empty() && !token.has_value) continue;
        if (!token.has_value || token.name.empty())
            note(Effect::silent, "attribute-without-value", token.place,
                 shown(token.name.empty() ? token.value : token.name) +
                     " is half an attribute (a blank before '='?); its value is lost");
        const bool known = std::any_of(tag.attributes.begin(), tag.attributes.end(),
                                       [&](const Attribute& a) { return a.key == token.name; });
        if (known)
            note(Effect::silent, "attribute-twice", token.place,
                 "attribute " + shown(token.name) + " is there already; the first counts");
        if (!token.name.empty())
            tag.attributes.push_back({std::move(token.name), std::move(token.value)});
    }
}

Tag TagReader::next() {
    while (true) {
        if (!skip_blanks())
            return {.type = Tag::Type::none, .name = {}, .attributes = {}, .place = place_};
        if (text_[at_] != '<') refuse_start(text_[at_]);
        Tag tag{.type = Tag::Type::open, .name = {}, .attributes = {}, .place = place_};
        (void)take();
        auto start = take_token(false);
        char last = start.last;
        if (start.name.starts_with("!--")) {
            skip_comment(start);
            continue;
        }
        if (start.name.empty() && last == '/') {
            auto closing = take_token(false);
            tag.type = Tag::Type::close;
            tag.name = std::move(closing.name);
            if (closing.last != '>') refuse_end(tag, closing.last);
            return tag;
        }
        tag.name = std::move(start.name);
        take_attributes(tag, last);
        if (last == '/') {
            tag.type = Tag::Type::single;
            last = take_token(false).last;
        }
        if (last != '>') refuse_end(tag, last);
        return tag;
    }
}

}  // namespace hopbench::nccl_topo

#include "tests/sim/nccl/xml_parser.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "tests/sim/nccl/init_failure.hpp"

namespace hopbench::sim::nccl {
namespace {

constexpr int kDeepest = 1000;
constexpr int kTopologyVersion = 1;

using Names = std::span<const std::string_view>;

// Which elements count inside which; in others everything is ignored.
Names children_of(std::string_view element) {
    static constexpr std::array<std::string_view, 1> kSystem{"cpu"};
    static constexpr std::array<std::string_view, 2> kCpu{"pci", "nic"};
    static constexpr std::array<std::string_view, 4> kPci{"pci", "gpu", "nic", "pcilink"};
    static constexpr std::array<std::string_view, 2> kGpu{"nvlink", "c2c"};
    static constexpr std::array<std::string_view, 1> kNic{"net"};
    if (element == "system") return kSystem;
    if (element == "cpu") return kCpu;
    if (element == "pci") return kPci;
    if (element == "gpu") return kGpu;
    if (element == "nic") return kNic;
    return {};
}

[[noreturn]] void fail(int line, const std::string& what, int result = kInternalError) {
    throw InitFailure(result, "graph/xml.cc:" + std::to_string(line), what);
}

class Parser {
  public:
    Parser(std::string_view text, XmlTree& tree, const SayGraph& say)
        : text_(text), tree_(tree), say_(say) {}

    void read_all() {
        static constexpr std::array<std::string_view, 1> kTop{"system"};
        read_children(nullptr, kTop, 0);
    }

  private:
    char next() {
        if (at_ == text_.size()) fail(29, "XML Parse : Unexpected EOF");
        return text_[at_++];
    }

    char read_value(std::string& value) {
        const char quote = next();
        if (quote != '"' && quote != '\'') fail(55, "XML Parse : Expected (double) quote.");
        for (char c = next(); c != quote; c = next()) {
            if (value.size() == kMaxString)
                fail(66, "Error : value " + value + " too long (max 255)");
            value.push_back(c);
        }
        // The closing quote counts for the limit as well.
        if (value.size() == kMaxString) fail(66, "Error : value " + value + " too long (max 255)");
        return next();
    }

    // A name up to space, '>', '/' or line end, which is returned; or name=value and what follows
    // the value. Without a place for a value, '=' is an error.
    char read_token(std::string& name, std::string* value) {
        name.clear();
        while (true) {
            const char c = next();
            if (c == '=') {
                if (value == nullptr) fail(85, "XML Parse : Unexpected value with name " + name);
                value->clear();
                return read_value(*value);
            }
            if (name.size() == kMaxString) fail(93, "Error : name " + name + " too long (max 255)");
            if (c == ' ' || c == '>' || c == '/' || c == '\n' || c == '\r') return c;
            name.push_back(c);
        }
    }

    // start: what of the comment the name has swallowed; last: the character behind it.
    void skip_comment(std::string_view start, char last) {
        std::string tail(start);
        tail.push_back(last);
        tail = tail.substr(tail.size() - std::min<std::size_t>(tail.size(), 3));
        while (tail != "-->") {
            if (at_ == text_.size()) fail(118, "XML Parse error : unterminated comment");
            tail.push_back(text_[at_++]);
            if (tail.size() > 3) tail.erase(0, 1);
        }
    }

    void read_attributes(XmlNode& node, char& last) {
        std::string key;
        std::string value;
        while (last == ' ') {
            value.clear();
            last = read_token(key, &value);
            if (node.attributes.size() == kMaxAttributes)
                say_("XML Parse : Ignoring extra attributes (max 16)");
            else
                node.attributes.emplace_back(key, value);
        }
    }

    void read_node(XmlNode& node) {
        char c = ' ';
        do {
            c = ' ';
            while (c == ' ' || c == '\n' || c == '\r') {
                if (at_ == text_.size()) return;  // the end: the node stays of no kind
                c = text_[at_++];
            }
            if (c != '<')
                fail(133, std::string("XML Parse error : expecting '<', got '") + c + "'");
            c = read_token(node.name, nullptr);
            if (!node.name.starts_with("!--")) break;
            skip_comment(std::string_view(node.name).substr(3), c);
            node.name.clear();
        } while (true);
        if (node.name.empty() && c == '/') {
            node.kind = XmlKind::close;
            c = read_token(node.name, nullptr);
            if (c != '>')
                fail(151, std::string("XML Parse error : unexpected trailing ") + c +
                              " in closing tag " + node.name);
            return;
        }
        node.kind = XmlKind::open;
        read_attributes(node, c);
        if (c == '/') {
            node.kind = XmlKind::single;
            std::string rest;
            c = read_token(rest, nullptr);
        }
        if (c != '>') fail(175, std::string("XML Parse : expected >, got '") + c + "'");
    }

    void check_version(const XmlNode& system) {
        const int version = system.need_int("version");
        if (version != kTopologyVersion)
            fail(374, "XML Topology has wrong version " + std::to_string(version) + ", 1 needed",
                 kInvalidUsage);
        const auto* name = system.find("name");
        say_(name == nullptr ? "Loading unnamed topology" : "Loading topology " + *name);
    }

    void accept(XmlNode* head, int depth) {
        auto& node = tree_.scratch();
        if (head != nullptr) {
            if (head->children.size() == kMaxChildren)
                fail(219, "Error : XML parser is limited to 128 subnodes");
            head->children.push_back(&node);
        }
        node.parent = head;
        tree_.keep_scratch();
        if (node.name == "system") check_version(node);
        read_children(&node, children_of(node.name), depth + 1);
    }

    // head is null at the top. An element that is ignored stays in the scratch node, so that head
    // and the node read next are the same: whatever closes next closes it.
    void read_children(XmlNode* head, Names known, int depth) {
        if (head != nullptr && head->kind == XmlKind::single) return;
        if (depth > kDeepest) fail(192, "XML topology nested deeper than 1000 levels");
        while (true) {
            if (tree_.full()) fail(192, "Error : XML parser is limited to 256 nodes");
            auto& node = tree_.scratch();
            node = XmlNode{};
            read_node(node);
            if (node.kind == XmlKind::none) {
                if (head == nullptr) return;
                fail(200, "XML Parse : unterminated " + head->name);
            }
            if (head != nullptr && node.kind == XmlKind::close) {
                if (node.name != head->name)
                    fail(209, "XML Mismatch : " + head->name + " / " + node.name);
                return;
            }
            if (std::find(known.begin(), known.end(), node.name) != known.end()) {
                accept(head, depth);
                continue;
            }
            if (!known.empty()) say_("Ignoring element " + node.name);
            read_children(&node, {}, depth + 1);
        }
    }

    std::string_view text_;
    XmlTree& tree_;
    const SayGraph& say_;
    std::size_t at_ = 0;
};

}  // namespace

void parse_topology(std::string_view text, XmlTree& tree, const SayGraph& say) {
    Parser(text, tree, say).read_all();
}

}  // namespace hopbench::sim::nccl

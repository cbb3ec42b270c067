#include "tests/sim/nccl/xml_tree.hpp"

#include <algorithm>
#include <cstdlib>
#include <ostream>

#include "tests/sim/nccl/init_failure.hpp"

namespace hopbench::sim::nccl {
namespace {

[[noreturn]] void too_many(const char* place, const char* what, std::size_t most) {
    throw InitFailure(
        kInternalError, place,
        std::string("Error : too many XML ") + what + " (max " + std::to_string(most) + ")");
}

void append_child(XmlNode& parent, XmlNode& child, const char* place) {
    if (parent.children.size() == kMaxChildren) too_many(place, "subnodes", kMaxChildren);
    parent.children.push_back(&child);
}

void remove_from_parent(XmlNode& node) {
    node.kind = XmlKind::none;
    if (node.parent == nullptr) return;
    auto& siblings = node.parent->children;
    siblings.erase(std::find(siblings.begin(), siblings.end(), &node));
}

bool is_trimmed_when_unused(const std::string& name) {
    return name == "pci" || name == "cpu" || name == "nic" || name == "net";
}

int trimmed(XmlNode& node) {
    const auto* keep = node.find("keep");
    if (keep != nullptr && *keep == "1") {
        node.unset("keep");
        return 1;
    }
    int kept = 0;
    const auto children = node.children;  // a copy: children remove themselves
    for (auto* child : children) kept += trimmed(*child);
    if (kept == 0 && is_trimmed_when_unused(node.name)) remove_from_parent(node);
    return kept;
}

bool same_node(const XmlNode& a, const XmlNode& b) {
    if (a.name != b.name || a.kind != b.kind || a.attributes.size() != b.attributes.size())
        return false;
    return std::all_of(b.attributes.begin(), b.attributes.end(), [&a](const auto& attribute) {
        const auto* value = a.find(attribute.first);
        return value != nullptr && *value == attribute.second;
    });
}

void add_tree(XmlTree& into, XmlNode* parent, const XmlNode& source) {
    if (into.full()) too_many("graph/xml.h:379", "nodes", kMaxXmlNodes);
    auto& copy = into.scratch();
    into.keep_scratch();
    copy = source;
    copy.parent = parent;
    copy.children.clear();
    if (parent != nullptr) append_child(*parent, copy, "graph/xml.h:387");
    for (const auto* child : source.children) add_tree(into, &copy, *child);
}

void fuse_children(XmlTree& into, XmlNode& parent, const XmlNode& source) {
    for (const auto* child : source.children) {
        const auto same =
            std::find_if(parent.children.begin(), parent.children.end(),
                         [child](const auto* own) { return same_node(*own, *child); });
        if (same == parent.children.end())
            add_tree(into, &parent, *child);
        else
            fuse_children(into, **same, *child);
    }
}

}  // namespace

const std::string* XmlNode::find(const std::string& key) const {
    for (const auto& [own, value] : attributes)
        if (own == key) return &value;
    return nullptr;
}

const std::string& XmlNode::need(const std::string& key) const {
    const auto* value = find(key);
    if (value == nullptr)
        throw InitFailure(kInternalError, "graph/xml.h:101",
                          "Attribute " + key + " of node " + name + " not found");
    return *value;
}

int XmlNode::need_int(const std::string& key) const {
    return static_cast<int>(std::strtol(need(key).c_str(), nullptr, 0));
}

int XmlNode::int_or(const std::string& key, int otherwise) const {
    const auto* value = find(key);
    return value == nullptr ? otherwise : static_cast<int>(std::strtol(value->c_str(), nullptr, 0));
}

void XmlNode::set(const std::string& key, const std::string& value) {
    for (auto& [own, current] : attributes)
        if (own == key) {
            current = value;
            return;
        }
    if (attributes.size() > kMaxAttributes) {
        const auto* busid = find("busid");
        throw InitFailure(kInternalError, "graph/xml.h",
                          "node " + name + (busid == nullptr ? "" : " " + *busid) +
                              " has more than 16 attributes: NCCL 2.28 ends with a segmentation "
                              "fault here");
    }
    attributes.emplace_back(key, value);
}

void XmlNode::set_if_unset(const std::string& key, const std::string& value) {
    if (find(key) == nullptr) set(key, value);
}

void XmlNode::unset(const std::string& key) {
    const auto at = std::find_if(attributes.begin(), attributes.end(),
                                 [&key](const auto& own) { return own.first == key; });
    if (at != attributes.end()) attributes.erase(at);
}

XmlNode* XmlNode::child(const std::string& child_name) const {
    for (auto* own : children)
        if (own->name == child_name) return own;
    return nullptr;
}

XmlNode* XmlNode::child_with(const std::string& child_name, const std::string& key,
                             const std::string& value) const {
    for (auto* own : children) {
        const auto* found = own->name == child_name ? own->find(key) : nullptr;
        if (found != nullptr && *found == value) return own;
    }
    return nullptr;
}

XmlNode& XmlTree::add(XmlNode* parent, const std::string& name) {
    if (full()) too_many("graph/xml.h:344", "nodes", slots_.size());
    auto& node = slots_[used_++];
    node = XmlNode{.name = name, .parent = parent};
    if (parent != nullptr) append_child(*parent, node, "graph/xml.h:354");
    return node;
}

XmlNode* XmlTree::find(const std::string& name) {
    for (std::size_t i = 0; i < used_; ++i)
        if (slots_[i].name == name) return &slots_[i];
    return nullptr;
}

XmlNode* XmlTree::find_with(const std::string& name, const std::string& key,
                            const std::string& value) {
    for (std::size_t i = 0; i < used_; ++i) {
        const auto* found = slots_[i].name == name ? slots_[i].find(key) : nullptr;
        if (found != nullptr && *found == value) return &slots_[i];
    }
    return nullptr;
}

void trim(XmlNode& top) {
    (void)trimmed(top);
}

void fuse(XmlTree& into, XmlNode& source) {
    auto* top = into.find("system");
    if (top == nullptr)
        add_tree(into, nullptr, source);
    else
        fuse_children(into, *top, source);
}

void write_xml(std::ostream& out, const XmlNode& node, int indent) {
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    out << margin << '<' << node.name;
    for (const auto& [key, value] : node.attributes) out << ' ' << key << "=\"" << value << '"';
    if (node.children.empty()) {
        out << "/>\n";
        return;
    }
    out << ">\n";
    for (const auto* child : node.children) write_xml(out, *child, indent + 2);
    out << margin << "</" << node.name << ">\n";
}

}  // namespace hopbench::sim::nccl

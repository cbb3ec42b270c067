// A topology as NCCL holds it between reading and graph: at most 256 nodes in the order in which
// they were made, each with at most 16 attributes and 128 children.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hopbench::sim::nccl {

inline constexpr std::size_t kMaxXmlNodes = 256;
inline constexpr std::size_t kMaxChildren = 128;
inline constexpr std::size_t kMaxAttributes = 16;
inline constexpr std::size_t kMaxString = 254;  // names and values are shorter, in bytes

enum class XmlKind { none, open, close, single };  // none: made by detection, or removed

struct XmlNode {
    std::string name = {};
    std::vector<std::pair<std::string, std::string>> attributes = {};
    XmlKind kind = XmlKind::none;
    XmlNode* parent = nullptr;
    std::vector<XmlNode*> children = {};

    [[nodiscard]] const std::string* find(const std::string& key) const;
    // The value, or InitFailure "Attribute KEY of node NAME not found".
    [[nodiscard]] const std::string& need(const std::string& key) const;
    [[nodiscard]] int need_int(const std::string& key) const;
    [[nodiscard]] int int_or(const std::string& key, int otherwise) const;
    // Real NCCL writes past its table when a node that is full gets another attribute, and dies;
    // here that is an InitFailure that says so.
    void set(const std::string& key, const std::string& value);
    void set_if_unset(const std::string& key, const std::string& value);
    void unset(const std::string& key);
    [[nodiscard]] XmlNode* child(const std::string& child_name) const;
    [[nodiscard]] XmlNode* child_with(const std::string& child_name, const std::string& key,
                                      const std::string& value) const;
};

class XmlTree {
  public:
    explicit XmlTree(std::size_t capacity = kMaxXmlNodes) : slots_(capacity) {}
    XmlTree(const XmlTree&) = delete;
    XmlTree& operator=(const XmlTree&) = delete;
    XmlTree(XmlTree&&) = default;
    XmlTree& operator=(XmlTree&&) = default;

    [[nodiscard]] std::size_t size() const { return used_; }
    [[nodiscard]] bool full() const { return used_ == slots_.size(); }
    [[nodiscard]] XmlNode& at(std::size_t index) { return slots_[index]; }
    // The node after the last one: what the parser reads into before it knows what it got.
    [[nodiscard]] XmlNode& scratch() { return slots_[used_]; }
    void keep_scratch() { ++used_; }

    XmlNode& add(XmlNode* parent, const std::string& name);
    // The first node of this name (and with this attribute) in the order of making, or null.
    [[nodiscard]] XmlNode* find(const std::string& name);
    [[nodiscard]] XmlNode* find_with(const std::string& name, const std::string& key,
                                     const std::string& value);

  private:
    std::vector<XmlNode> slots_;  // never grows: children point into it
    std::size_t used_ = 0;
};

// Drops pci, cpu, nic and net nodes without anything marked keep="1" below, and the marks.
void trim(XmlNode& top);

// Adds source to the tree of another rank: nodes merge only where name, kind and all attributes
// are equal.
void fuse(XmlTree& into, XmlNode& source);

// As NCCL writes it: two spaces a level, one node a line.
void write_xml(std::ostream& out, const XmlNode& node, int indent = 0);

}  // namespace hopbench::sim::nccl

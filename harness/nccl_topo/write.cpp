#include "harness/nccl_topo/write.hpp"

#include "harness/model/error.hpp"
#include "harness/nccl_topo/limits.hpp"
#include "harness/nccl_topo/shown.hpp"

namespace hopbench::nccl_topo {
namespace {

[[noreturn]] void refuse(const std::string& why) {
    throw usage_error("NCCL topology", why, "no topology file can say this");
}

void check_name(const std::string& key) {
    if (key.empty() || key.size() > max_characters ||
        key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
            key.npos)
        refuse("attribute name " + shown(key));
}

void check_value(const std::string& value) {
    bool clean = value.size() <= max_characters;
    for (const char c : value) clean = clean && static_cast<unsigned char>(c) >= 0x20 && c != '"';
    if (!clean) refuse("value " + shown(value));
}

class Writer {
  public:
    std::string text;

    void write(const Element& element, std::size_t depth) {
        const std::string name(name_of(element.kind));
        if (++nodes_ == max_nodes) refuse("more than 255 elements");
        if (element.children.size() > max_children)
            refuse("more than 128 elements below a " + name);
        if (element.attributes.size() > max_attributes)
            refuse("more than 16 attributes of a " + name);
        text.append(2 * depth, ' ').append("<" + name);
        for (const auto& [key, value] : element.attributes) {
            check_name(key);
            check_value(value);
            text.append(" ").append(key).append("=\"").append(value).append("\"");
        }
        if (element.children.empty()) {
            text.append("/>\n");
            return;
        }
        text.append(">\n");
        for (const auto& child : element.children) write(child, depth + 1);
        text.append(2 * depth, ' ').append("</" + name + ">\n");
    }

  private:
    std::size_t nodes_ = 0;
};

}  // namespace

std::string write_nccl_xml(const Element& system) {
    Writer writer;
    writer.write(system, 0);
    return std::move(writer.text);
}

}  // namespace hopbench::nccl_topo

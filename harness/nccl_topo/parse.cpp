#include "harness/nccl_topo/parse.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "harness/nccl_topo/limits.hpp"
#include "harness/nccl_topo/number.hpp"
#include "harness/nccl_topo/shown.hpp"
#include "harness/nccl_topo/tag_reader.hpp"

namespace hopbench::nccl_topo {
namespace {

constexpr std::array all_kinds{Kind::system, Kind::cpu,    Kind::pci,     Kind::gpu, Kind::nic,
                               Kind::net,    Kind::nvlink, Kind::pcilink, Kind::c2c};

/// `parent` null: the top of the file.
bool may_contain(const Element* parent, Kind child) {
    if (parent == nullptr) return child == Kind::system;
    switch (parent->kind) {
        case Kind::system:
            return child == Kind::cpu;
        case Kind::cpu:
            return child == Kind::pci || child == Kind::nic;
        case Kind::pci:
            return child == Kind::pci || child == Kind::gpu || child == Kind::nic ||
                   child == Kind::pcilink;
        case Kind::gpu:
            return child == Kind::nvlink || child == Kind::c2c;
        case Kind::nic:
            return child == Kind::net;
        default:
            return false;
    }
}

const Kind* kind_named(std::string_view name) {
    for (const auto& kind : all_kinds)
        if (name_of(kind) == name) return &kind;
    return nullptr;
}

/// Builds the tree as NCCL's loader does.
class Loader {
  public:
    Loader(std::string_view text, std::vector<Diagnostic>& diagnostics)
        : reader_(text, diagnostics), diagnostics_(diagnostics) {}

    std::vector<Element> systems;

    void load() { load_children(nullptr, systems); }

  private:
    void load_children(const Element* head, std::vector<Element>& into) {
        while (true) {
            if (nodes_ == max_nodes)
                refuse("too-many-elements", reader_.place(),
                       "256 elements and more do not fit into NCCL's tree; init fails");
            auto tag = reader_.next();
            if (tag.type == Tag::Type::none) {
                if (head == nullptr) return;
                refuse(
                    "unterminated", tag.place,
                    "the file ends before </" + std::string(name_of(head->kind)) + ">; init fails");
            }
            if (head != nullptr && tag.type == Tag::Type::close) {
                if (tag.name == name_of(head->kind)) return;
                refuse("mismatched-tag", tag.place,
                       "the closing tag " + shown(tag.name) + " ends <" +
                           std::string(name_of(head->kind)) + ">; init fails");
            }
            const auto* kind = kind_named(tag.name);
            if (kind != nullptr && may_contain(head, *kind))
                add(head, into, *kind, std::move(tag));
            else
                skip(head, tag);
        }
    }

    void add(const Element* head, std::vector<Element>& into, Kind kind, Tag tag) {
        if (head != nullptr && into.size() == max_children)
            refuse("too-many-children", tag.place,
                   "more than 128 elements below one <" + std::string(name_of(head->kind)) +
                       ">; init fails");
        ++nodes_;
        report_overflow(kind, tag);
        const bool single = tag.type == Tag::Type::single;
        auto& element = into.emplace_back(Element{.kind = kind,
                                                  .attributes = std::move(tag.attributes),
                                                  .children = {},
                                                  .place = tag.place});
        if (kind == Kind::system) check_version(element);
        if (!single) load_children(&element, element.children);
    }

    void report_overflow(Kind kind, const Tag& tag) {
        if (!tag.overflowed) return;
        // Room for what NCCL itself adds to these is taken from what follows in memory.
        const bool grows = kind == Kind::pci || kind == Kind::cpu;
        diagnostics_.push_back({.effect = grows ? Effect::fatal : Effect::ignored,
                                .rule = "too-many-attributes",
                                .place = tag.place,
                                .text = "<" + tag.name +
                                        "> has more than 16 attributes; the rest is lost" +
                                        (grows ? ", and NCCL crashes when it adds its own" : "")});
    }

    void check_version(const Element& system) {
        const auto* version = system.find("version");
        if (version == nullptr)
            refuse("system-without-version", system.place, "<system> has no version; init fails");
        if (leading_integer(*version) != 1)
            refuse("version-not-1", system.place,
                   "version \"" + *version +
                       "\" is another library's format, NCCL reads 1; init fails");
    }

    /// Everything up to the matching end is lost; names of closing tags do not count in there.
    void skip(const Element* head, const Tag& tag) {
        if (head == nullptr || (head->kind != Kind::nvlink && head->kind != Kind::net &&
                                head->kind != Kind::pcilink && head->kind != Kind::c2c))
            diagnostics_.push_back({.effect = Effect::ignored,
                                    .rule = "element-ignored",
                                    .place = tag.place,
                                    .text = shown(tag.name) + " cannot stand " + where(head) +
                                            "; it and all below it is ignored"});
        if (tag.type == Tag::Type::single) return;
        for (std::size_t depth = 1; depth > 0;) {
            const auto inner = reader_.next();
            if (inner.type == Tag::Type::none)
                refuse(tag.name == "!DOCTYPE" ? "doctype" : "unterminated", tag.place,
                       shown(tag.name) + " is never closed; init fails");
            if (inner.type == Tag::Type::open) ++depth;
            if (inner.type == Tag::Type::close) --depth;
        }
    }

    static std::string where(const Element* head) {
        return head == nullptr ? "at the top" : "below <" + std::string(name_of(head->kind)) + ">";
    }

    [[noreturn]] static void refuse(const char* rule, Place place, std::string text) {
        throw Refusal{
            {.effect = Effect::fatal, .rule = rule, .place = place, .text = std::move(text)}};
    }

    TagReader reader_;
    std::vector<Diagnostic>& diagnostics_;
    std::size_t nodes_ = 0;
};

bool by_place(const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
}

}  // namespace

const Diagnostic* ParsedTopology::fatal() const noexcept {
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& d) { return d.effect == Effect::fatal; });
    return found == diagnostics.end() ? nullptr : &*found;
}

ParsedTopology parse_nccl_xml(std::string_view text) {
    ParsedTopology result;
    Loader loader(text, result.diagnostics);
    bool complete = true;
    try {
        loader.load();
    } catch (const Refusal& refusal) {
        result.diagnostics.push_back(refusal.diagnostic);
        complete = false;
    }
    for (std::size_t i = 1; i < loader.systems.size(); ++i)
        result.diagnostics.push_back(
            {.effect = Effect::fatal,
             .rule = "second-system",
             .place = loader.systems[i].place,
             .text = "a second <system>; what is below it is lost on the way and init fails"});
    if (!loader.systems.empty()) result.system = std::move(loader.systems.front());
    if (complete && result.system) {
        auto findings = check_tree(*result.system);
        std::move(findings.begin(), findings.end(), std::back_inserter(result.diagnostics));
    }
    if (complete && !result.system)
        result.diagnostics.push_back({.effect = Effect::silent,
                                      .rule = "empty",
                                      .place = {},
                                      .text = "there is no <system>; the file has no effect"});
    std::stable_sort(result.diagnostics.begin(), result.diagnostics.end(), by_place);
    return result;
}

}  // namespace hopbench::nccl_topo

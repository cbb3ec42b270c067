#include "tests/sim/nccl/detection.hpp"

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <cstdio>
#include <cstdlib>

#include "tests/sim/nccl/init_failure.hpp"

namespace hopbench::sim::nccl {
namespace {

bool is_bus_id(const std::string& text) {
    static const std::string kShape = "hhhh:hh:hh.h";
    return text.size() == kShape.size() &&
           std::equal(text.begin(), text.end(), kShape.begin(), [](unsigned char c, char shape) {
               return shape == 'h' ? std::isxdigit(c) != 0 : c == static_cast<unsigned char>(shape);
           });
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

float speed_of(const std::string& text) {
    float speed = FLT_MAX;
    (void)std::sscanf(text.c_str(), "%f GT/s", &speed);
    return speed;
}

int width_of(const std::string& text) {
    return static_cast<int>(std::strtol(text.c_str(), nullptr, 0));
}

// Where in the path above a device NCCL goes next: the device two levels up, or "" where either
// of the two is no PCI device, which ends at the CPU. So a lone root port does not appear.
std::string upper_switch(const std::string& path) {
    std::string rest = path.substr(0, path.rfind('/'));
    if (!is_bus_id(rest.substr(rest.rfind('/') + 1))) return "";
    rest = rest.substr(0, rest.rfind('/'));
    const auto upper = rest.substr(rest.rfind('/') + 1);
    return is_bus_id(upper) ? upper : "";
}

// PCI children of a node are ordered by bus id.
void insert_by_bus_id(XmlNode& parent, XmlNode& pci) {
    if (parent.children.size() == kMaxChildren)
        throw InitFailure(kInternalError, "graph/xml.cc:718",
                          "Error : XML parser is limited to 128 subnodes");
    const auto& busid = pci.need("busid");
    const auto at = std::find_if(parent.children.begin(), parent.children.end(),
                                 [&busid](const XmlNode* other) {
                                     const auto* its = other->find("busid");
                                     return its != nullptr && busid < *its;
                                 });
    parent.children.insert(at, &pci);
    pci.parent = &parent;
}

}  // namespace

std::string Detection::host_hash() const {
    char text[32];
    (void)std::snprintf(text, sizeof text, "%#llx", static_cast<unsigned long long>(host_hash_));
    return text;
}

void Detection::fill_cpu(XmlNode& cpu) const {
    if (cpu.find("affinity") == nullptr) {
        const auto* numa = cpu.find("numaid");
        if (numa == nullptr)
            throw InitFailure(kInternalError, "graph/xml.cc:483",
                              "GetXmlFromCpu : could not find CPU numa ID.");
        const auto mask = root_.read("/sys/devices/system/node/node" + *numa, "cpumap");
        if (!mask.empty()) cpu.set("affinity", mask);
    }
    const auto identity = root_.cpu();
    cpu.set_if_unset("arch", identity.arch);
    if (identity.arch != "x86_64") return;
    cpu.set_if_unset("vendor", identity.vendor);
    if (cpu.find("familyid") != nullptr) return;
    cpu.set("familyid", std::to_string(identity.family.value_or(0)));
    cpu.set("modelid", std::to_string(identity.model.value_or(0)));
}

void Detection::fill_link(XmlNode& pci, const std::string& path) const {
    if (pci.find("link_speed") == nullptr) {
        std::string speed;
        if (!path.empty()) {
            const auto own = root_.read(path, "max_link_speed");
            const auto port = root_.read(path, "../max_link_speed");
            speed = speed_of(port) < speed_of(own) ? port : own;
        }
        pci.set("link_speed", speed);
    }
    if (pci.find("link_width") == nullptr) {
        std::string width;
        if (!path.empty())
            width = std::to_string(std::min(width_of(root_.read(path, "max_link_width")),
                                            width_of(root_.read(path, "../max_link_width"))));
        pci.set("link_width", width);
    }
}

XmlNode& Detection::cpu_of(XmlTree& tree, const std::string& numa) const {
    auto& system = *tree.find("system");
    auto* cpu = system.child_with("cpu", "numaid", numa);
    if (cpu != nullptr) return *cpu;
    auto& made = tree.add(&system, "cpu");
    made.set("host_hash", host_hash());
    made.set("numaid", numa);
    return made;
}

// A node that the file has not placed is placed by the kernel's tree. numa_node is that of the
// last PCI device before the CPU.
void Detection::attach(XmlTree& tree, XmlNode& pci, const std::string& path) const {
    XmlNode* parent = nullptr;
    if (path.empty()) {
        auto* unknown = tree.find_with("cpu", "numaid", "-1");
        parent = unknown != nullptr ? unknown : &cpu_of(tree, "-1");
    } else {
        const auto numa = root_.read(path, "numa_node");
        const auto upper = upper_switch(path);
        if (upper.empty()) {
            parent = &cpu_of(tree, numa);
        } else {
            parent = tree.find_with("pci", "busid", upper);
            if (parent == nullptr) {
                parent = &tree.add(nullptr, "pci");
                parent->set("busid", upper);
            }
        }
    }
    insert_by_bus_id(*parent, pci);
}

void Detection::fill_pci(XmlTree& tree, XmlNode& pci) const {
    const auto path = root_.pci_path(pci.need("busid"));
    if (!path.empty()) {
        const auto value = root_.read(path, "class");  // overwrites what the file says
        if (!value.empty()) pci.set("class", value);
    }
    for (const char* name : {"vendor", "device", "subsystem_vendor", "subsystem_device"}) {
        if (path.empty() || pci.find(name) != nullptr) continue;
        const auto value = root_.read(path, name);
        if (!value.empty()) pci.set(name, value);
    }
    fill_link(pci, path);
    if (pci.parent == nullptr) attach(tree, pci, path);
    if (pci.parent->name == "pci") fill_pci(tree, *pci.parent);
    if (pci.parent->name == "cpu") fill_cpu(*pci.parent);
}

void Detection::fill_nvlinks(XmlTree& tree, XmlNode& gpu_node, int gpu) const {
    if (gpu_node.child("nvlink") == nullptr)
        for (const auto& link : nvlinks_of(model_, gpu)) {
            auto& node = tree.add(&gpu_node, "nvlink");
            node.set("target", link.target);
            node.set("count", std::to_string(link.count));
        }
    for (auto* node : gpu_node.children) {
        if (node->name != "nvlink" || node->find("tclass") != nullptr) continue;
        const auto* target = node->find("target");
        const auto path = target == nullptr ? "" : root_.pci_path(*target);
        const auto value = path.empty() ? "0x068000" : root_.read(path, "class");
        if (!value.empty()) node->set("tclass", value);
    }
}

XmlNode* Detection::add_gpu(XmlTree& tree, int gpu) const {
    const auto& facts = model_.gpus[static_cast<std::size_t>(gpu)];
    const auto busid = lower(facts.bdf);
    auto* pci = tree.find_with("pci", "busid", busid);
    if (pci == nullptr) {
        pci = &tree.add(nullptr, "pci");
        pci->set("busid", busid);
    }
    pci->set_if_unset("class", "0x03");
    fill_pci(tree, *pci);
    auto* node = pci->child("gpu");
    if (node == nullptr) node = &tree.add(pci, "gpu");
    node->set_if_unset("dev", std::to_string(gpu));
    if (node->need_int("dev") == -1) return nullptr;
    node->set_if_unset("sm", std::to_string(facts.sm_major * 10 + facts.sm_minor));
    fill_nvlinks(tree, *node, gpu);
    return node;
}

void Detection::add_nics(XmlTree& tree) const {
    int index = 0;
    for (const auto& type : model_.nics) {
        if (type != "virtio") continue;
        const auto name = "eth" + std::to_string(index);
        auto* net = tree.find_with("net", "name", name);
        if (net == nullptr) {
            say_("Topology detection: network path (name = " + name + ") /sys/devices/" + type +
                 std::to_string(index) + " is not a PCI device (" + type +
                 "). Attaching to first CPU");
            auto* cpu = tree.find("cpu");
            if (cpu == nullptr) return;
            auto* nic = cpu->child("nic");
            if (nic == nullptr) nic = &tree.add(cpu, "nic");
            net = &tree.add(nic, "net");
            net->set("name", name);
        }
        net->set("keep", "1");
        net->set("dev", std::to_string(index));
        net->set_if_unset("latency", "0");
        net->set_if_unset("speed", "10000");
        net->set_if_unset("port", "0");
        net->set_if_unset("guid", "0x" + std::to_string(index));
        net->set_if_unset("maxconn", "65536");
        net->set_if_unset("gdr", "0");
        ++index;
    }
}

}  // namespace hopbench::sim::nccl

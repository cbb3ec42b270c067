#include <algorithm>
#include <map>

#include "harness/nccl_topo/checks.hpp"
#include "harness/nccl_topo/dictionary.hpp"
#include "harness/nccl_topo/number.hpp"
#include "harness/nccl_topo/shown.hpp"

namespace hopbench::nccl_topo {
namespace {

using GpusByAddress = std::map<std::string, const Element*>;

GpusByAddress gpus_of(const Element& system) {
    GpusByAddress gpus;
    for_each_element(system, [&](const Element& element) {
        const auto* busid = element.find("busid");
        if (element.kind != Kind::pci || busid == nullptr) return;
        for (const auto& child : element.children)
            if (child.kind == Kind::gpu) gpus.emplace(*busid, &child);
    });
    return gpus;
}

bool links_to(const Element& gpu, const std::string& target) {
    return std::any_of(gpu.children.begin(), gpu.children.end(), [&](const Element& child) {
        return child.kind == Kind::nvlink && child.value("target") == target;
    });
}

void need(const Element& element, const char* key, Findings& findings) {
    if (element.find(key) == nullptr)
        findings.add(Effect::fatal, "link-attribute-missing", element.place,
                     "<" + std::string(name_of(element.kind)) + "> has no " + key + "; init fails");
}

void check_nvlink(const std::string& own, const Element& link, const GpusByAddress& gpus,
                  Findings& findings) {
    need(link, "count", findings);
    const auto* target = link.find("target");
    if (target == nullptr) {
        need(link, "target", findings);
        return;
    }
    const auto* target_class = link.find("tclass");
    if (target_class != nullptr && device_class(*target_class) != DeviceClass::gpu) return;
    if (*target == own) {
        findings.add(Effect::silent, "nvlink-to-itself", link.place,
                     "nvlink of " + shown(own) + " leads to itself; it joins no two GPUs");
        return;
    }
    const auto remote = gpus.find(*target);
    if (remote != gpus.end() && !links_to(*remote->second, own))
        findings.add(
            Effect::fatal, "nvlink-one-way", link.place,
            "nvlink from " + shown(own) + " to " + shown(*target) + " has no reverse; init fails");
    else if (remote == gpus.end())
        findings.add(Effect::silent, "nvlink-to-nowhere", link.place,
                     "nvlink target " + shown(*target) + " is no GPU of the file");
}

void check_gpu(const std::string& own, const Element& gpu, const GpusByAddress& gpus,
               Findings& findings) {
    const auto* dev = gpu.find("dev");
    if (dev != nullptr && leading_integer(*dev) == -1)
        findings.add(
            Effect::fatal, "gpu-dev-negative", gpu.place,
            "gpu dev=" + shown(*dev) + " below " + shown(own) + " takes the GPU out; init fails");
    else if (dev != nullptr || gpu.find("sm") != nullptr)
        findings.add(Effect::silent, "gpu-attributes-kept", gpu.place,
                     "dev and sm of the GPU " + shown(own) +
                         " are taken from the file, also where they are stale");
    for (const auto& child : gpu.children) {
        if (child.kind == Kind::nvlink) check_nvlink(own, child, gpus, findings);
        if (child.kind != Kind::c2c) continue;
        need(child, "bw", findings);
        need(child, "count", findings);
    }
}

}  // namespace

void check_gpus(const Element& system, Findings& findings) {
    const auto gpus = gpus_of(system);
    for_each_element(system, [&](const Element& element) {
        if (element.kind != Kind::pci) return;
        const std::string own(element.value("busid"));
        for (const auto& child : element.children) {
            if (child.kind == Kind::gpu) check_gpu(own, child, gpus, findings);
            if (child.kind == Kind::pcilink) need(child, "target", findings);
        }
    });
}

}  // namespace hopbench::nccl_topo

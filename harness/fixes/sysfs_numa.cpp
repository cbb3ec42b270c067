#include "harness/fixes/sysfs_numa.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <cerrno>
#include <charconv>
#include <optional>
#include <system_error>

#include "harness/fixes/scratch_device.hpp"
#include "harness/model/error.hpp"
#include "harness/nccl_topo/pci_address.hpp"
#include "harness/nccl_topo/sysfs.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

std::string canonical_or_throw(const std::string& bdf) {
    const auto canonical = nccl_topo::canonical_bdf(bdf);
    if (!canonical)
        throw usage_error("GPU address \"" + bdf + "\"", "is no PCI address",
                          "write it like 0000:0a:00.0");
    return *canonical;
}

std::optional<int> numa_node_of(const fs::path& device) {
    const auto text = nccl_topo::read_line(device / "numa_node");
    int node = 0;
    if (!text) return std::nullopt;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), node);
    return error == std::errc() && end == text->data() + text->size() ? std::optional(node)
                                                                      : std::nullopt;
}

fs::path device_of(const fs::path& root, const std::string& bdf) {
    return root / "sys/bus/pci/devices" / bdf;
}

/// Planned values by address.
class Plan {
  public:
    Plan(const fs::path& root, std::map<std::string, NumaWrite>& writes)
        : root_(root), writes_(writes) {}

    void add(const std::string& bdf, const std::string& gpu, int node) {
        const auto before = numa_node_of(device_of(root_, bdf));
        if (!before) {
            if (bdf != gpu) return;  // the port says nothing, so nobody reads it
            throw unfit_error("GPU " + gpu, "has no numa_node below " + root_.string(),
                              "the kernel needs NUMA support");
        }
        const auto what = (bdf == gpu ? "GPU " : "port above GPU ") + gpu;
        const auto [known, added] = writes_.emplace(
            bdf, NumaWrite{.bdf = bdf, .before = *before, .after = node, .what = what});
        if (!added && known->second.after != node)
            throw unfit_error("GPU " + gpu,
                              "is to be on node " + std::to_string(node) + ", but shares port " +
                                  bdf + " with a GPU of node " +
                                  std::to_string(known->second.after),
                              "GPUs of one port are on one node");
    }

  private:
    const fs::path& root_;
    std::map<std::string, NumaWrite>& writes_;
};

}  // namespace

void require_scratch_root(const fs::path& root) {
    std::error_code error;
    const bool own = fs::equivalent(root, "/", error);
    struct statfs system {};
    const bool kernel = ::statfs((root / "sys").c_str(), &system) == 0 &&
                        static_cast<unsigned long>(system.f_type) == SYSFS_MAGIC;
    if (own || kernel)
        throw unfit_error("sysfs", "would write to the running kernel's numa_node",
                          "a run does that to a scratch root only; topo-xml needs no such write");
}

std::vector<NumaWrite> plan_sysfs_numa(const fs::path& root,
                                       const std::map<std::string, int>& node_by_bdf) {
    std::map<std::string, NumaWrite> writes;
    Plan plan(root, writes);
    for (const auto& [key, node] : node_by_bdf) {
        const auto bdf = canonical_or_throw(key);
        const auto path = nccl_topo::find_pci(root, bdf);
        if (!path)
            throw unfit_error("GPU " + bdf, "is not in " + (root / "sys/bus/pci/devices").string(),
                              "name a GPU of this machine");
        if (!takes_node(root, node))
            throw unfit_error("GPU " + bdf,
                              "node " + std::to_string(node) + " is not online on this machine",
                              "give the GPUs nodes that this machine has");
        plan.add(bdf, bdf, node);
        const auto shown = path->shown_by_nccl();
        if (!shown.empty()) plan.add(shown.back(), bdf, node);
        if (const auto port = path->topmost_port()) plan.add(*port, bdf, node);
    }
    std::vector<NumaWrite> result;
    for (auto& [bdf, write] : writes)
        if (write.before != write.after) result.push_back(std::move(write));
    return result;
}

void apply_sysfs_numa(const fs::path& root, const std::vector<NumaWrite>& writes) {
    require_scratch_root(root);
    for (const auto& write : writes) {
        const auto bdf = canonical_or_throw(write.bdf);
        const auto now = numa_node_of(device_of(root, bdf));
        if (now && *now == write.after) continue;
        const int error = write_numa_node(root, bdf, write.after);
        if (error == EINVAL)
            throw unfit_error(write.what,
                              "numa_node " + std::to_string(write.after) + ": Invalid argument",
                              "give the GPUs nodes that this machine has");
        if (error != 0)
            throw usage_error(device_of(root, bdf).string(), std::generic_category().message(error),
                              "name a scratch root that can be written");
    }
}

std::map<std::string, int> read_sysfs_numa(const fs::path& root,
                                           const std::vector<std::string>& bdfs) {
    std::map<std::string, int> nodes;
    for (const auto& text : bdfs) {
        const auto bdf = nccl_topo::canonical_bdf(text);
        if (!bdf) continue;
        if (const auto node = numa_node_of(device_of(root, *bdf))) nodes.emplace(*bdf, *node);
    }
    return nodes;
}

}  // namespace hopbench

// A machine for simulated NCCL to perceive: eight GPUs behind one root port each, a tree of kernel
// files in a folder of its own, and the NCCL_* variables, which end with it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/sim/nccl/perception.hpp"

namespace hopbench::sim::nccl {

class NcclMachine {
  public:
    explicit NcclMachine(int gpus = 8) {
        char folder[] = "/tmp/hopbench-nccl-XXXXXX";
        EXPECT_NE(mkdtemp(folder), nullptr);
        root_ = folder;
        model.name = "made machine";
        for (int i = 0; i < gpus; ++i) {
            const auto digit = std::to_string(i + 1);
            model.gpus.push_back({.bdf = "0000:0" + digit + ":00.0",
                                  .root_port = "0000:00:1c." + std::to_string(i),
                                  .host_bdf = "",
                                  .uuid = "",
                                  .name = "",
                                  .sm_major = 9,
                                  .sm_minor = 0,
                                  .true_numa = i < gpus / 2 ? 1 : 0,
                                  .sysfs_numa = -1,
                                  .port_speed = "16.0 GT/s PCIe",
                                  .port_width = 16});
        }
        model.nics = {"virtio"};
        set("HOME", "/nonexistent");
        cpu("AuthenticAMD", 26, 17);
        for (int node = 0; node < 2; ++node)
            file("sys/devices/system/node/node" + std::to_string(node) + "/cpumap",
                 node == 0 ? "00000003" : "0000000c");
    }
    ~NcclMachine() {
        for (const auto& name : variables_) unsetenv(name.c_str());
        std::filesystem::remove_all(root_);
    }
    NcclMachine(const NcclMachine&) = delete;
    NcclMachine& operator=(const NcclMachine&) = delete;

    void sm(int major) {
        for (auto& gpu : model.gpus) gpu.sm_major = major;
    }
    void ports(const std::string& speed) {
        for (auto& gpu : model.gpus) gpu.port_speed = speed;
    }
    // What the kernel says, by GPU.
    void sysfs_numa(const std::vector<int>& nodes) {
        for (std::size_t i = 0; i < nodes.size(); ++i) model.gpus[i].sysfs_numa = nodes[i];
    }
    void cpu(const std::string& vendor, int family, int number) {
        file("proc/cpuinfo", "processor\t: 0\nvendor_id\t: " + vendor +
                                 "\ncpu family\t: " + std::to_string(family) +
                                 "\nmodel\t\t: " + std::to_string(number) + "\nmodel name\t: made");
    }
    void set(const std::string& name, const std::string& value) {
        setenv(name.c_str(), value.c_str(), 1);
        variables_.push_back(name);
    }
    // Below the root; a line end is added.
    std::string file(const std::string& name, const std::string& text) {
        const auto path = root_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text << '\n';
        return path.string();
    }
    // A topology file, set as NCCL_TOPO_FILE.
    void topology(const std::string& text) { set("NCCL_TOPO_FILE", file("topology.xml", text)); }
    // A PCI device at this place below sys/devices, e.g. "pci0000:00/0000:00:1c.0/0000:01:00.0".
    void device(const std::string& place, int numa, const std::string& device_class,
                const std::string& speed = "16.0 GT/s PCIe", int width = 16) {
        const auto folder = "sys/devices/" + place + "/";
        file(folder + "numa_node", std::to_string(numa));
        file(folder + "class", device_class);
        file(folder + "vendor", "0x10de");
        file(folder + "device", "0x2bb5");
        file(folder + "max_link_speed", speed);
        file(folder + "max_link_width", std::to_string(width));
        const auto link = root_ / "sys/bus/pci/devices" / place.substr(place.rfind('/') + 1);
        std::filesystem::create_directories(link.parent_path());
        std::filesystem::remove(link);
        std::filesystem::create_symlink("../../../devices/" + place, link);
    }
    // Each GPU below its root port.
    void plain_devices() {
        for (const auto& gpu : model.gpus) {
            const auto port = "pci0000:00/" + gpu.root_port;
            device(port, gpu.sysfs_numa, "0x060400", gpu.port_speed, gpu.port_width);
            device(port + "/" + gpu.bdf, gpu.sysfs_numa, "0x030200", gpu.port_speed,
                   gpu.port_width);
        }
    }
    Decision perceive_as_is(bool peers = false) {
        std::vector<int> gpus;
        for (int i = 0; i < model.gpu_count(); ++i) gpus.push_back(i);
        DebugLog out;
        return perceive(
            model, root_, gpus, [peers](int, int) { return peers; }, out);
    }
    Decision perceived(bool peers = false) {
        plain_devices();
        return perceive_as_is(peers);
    }
    // The same, with every line of NCCL_DEBUG=INFO kept in log.
    Decision perceived_aloud(bool peers = false) {
        set("NCCL_DEBUG", "INFO");
        if (getenv("NCCL_DEBUG_SUBSYS") == nullptr) set("NCCL_DEBUG_SUBSYS", "ALL");
        set("NCCL_DEBUG_FILE", path("log"));
        auto decision = perceived(peers);
        log = text_of("log");
        return decision;
    }
    [[nodiscard]] std::string path(const std::string& name) const {
        return (root_ / name).string();
    }
    [[nodiscard]] std::string text_of(const std::string& name) const {
        std::ifstream in(root_ / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    [[nodiscard]] std::size_t lines_with(const std::string& words) const {
        std::size_t count = 0;
        for (auto at = log.find(words); at != std::string::npos; at = log.find(words, at + 1))
            ++count;
        return count;
    }

    MachineModel model;
    std::string log;

  private:
    std::filesystem::path root_;
    std::vector<std::string> variables_;
};

// A topology file with these GPUs ("5" for 0000:05:00.0) below two CPUs.
inline std::string topology_text(const std::string& gpus_of_0, const std::string& gpus_of_1,
                                 const std::string& cpu =
                                     "arch=\"x86_64\" vendor=\"AuthenticAMD\" "
                                     "familyid=\"191\" modelid=\"17\"") {
    std::string text = "<system version=\"1\">\n";
    const auto add = [&text, &cpu](const std::string& head, const std::string& gpus) {
        text += "  <cpu " + head + " " + cpu + ">\n";
        for (const char digit : gpus)
            text += std::string("    <pci busid=\"0000:0") + digit +
                    ":00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" "
                    "link_width=\"16\"/>\n";
        text += "  </cpu>\n";
    };
    add("numaid=\"0\" affinity=\"00000003\"", gpus_of_0);
    add("numaid=\"1\" affinity=\"0000000c\"", gpus_of_1);
    return text + "</system>\n";
}

// text with the first occurrence of from replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

}  // namespace hopbench::sim::nccl

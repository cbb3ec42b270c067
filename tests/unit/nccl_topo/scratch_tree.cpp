#include "tests/unit/nccl_topo/scratch_tree.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <vector>

namespace hopbench::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> split(const std::string& path) {
    std::vector<std::string> parts;
    for (const auto& part : fs::path(path)) parts.push_back(part.string());
    return parts;
}

}  // namespace

ScratchTree::ScratchTree() {
    static int count = 0;
    root_ = fs::path(testing::TempDir()) /
            ("hopbench-tree-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
    fs::create_directories(root_);
    const std::string nodes = "sys/devices/system/node/";
    write(nodes + "online", "0-1");
    write(nodes + "node0/cpumap", "00000003");
    write(nodes + "node0/cpulist", "0-1");
    write(nodes + "node1/cpumap", "0000000c");
    write(nodes + "node1/cpulist", "2-3");
    write("sys/devices/system/cpu/online", "0-3");
    std::string cpus;
    for (int cpu = 0; cpu < 4; ++cpu)
        cpus +=
            "processor\t: " + std::to_string(cpu) +
            "\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD\n\n";
    write("proc/cpuinfo", cpus);
}

ScratchTree::~ScratchTree() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
}

void ScratchTree::write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream out(root_ / name);
    out << text << '\n';
    ASSERT_TRUE(out.flush()) << name;
}

std::string ScratchTree::read(const std::string& name) const {
    std::ifstream in(root_ / name);
    std::string line;
    std::getline(in, line);
    return line;
}

void ScratchTree::add_function(const std::string& ports, const std::string& bdf,
                               const std::string& pci_class) const {
    const std::string bus = "sys/bus/pci/devices/";
    std::string path = "devices/pci0000:00";
    auto names = split(ports);
    names.push_back(bdf);
    for (const auto& name : names) {
        path += "/" + name;
        if (fs::exists(root_ / bus / name)) continue;
        const auto folder = "sys/" + path + "/";
        const bool port = name != bdf;
        write(folder + "class", port ? "0x060400" : pci_class);
        write(folder + "vendor", port ? "0x1022" : "0x10de");
        write(folder + "device", port ? "0x14ab" : "0x2bb5");
        write(folder + "subsystem_vendor", "0x10de");
        write(folder + "subsystem_device", "0x204b");
        write(folder + "max_link_speed", "32.0 GT/s PCIe");
        write(folder + "max_link_width", "16");
        write(folder + "numa_node", "-1");
        write(folder + "local_cpus", "0000000f");
        write(folder + "local_cpulist", "0-3");
        fs::create_directories(root_ / bus);
        fs::create_symlink(fs::path("../../..") / path, root_ / bus / name);
    }
}

void ScratchTree::add_flat_gpus(int count) const {
    for (int gpu = 0; gpu < count; ++gpu)
        add_function("0000:00:1c." + std::to_string(gpu),
                     "0000:0" + std::to_string(gpu + 1) + ":00.0");
}

}  // namespace hopbench::test

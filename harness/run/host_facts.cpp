#include "harness/run/host_facts.hpp"

#include <sys/utsname.h>
#include <time.h>

#include <array>
#include <fstream>

namespace hopbench {
namespace {

std::string first_line(const char* file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

bool below_hypervisor() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("flags")) return line.find(" hypervisor") != std::string::npos;
    return false;
}

}  // namespace

std::string host_platform() {
    if (!below_hypervisor()) return "bare metal";
    const auto vendor = first_line("/sys/class/dmi/id/sys_vendor");
    const auto product = first_line("/sys/class/dmi/id/product_name");
    const bool kvm =
        vendor.find("QEMU") != std::string::npos || product.find("KVM") != std::string::npos;
    return kvm ? "KVM guest" : "virtual machine";
}

std::string host_kernel() {
    utsname names{};
    return uname(&names) == 0 ? names.release : "";
}

std::string host_name() {
    utsname names{};
    return uname(&names) == 0 ? names.nodename : "";
}

std::string boot_id() {
    return first_line("/proc/sys/kernel/random/boot_id");
}

std::string utc_now() {
    const time_t now = ::time(nullptr);
    tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

}  // namespace hopbench

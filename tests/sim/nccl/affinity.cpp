#include "tests/sim/nccl/affinity.hpp"

#include <dlfcn.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>

namespace hopbench::sim::nccl {
namespace {

constexpr std::size_t kMostWords = CPU_SETSIZE / 32;

// On the simulated machine the model answers; this library's own calls would reach the host.
std::vector<int> own_cpus() {
    using ProcessCpus = int (*)(int*, int);
    std::vector<int> cpus;
    if (const auto answer =
            reinterpret_cast<ProcessCpus>(dlsym(RTLD_DEFAULT, "hopbench_sim_process_cpus"))) {
        cpus.resize(CPU_SETSIZE);
        const auto count = static_cast<std::size_t>(answer(cpus.data(), CPU_SETSIZE));
        cpus.resize(std::min(count, cpus.size()));
        return cpus;
    }
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(static_cast<std::size_t>(cpu), &set)) cpus.push_back(cpu);
    return cpus;
}

}  // namespace

std::vector<int> cpus_of_mask(const std::string& mask) {
    std::vector<unsigned long> words;
    std::istringstream in(mask);
    for (std::string word; std::getline(in, word, ',') && words.size() < kMostWords;)
        if (!word.empty()) words.push_back(std::strtoul(word.c_str(), nullptr, 16));
    std::vector<int> cpus;
    for (std::size_t i = 0; i < words.size(); ++i)
        for (unsigned bit = 0; bit < 32; ++bit)
            if ((words[words.size() - 1 - i] >> bit & 1U) != 0)
                cpus.push_back(static_cast<int>(32 * i + bit));
    return cpus;
}

std::string cpu_ranges(const std::vector<int>& cpus) {
    std::string text;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t last = i;
        while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
        if (!text.empty()) text += ',';
        text += std::to_string(cpus[i]);
        if (last > i) text += '-' + std::to_string(cpus[last]);
        i = last + 1;
    }
    return text;
}

std::string affinity_line(int device, const std::string& mask) {
    const auto near = cpus_of_mask(mask);
    const auto own = own_cpus();
    std::vector<int> both;
    std::set_intersection(near.begin(), near.end(), own.begin(), own.end(),
                          std::back_inserter(both));
    return "ncclTopoGetCpuAffinity: Affinity for GPU " + std::to_string(device) + " is " +
           (both.empty() ? "empty, ignoring" : cpu_ranges(both)) +
           ". (GPU affinity = " + cpu_ranges(near) + " ; CPU affinity = " + cpu_ranges(own) + ").";
}

}  // namespace hopbench::sim::nccl

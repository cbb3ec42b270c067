#include "bench/common/host_region.hpp"

#include <cuda_runtime_api.h>
#include <numaif.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "bench/common/simulation_marker.hpp"
#include "harness/model/error.hpp"
#include "kernels/runtime/error.hpp"

namespace hopbench {
namespace {

constexpr int max_nodes = 1024;
constexpr int bits = 8 * sizeof(unsigned long);
using NodeMask = std::array<unsigned long, max_nodes / bits>;

std::size_t page_bytes() {
    static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

std::string subject(std::size_t bytes, std::optional<int> node) {
    const std::string text = std::to_string(bytes) + " bytes of host memory";
    return node ? text + " on node " + std::to_string(*node) : text;
}

/// The kernel reads one bit less than it is told.
constexpr unsigned long mask_bits = max_nodes + 1;

void bind_to(void* data, std::size_t bytes, int node) {
    const char* remedy = "name a node that /sys/devices/system/node/has_memory lists";
    if (node < 0 || node >= max_nodes)
        throw unfit_error(subject(bytes, node), "no machine has this node", remedy);
    NodeMask mask{};
    mask[static_cast<std::size_t>(node / bits)] = 1UL << (node % bits);
    if (mbind(data, bytes, MPOL_BIND, mask.data(), mask_bits, 0) == 0) return;
    const int error = errno;
    if (error == EPERM || error == ENOSYS) remedy = "allow mbind in this container";
    throw unfit_error(subject(bytes, node), std::string("mbind: ") + std::strerror(error), remedy);
}

std::string list_of(const std::vector<int>& nodes) {
    std::string text;
    for (const int node : nodes) text += (text.empty() ? "" : ",") + std::to_string(node);
    return text;
}

/// Asks in pieces: a status is needed for every page, and there may be many.
PagesFound find_pages(unsigned char* data, std::size_t bytes) {
    constexpr std::size_t piece = 4096;
    std::vector<void*> pages;
    std::vector<int> status;
    PagesFound found;
    for (std::size_t at = 0; at < bytes && found.unverified.empty();) {
        pages.clear();
        for (; at < bytes && pages.size() < piece; at += page_bytes()) pages.push_back(data + at);
        status.assign(pages.size(), -EIO);
        if (move_pages(0, pages.size(), pages.data(), nullptr, status.data(), 0) < 0)
            return {.nodes = {}, .unverified = std::string("move_pages: ") + std::strerror(errno)};
        PagesFound part = pages_found(status);
        found.unverified = std::move(part.unverified);
        found.nodes.insert(found.nodes.end(), part.nodes.begin(), part.nodes.end());
    }
    std::sort(found.nodes.begin(), found.nodes.end());
    found.nodes.erase(std::unique(found.nodes.begin(), found.nodes.end()), found.nodes.end());
    return found;
}

}  // namespace

HostRegion::HostRegion(std::size_t bytes, std::optional<int> node)
    : bytes_((std::max<std::size_t>(bytes, 1) + page_bytes() - 1) / page_bytes() * page_bytes()) {
    void* mapped =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        throw unfit_error(subject(bytes_, node), std::string("mmap: ") + std::strerror(errno),
                          "free memory or choose smaller sizes");
    data_ = static_cast<unsigned char*>(mapped);
    try {
        if (node) bind_to(data_, bytes_, *node);
        std::memset(data_, 0, bytes_);
        check(cudaHostRegister(data_, bytes_, cudaHostRegisterPortable | cudaHostRegisterMapped),
              "cudaHostRegister");
    } catch (...) {
        (void)munmap(data_, bytes_);
        throw;
    }
    registered_ = true;
    check_placement(node);
}

HostRegion::~HostRegion() {
    if (registered_) (void)cudaHostUnregister(data_);
    if (data_) (void)munmap(data_, bytes_);
}

HostRegion::HostRegion(HostRegion&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)),
      registered_(std::exchange(other.registered_, false)),
      placement_(std::move(other.placement_)),
      misplaced_(std::move(other.misplaced_)) {}

HostRegion& HostRegion::operator=(HostRegion&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(registered_, other.registered_);
    std::swap(placement_, other.placement_);
    std::swap(misplaced_, other.misplaced_);
    return *this;
}

void HostRegion::check_placement(std::optional<int> node) {
    const PagesFound found = find_pages(data_, bytes_);
    placement_ = placement_text(found);
    if (simulated_model()) placement_ += " (model)";
    if (node && found.unverified.empty() && found.nodes != std::vector{*node})
        misplaced_ = "pages bound to node " + std::to_string(*node) + " were found on " +
                     placement_text(found);
}

PagesFound pages_found(const std::vector<int>& status) {
    PagesFound found;
    std::size_t unknown = 0;
    int error = 0;
    for (const int entry : status) {
        if (entry < 0) {
            ++unknown;
            error = -entry;
        } else if (std::find(found.nodes.begin(), found.nodes.end(), entry) == found.nodes.end()) {
            found.nodes.push_back(entry);
        }
    }
    std::sort(found.nodes.begin(), found.nodes.end());
    if (unknown > 0)
        found.unverified = std::to_string(unknown) + " of " + std::to_string(status.size()) +
                           " pages asked for: " + std::strerror(error);
    return found;
}

std::string placement_text(const PagesFound& found) {
    if (!found.unverified.empty()) return "unverified: " + found.unverified;
    if (found.nodes.empty()) return "unverified: no page was asked for";
    return (found.nodes.size() == 1 ? "node " : "nodes ") + list_of(found.nodes);
}

std::vector<int> memory_nodes() {
    NodeMask mask{};
    std::vector<int> nodes;
    if (get_mempolicy(nullptr, mask.data(), mask_bits, nullptr, MPOL_F_MEMS_ALLOWED) != 0)
        return nodes;
    for (int node = 0; node < max_nodes; ++node)
        if ((mask[static_cast<std::size_t>(node / bits)] >> (node % bits) & 1) != 0)
            nodes.push_back(node);
    return nodes;
}

}  // namespace hopbench

#include "kernels/runtime/device.hpp"

#include <array>
#include <cctype>

namespace hopbench {
namespace {

std::string uuid_text(const cudaUUID_t& uuid) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text = "GPU-";
    for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        const auto byte = static_cast<unsigned char>(uuid.bytes[i]);
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

std::string bdf_text(int device) {
    std::array<char, 32> text{};
    check(cudaDeviceGetPCIBusId(text.data(), static_cast<int>(text.size()), device),
          "cudaDeviceGetPCIBusId");
    std::string bdf = text.data();
    for (char& c : bdf) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return bdf;
}

std::optional<int> host_numa_id(int device) {
    int node = -1;
    // Drivers older than the attribute refuse it: the node is then unknown, not an error.
    if (cudaDeviceGetAttribute(&node, cudaDevAttrHostNumaId, device) != cudaSuccess) {
        (void)cudaGetLastError();
        return std::nullopt;
    }
    return node < 0 ? std::nullopt : std::optional(node);
}

}  // namespace

int device_count() {
    int count = 0;
    check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
    return count;
}

DeviceFacts device_facts(int device) {
    // CUDA 12 maps this name to cudaGetDeviceProperties_v2 in its header, 13 exports it as is; the
    // fields read here exist in both. CUDA 12 is untested.
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
    return {.index = device,
            .name = properties.name,
            .uuid = uuid_text(properties.uuid),
            .bdf = bdf_text(device),
            .sm = {properties.major, properties.minor},
            .memory_bytes = properties.totalGlobalMem,
            .multiprocessors = properties.multiProcessorCount,
            .host_numa_id = host_numa_id(device)};
}

void set_device(int device, SourceLocation where) {
    check(cudaSetDevice(device), "cudaSetDevice", where);
}

void init_spinning(int device) {
    // cudaSetDevice would create the context (since CUDA 12) before flags could be given.
    check(cudaInitDevice(device, cudaDeviceScheduleSpin, cudaInitDeviceFlagsAreValid),
          "cudaInitDevice");
}

bool can_access_peer(int device, int peer) {
    int can = 0;
    check(cudaDeviceCanAccessPeer(&can, device, peer), "cudaDeviceCanAccessPeer");
    return can != 0;
}

std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string driver_version() {
    int version = 0;
    check(cudaDriverGetVersion(&version), "cudaDriverGetVersion");
    return version_text(version);
}

std::string runtime_version() {
    int version = 0;
    check(cudaRuntimeGetVersion(&version), "cudaRuntimeGetVersion");
    return version_text(version);
}

ScopedDevice::ScopedDevice(int device, SourceLocation where) {
    check(cudaGetDevice(&former_), "cudaGetDevice", where);
    check(cudaSetDevice(device), "cudaSetDevice", where);
}

ScopedDevice::~ScopedDevice() {
    (void)cudaSetDevice(former_);
}

}  // namespace hopbench

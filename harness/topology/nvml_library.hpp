#pragma once
#include <array>
#include <cstdint>
#include <string>

namespace hopbench::nvml {

// The few declarations of NVIDIA's management library that are used, after its public reference;
// the header is not part of the CUDA toolkit. Results: 0 is success, 3 "not supported".
using Device = struct DeviceHandle*;
using Result = int;
inline constexpr Result success = 0;
inline constexpr Result not_supported = 3;

/// nvmlPciInfo_t of the _v3 functions: 68 bytes.
struct PciInfo {
    std::array<char, 16> legacy_bus_id;
    std::uint32_t domain, bus, device, pci_device_id, pci_subsystem_id;
    std::array<char, 32> bus_id;
};
static_assert(sizeof(PciInfo) == 68);

/// The functions that this library has; a missing one stays null and is "unavailable".
struct Functions {
    Result (*init)() = nullptr;
    Result (*shutdown)() = nullptr;
    const char* (*error_string)(Result) = nullptr;
    Result (*driver_version)(char*, unsigned) = nullptr;
    Result (*device_count)(unsigned*) = nullptr;
    Result (*device_by_index)(unsigned, Device*) = nullptr;
    Result (*pci_info)(Device, PciInfo*) = nullptr;
    Result (*name)(Device, char*, unsigned) = nullptr;
    Result (*uuid)(Device, char*, unsigned) = nullptr;
    Result (*memory_affinity)(Device, unsigned, unsigned long*, unsigned) = nullptr;
    Result (*cpu_affinity)(Device, unsigned, unsigned long*) = nullptr;
    Result (*current_link_generation)(Device, unsigned*) = nullptr;
    Result (*max_link_generation)(Device, unsigned*) = nullptr;
    Result (*current_link_width)(Device, unsigned*) = nullptr;
    Result (*max_link_width)(Device, unsigned*) = nullptr;
    Result (*replay_counter)(Device, unsigned*) = nullptr;
    Result (*topology_level)(Device, Device, int*) = nullptr;
    Result (*p2p_status)(Device, Device, int, int*) = nullptr;
};

/// libnvidia-ml.so.1, loaded and initialised. Initialising talks to the driver and can hang with
/// it: only in a child process that may be ended.
class Library {
  public:
    /// Loads it; `why_not()` is not empty where that fails.
    Library();
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    [[nodiscard]] const std::string& why_not() const noexcept { return why_not_; }
    [[nodiscard]] const Functions& functions() const noexcept { return functions_; }
    [[nodiscard]] std::string describe(Result result) const;

  private:
    void* handle_ = nullptr;
    bool ready_ = false;
    Functions functions_;
    std::string why_not_;
};

}  // namespace hopbench::nvml

#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/runtime/error.hpp"

namespace hopbench {

/// Facts of one device as the CUDA runtime tells them.
struct DeviceFacts {
    int index = 0;
    std::string name;
    std::string uuid;     ///< "GPU-…", lower case
    std::string bdf;      ///< "0000:c1:00.0", lower case as in sysfs
    std::vector<int> sm;  ///< compute capability, {12, 0}
    std::uint64_t memory_bytes = 0;
    int multiprocessors = 0;
    std::optional<int> host_numa_id;  ///< none where the runtime knows no node
};

/// Devices of this process. Throws CudaError where there is no driver or no device.
[[nodiscard]] int device_count();
[[nodiscard]] DeviceFacts device_facts(int device);
/// Makes a device current. Throws CudaError.
void set_device(int device, SourceLocation where = SourceLocation::current());
/// Creates the device's context so that host threads waiting for it spin: waking a sleeping thread
/// would be part of what is timed. Call once, before the device's first use. Throws CudaError.
void init_spinning(int device);
[[nodiscard]] bool can_access_peer(int device, int peer);

/// "13.0" of 13000.
[[nodiscard]] std::string version_text(int version);
[[nodiscard]] std::string driver_version();   ///< highest CUDA version of the driver
[[nodiscard]] std::string runtime_version();  ///< of the loaded libcudart

/// Makes a device current and the former one current again at the end.
class ScopedDevice {
  public:
    explicit ScopedDevice(int device, SourceLocation where = SourceLocation::current());
    ~ScopedDevice();
    ScopedDevice(const ScopedDevice&) = delete;
    ScopedDevice& operator=(const ScopedDevice&) = delete;

  private:
    int former_ = 0;
};

}  // namespace hopbench

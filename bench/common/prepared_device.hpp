#pragma once
#include "bench/common/arena.hpp"
#include "kernels/gate.hpp"
#include "kernels/pattern_shape.hpp"
#include "kernels/runtime/event.hpp"
#include "kernels/runtime/host_buffer.hpp"

namespace hopbench {

/// What a case may use on one device. Made once; every kernel has really run on the device by then,
/// since a kernel loaded lazily behind a spinning gate would never start.
struct PreparedDevice {
    /// Longest part of a destination that is also compared on the host, bytes.
    static constexpr std::uint64_t staging_bytes = 64 << 10;

    /// Throws CudaError. The device is current afterwards.
    explicit PreparedDevice(int device);

    int index;
    Stream stream;
    Event start{EventTiming::on};
    Event end{EventTiming::on};
    Gate gate;
    Arena source;       ///< this device writes the pattern here
    Arena destination;  ///< other devices copy here, this one checks
    DeviceBuffer verdict_memory{sizeof(PatternVerdict)};
    HostBuffer staging{staging_bytes};
    HostBuffer verdict_copy{sizeof(PatternVerdict)};
    bool verdict_open = false;  ///< checks have added to it that nobody has read

    [[nodiscard]] PatternVerdict* verdict() const noexcept {
        return reinterpret_cast<PatternVerdict*>(verdict_memory.data());
    }

  private:
    void warm_up();
};

}  // namespace hopbench

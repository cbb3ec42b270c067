#pragma once
#include <cstdint>

#include "bench/common/prepared_device.hpp"

namespace hopbench {

/// What a window repeats. Every call is made with the timing device current and leaves it current;
/// every call may throw CudaError.
class Operations {
  public:
    virtual ~Operations() = default;

    /// The device whose stream is held by the gate and whose events time the window.
    [[nodiscard]] virtual PreparedDevice& timing_device() const noexcept = 0;

    /// Makes room for `count` operations that share no byte of their destinations. Never called
    /// within a window. May wait for devices.
    virtual void reserve(std::uint32_t count) = 0;

    /// Enqueues operation `index`, below the reserved count.
    virtual void enqueue(std::uint32_t index) = 0;

    /// Called after the start event was enqueued: makes other streams that take part wait for it.
    virtual void begin() {}

    /// Called before the end event is enqueued: makes the timing device's stream wait for others.
    virtual void end() {}

    /// CUDA calls of one enqueue(): the limit of a gated enqueue holds for each.
    [[nodiscard]] virtual int calls_each() const noexcept { return 1; }
};

}  // namespace hopbench

#pragma once
#include "bench/common/prepared_device.hpp"

namespace hopbench {

/// Holds back a device's stream; aborted at the end of its life when, because of an exception, it
/// was never opened, so that the stream drains.
class ClosedGate {
  public:
    /// The device is current. Throws CudaError.
    explicit ClosedGate(PreparedDevice& device) : gate_(device.gate) { gate_.close(device.stream); }
    ~ClosedGate() {
        if (!opened_) gate_.abort();
    }
    ClosedGate(const ClosedGate&) = delete;
    ClosedGate& operator=(const ClosedGate&) = delete;
    void open() noexcept {
        gate_.open();
        opened_ = true;
    }

  private:
    Gate& gate_;
    bool opened_ = false;
};

}  // namespace hopbench

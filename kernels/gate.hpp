#pragma once
#include <atomic>
#include <cstdint>

#include "kernels/gate_record.hpp"
#include "kernels/runtime/host_buffer.hpp"
#include "kernels/runtime/stream.hpp"

namespace hopbench {

/// Holds back a stream so that work can be enqueued behind it and starts at one instant.
/// One gate at a time; never behind it: allocation, peer enabling, pageable copies.
class Gate {
  public:
    /// Longest a gate holds its stream: well above what enqueueing a window takes, short enough
    /// that a driver call blocked behind the gate comes back soon.
    static constexpr std::uint64_t budget_ns = 20'000'000;

    /// For streams of the device that is current. Throws CudaError.
    Gate();

    /// Enqueues a closed gate. Throws CudaError.
    void close(const Stream& stream);
    /// Opens the gate closed last. Only a store: no CUDA call.
    void open() noexcept {
        std::atomic_ref(lines()->signal.open).store(sequence_, std::memory_order_release);
    }
    /// Ends the gate closed last without opening it, so that its stream drains. Only a store.
    void abort() noexcept {
        std::atomic_ref(lines()->signal.abort).store(sequence_, std::memory_order_release);
    }
    /// How the gate closed last ended; call when its stream is past it.
    [[nodiscard]] GateOutcome outcome() const noexcept;

  private:
    [[nodiscard]] GateLines* lines() const noexcept { return memory_.data<GateLines>(); }

    HostBuffer memory_;
    GateLines* device_lines_;
    std::uint32_t sequence_ = 0;
};

/// The launch alone: `lines` as the stream's device sees them. Throws CudaError.
void launch_gate(cudaStream_t stream, GateLines* lines, std::uint32_t sequence,
                 std::uint64_t budget_ns);

}  // namespace hopbench

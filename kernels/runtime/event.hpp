#pragma once
#include <utility>

#include "kernels/runtime/error.hpp"
#include "kernels/runtime/stream.hpp"

namespace hopbench {

enum class EventTiming { on, off };

/// An event of the device that was current.
class Event {
  public:
    explicit Event(EventTiming timing) {
        check(cudaEventCreateWithFlags(
                  &event_, timing == EventTiming::on ? cudaEventDefault : cudaEventDisableTiming),
              "cudaEventCreateWithFlags");
    }
    ~Event() {
        if (event_) (void)cudaEventDestroy(event_);
    }
    Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
    Event& operator=(Event&& other) noexcept {
        std::swap(event_, other.event_);
        return *this;
    }

    [[nodiscard]] cudaEvent_t get() const noexcept { return event_; }
    void record(const Stream& stream, SourceLocation where = SourceLocation::current()) const {
        check(cudaEventRecord(event_, stream.get()), "cudaEventRecord", where);
    }
    void synchronize(SourceLocation where = SourceLocation::current()) const {
        check(cudaEventSynchronize(event_), "cudaEventSynchronize", where);
    }

  private:
    cudaEvent_t event_ = nullptr;
};
static_assert(sizeof(Event) == sizeof(void*));

/// Seconds between two timing events of one device, both complete. Resolution
/// event_quantum_seconds.
[[nodiscard]] inline double seconds_between(const Event& start, const Event& end,
                                            SourceLocation where = SourceLocation::current()) {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start.get(), end.get()), "cudaEventElapsedTime",
          where);
    return static_cast<double>(milliseconds) * 1e-3;
}

/// "a resolution of around 0.5 microseconds" (documentation of cudaEventElapsedTime).
inline constexpr double event_quantum_seconds = 0.5e-6;

}  // namespace hopbench

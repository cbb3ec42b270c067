#pragma once
#include <initializer_list>
#include <string>

#include "harness/protocol/samples.hpp"

namespace hopbench {

/// The samples of a case, in the order they were taken. All memory is there before the first one.
class SampleRecorder {
  public:
    /// Adds one latency series (seconds, lower is better) a metric to the record.
    SampleRecorder(CaseRecord& record, int samples, std::initializer_list<const char*> metrics);
    /// Cuts the series to the samples that were taken.
    ~SampleRecorder();
    SampleRecorder(const SampleRecorder&) = delete;
    SampleRecorder& operator=(const SampleRecorder&) = delete;

    /// Stores one sample of every metric, in the order of the constructor.
    template <class... Values>
    void add(Values... values) noexcept {
        std::size_t series = 0;
        ((record_.series[series++].values[taken_] = values), ...);
        ++taken_;
    }
    /// Forgets all samples: the case is measured again in another way.
    void restart() noexcept { taken_ = 0; }
    [[nodiscard]] int taken() const noexcept { return static_cast<int>(taken_); }
    /// Resolution of the timer behind one sample of every metric, seconds.
    void set_quantum(double seconds);

  private:
    CaseRecord& record_;
    std::size_t taken_ = 0;
};

/// Median; `values` not empty.
[[nodiscard]] double median_of(std::vector<double> values);

}  // namespace hopbench

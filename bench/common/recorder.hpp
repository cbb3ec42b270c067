#pragma once
#include <initializer_list>
#include <string>

#include "harness/protocol/samples.hpp"

namespace hopbench {

/// What the numbers of a series are.
struct SeriesDefinition {
    const char* metric;      ///< "completion"
    const char* unit = "s";  ///< SI
    Better better = Better::lower;
    MarginKind margin = MarginKind::latency;
    double quantum = 1e-9;  ///< resolution of one sample, in `unit`
};

/// Seconds by the host's clock, lower is better.
[[nodiscard]] constexpr SeriesDefinition latency_series(const char* metric) noexcept {
    return {.metric = metric};
}

/// Bytes a second, higher is better: the series `bandwidth`.
[[nodiscard]] constexpr SeriesDefinition bandwidth_series() noexcept {
    return {.metric = "bandwidth",
            .unit = "B/s",
            .better = Better::higher,
            .margin = MarginKind::bandwidth};
}

/// The samples of a case, in the order they were taken. All memory is there before the first one.
class SampleRecorder {
  public:
    /// Adds these series to the record.
    SampleRecorder(CaseRecord& record, int samples, std::initializer_list<SeriesDefinition> series);
    /// Cuts the series to the samples that were taken.
    ~SampleRecorder();
    SampleRecorder(const SampleRecorder&) = delete;
    SampleRecorder& operator=(const SampleRecorder&) = delete;

    /// Stores one sample of every series, in the order of the constructor.
    template <class... Values>
    void add(Values... values) noexcept {
        std::size_t series = 0;
        ((record_.series[series++].values[taken_] = values), ...);
        ++taken_;
    }
    /// Forgets all samples: the case is measured again in another way.
    void restart() noexcept { taken_ = 0; }
    [[nodiscard]] int taken() const noexcept { return static_cast<int>(taken_); }
    /// Resolution of one sample of every series, in the series' unit.
    void set_quantum(double quantum);
    /// Median of what was taken of a series; at least one sample.
    [[nodiscard]] double median(std::size_t series = 0) const;

  private:
    CaseRecord& record_;
    std::size_t taken_ = 0;
};

/// Median; `values` not empty.
[[nodiscard]] double median_of(std::vector<double> values);

}  // namespace hopbench

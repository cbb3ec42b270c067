#include "bench/common/recorder.hpp"

#include <algorithm>

namespace hopbench {
namespace {

constexpr double steady_clock_quantum = 1e-9;

}  // namespace

SampleRecorder::SampleRecorder(CaseRecord& record, int samples,
                               std::initializer_list<const char*> metrics)
    : record_(record) {
    for (const char* metric : metrics)
        record_.series.push_back(
            {.metric = metric,
             .unit = "s",
             .better = Better::lower,
             .margin_kind = MarginKind::latency,
             .quantum = steady_clock_quantum,
             .values = std::vector<double>(static_cast<std::size_t>(samples))});
}

SampleRecorder::~SampleRecorder() {
    for (auto& series : record_.series) series.values.resize(taken_);
}

void SampleRecorder::set_quantum(double seconds) {
    for (auto& series : record_.series) series.quantum = seconds;
}

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace hopbench

#include "bench/common/recorder.hpp"

#include <algorithm>

namespace hopbench {

SampleRecorder::SampleRecorder(CaseRecord& record, int samples,
                               std::initializer_list<SeriesDefinition> series)
    : record_(record) {
    for (const SeriesDefinition& one : series)
        record_.series.push_back(
            {.metric = one.metric,
             .unit = one.unit,
             .better = one.better,
             .margin_kind = one.margin,
             .quantum = one.quantum,
             .values = std::vector<double>(static_cast<std::size_t>(samples))});
}

SampleRecorder::~SampleRecorder() {
    for (auto& series : record_.series) series.values.resize(taken_);
}

void SampleRecorder::set_quantum(double quantum) {
    for (auto& series : record_.series) series.quantum = quantum;
}

double SampleRecorder::median(std::size_t series) const {
    const auto& values = record_.series[series].values;
    return median_of({values.begin(), values.begin() + static_cast<std::ptrdiff_t>(taken_)});
}

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace hopbench

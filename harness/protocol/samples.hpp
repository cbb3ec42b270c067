#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/case_name.hpp"
#include "harness/model/report.hpp"

namespace hopbench {

/// One device as the child saw it.
struct DeviceRecord {
    int index = 0;
    std::string name, uuid, bdf;
    std::vector<int> sm;  ///< compute capability, {12, 0}
};

/// First line of a hopbench.samples/1 file.
struct SamplesHeader {
    std::string executable, version;
    std::optional<ModelIdentity> model;  ///< present exactly when the stack is simulated
    std::string driver_version, runtime_version;
    std::map<std::string, int> methods;  ///< "latency/oneshot" → version
    std::vector<DeviceRecord> devices;
    BindingRecord binding;
};

/// One metric of a case.
struct Series {
    std::string metric;  ///< "completion"
    std::string unit;    ///< "s"
    Better better = Better::lower;
    MarginKind margin_kind = MarginKind::latency;
    double quantum = 0;  ///< timer resolution per sample, in `unit`
    std::vector<double> values;
};

/// One line per case.
struct CaseRecord {
    CaseName name;
    std::string direction, engine;
    Status status = Status::ok;
    std::string reason;  ///< empty when ok
    VerificationRecord verification;
    PlacementRecord placement;
    std::map<std::string, double>
        notes;  ///< published beside the numbers: "gate_intercept_s", "window_ops"
    std::vector<Series> series;
};

/// A whole samples file. `complete` is false when the end line is missing (the child died).
struct SamplesContent {
    SamplesHeader header;
    std::vector<CaseRecord> cases;
    bool complete = false;
};

}  // namespace hopbench

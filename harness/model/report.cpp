#include "harness/model/report.hpp"

namespace hopbench {

std::map<MarginKind, double> default_margins() {
    return {{MarginKind::latency, 0.05},
            {MarginKind::bandwidth, 0.02},
            {MarginKind::allreduce, 0.03},
            {MarginKind::p99, 0.10}};
}

}  // namespace hopbench

#pragma once
#include "bench/common/host_region.hpp"
#include "harness/protocol/samples.hpp"

namespace hopbench {

/// Writes where the pages lie into the record of a case that uses them. False, and the status
/// `refused`, where they are not on the node that the case names: it must not be measured then.
[[nodiscard]] inline bool record_placement(const HostRegion& region, CaseRecord& record) {
    record.placement.where = region.placement();
    if (region.misplaced().empty()) return true;
    record.status = Status::refused;
    record.reason = region.misplaced();
    record.verification = {.status = "unverified", .note = "nothing was measured"};
    return false;
}

}  // namespace hopbench

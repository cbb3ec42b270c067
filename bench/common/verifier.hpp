#pragma once
#include "harness/protocol/samples.hpp"

namespace hopbench {

/// Checks what a case's operations wrote, by whoever owns the destination. Never called within a
/// window; calls wait for the owner, leave the case's timing device current, and may throw
/// CudaError.
class Verifier {
  public:
    virtual ~Verifier() = default;

    /// Overwrites the destination, so that bytes of an earlier sample cannot pass for the next's.
    virtual void poison() = 0;
    /// Checks the sample just taken; `poison_again` prepares the next checked one in the same wait.
    virtual void check(bool poison_again) = 0;
    /// Writes what all checks found into the record: its verification, and where bytes differ the
    /// status `corrupt` with a reason.
    virtual void finish(CaseRecord& record) = 0;
};

}  // namespace hopbench

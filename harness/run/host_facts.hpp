#pragma once
#include <string>

namespace hopbench {

/// "bare metal", or "KVM guest" / "virtual machine" where the CPU says that a hypervisor is below.
[[nodiscard]] std::string host_platform();
/// Kernel release; empty where unknown.
[[nodiscard]] std::string host_kernel();
[[nodiscard]] std::string host_name();
/// Changes with every boot; empty where unknown.
[[nodiscard]] std::string boot_id();
/// Now, RFC 3339 in UTC.
[[nodiscard]] std::string utc_now();

}  // namespace hopbench

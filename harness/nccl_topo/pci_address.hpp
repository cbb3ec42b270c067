#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace hopbench::nccl_topo {

/// "0000:0a:00.0", the one form NCCL matches and sysfs uses, of any form tools print: upper case, a
/// domain of up to 8 digits ("00000000:0A:00.0"), none ("0a:00.0"). The domain gets as many digits
/// as it needs, at least 4. None where it is no PCI address.
[[nodiscard]] std::optional<std::string> canonical_bdf(std::string_view text);

}  // namespace hopbench::nccl_topo

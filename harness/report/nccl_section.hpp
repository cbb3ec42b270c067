#pragma once
#include "harness/report/document.hpp"

namespace hopbench::reporting {

/// What NCCL perceived, a column a variant; its warnings below. Without evidence nothing to show.
[[nodiscard]] std::optional<Section> nccl_section(const Report& report);

}  // namespace hopbench::reporting

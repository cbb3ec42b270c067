#pragma once
#include <string>
#include <string_view>

#include "harness/protocol/samples.hpp"

namespace hopbench {

/// The lines of hopbench.samples/1 one by one, without their newline: a bench and the child it
/// starts for what it does not try itself speak in them.
[[nodiscard]] std::string samples_header_line(const SamplesHeader& header);
[[nodiscard]] std::string samples_case_line(const CaseRecord& record);

/// Throw Error (exit 2) naming `where`, the field and a remedy.
[[nodiscard]] SamplesHeader parse_samples_header_line(std::string_view line,
                                                      const std::string& where);
[[nodiscard]] CaseRecord parse_samples_case_line(std::string_view line, const std::string& where);

}  // namespace hopbench

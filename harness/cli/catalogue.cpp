#include <array>

#include "harness/cli/subcommand.hpp"

namespace hopbench::cli {

std::span<const AddSubcommand> subcommands() noexcept {
    static constexpr std::array<AddSubcommand, 8> all{add_capture, add_list,      add_plan,
                                                      add_run,     add_compare,   add_report,
                                                      add_import,  add_nvml_facts};
    return all;
}

}  // namespace hopbench::cli

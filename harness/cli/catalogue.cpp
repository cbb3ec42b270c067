#include <array>

#include "harness/cli/subcommand.hpp"

namespace hopbench::cli {

std::span<const AddSubcommand> subcommands() noexcept {
    static constexpr std::array<AddSubcommand, 6> all{add_list,    add_plan,   add_run,
                                                      add_compare, add_report, add_import};
    return all;
}

}  // namespace hopbench::cli

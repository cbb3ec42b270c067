#include "harness/report/import_frame.hpp"

namespace hopbench {

void frame_import(Report& report, const std::string& tool) {
    report.bindings = {{.requested = "none", .cpus = "", .mem_nodes = "", .source = "unknown"}};
    report.placements = {{.where = "none"}};
    report.variants = {{.name = "baseline",
                        .role = Role::baseline,
                        .uses = {},
                        .settings = {},
                        .treatment = {.applied = true, .evidence = "imported as it is"}}};
    report.plan = {.suite = "import",
                   .cases = "",
                   .session = "",
                   .seed = 0,
                   .blocks = 1,
                   .invocations_per_block = 1,
                   .sha256 = ""};
    report.invocations = {.executable = {tool},
                          .variant = {"baseline"},
                          .block = {0},
                          .position = {0},
                          .status = {Status::ok},
                          .reason = {0}};
    report.samples = {.file = "", .sha256 = "", .count = 0};
}

}  // namespace hopbench

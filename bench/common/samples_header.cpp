#include "bench/common/samples_header.hpp"

#include "bench/common/effective_binding.hpp"
#include "bench/common/simulation_marker.hpp"

namespace hopbench {

SamplesHeader samples_header(const Machine& machine, const std::string& requested_binding,
                             const BenchProgram& program) {
    SamplesHeader header;
    header.executable = program.name;
    header.version = HOPBENCH_VERSION;
    header.model = simulated_model();
    header.driver_version = driver_version();
    header.runtime_version = runtime_version();
    for (const auto& definition : program.catalogue)
        header.methods[std::string(definition.family) + "/" + definition.method] =
            definition.version;
    for (const auto& device : machine.facts())
        header.devices.push_back({.index = device.index,
                                  .name = device.name,
                                  .uuid = device.uuid,
                                  .bdf = device.bdf,
                                  .sm = device.sm});
    header.binding = effective_binding(requested_binding, header.model.has_value());
    return header;
}

}  // namespace hopbench

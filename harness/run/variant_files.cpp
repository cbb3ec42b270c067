#include "harness/run/variant_files.hpp"

#include <algorithm>

#include "harness/fixes/catalogue.hpp"
#include "harness/fixes/nccl_topo_xml.hpp"
#include "harness/fixes/sysfs_numa.hpp"
#include "harness/model/error.hpp"
#include "harness/run/environment.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

bool uses(const Variant& variant, Fix fix) {
    const auto fixes = fixes_of(variant.uses);
    return std::find(fixes.begin(), fixes.end(), fix) != fixes.end();
}

/// The model is known to be good: what goes wrong now is the disk.
SimulatedMachine prepare_root(const SimulationRequest& request, const Environment& own) {
    try {
        return prepare_simulation(request, own);
    } catch (const Error& error) {
        throw usage_error(error.subject(), error.why(), "free space and go on with --resume");
    }
}

std::vector<nccl_topo::GpuPlacement> placements(const MachineFacts& facts) {
    std::vector<nccl_topo::GpuPlacement> all;
    for (const auto& gpu : gpus_of(facts))
        if (gpu.numa_node) all.push_back({.bdf = gpu.bdf, .node = *gpu.numa_node});
    return all;
}

}  // namespace

void check_fixes(const RunOptions& options, const std::vector<Variant>& variants) {
    bool takes_file = false;
    for (const auto& variant : variants) {
        takes_file |= uses(variant, Fix::topo_xml);
        if (options.model.empty() && uses(variant, Fix::sysfs))
            throw unfit_error("variant " + variant.name,
                              "a run does not write numa_node of the machine itself",
                              "try it on a model with --simulate, or measure topo-xml, which NCCL "
                              "reads in its place");
    }
    if (options.topo.empty()) return;
    if (!takes_file)
        throw usage_error("--topo " + options.topo.string(), "no variant uses it",
                          "add --variants topo-xml, or --variant NAME:use=topo-xml");
    (void)read_topology_file(options.topo);  // before anything else reads it, whatever its size
}

std::map<std::string, int> node_by_bdf(const MachineFacts& facts) {
    std::map<std::string, int> nodes;
    for (const auto& gpu : gpus_of(facts))
        if (gpu.numa_node) nodes[gpu.bdf] = *gpu.numa_node;
    return nodes;
}

void lay_out_variants(PreparedRun& run, const RunDirectory& directory) {
    auto& setup = run.setup;
    const auto& variants = setup.plan.request.variants;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const auto& variant = variants[i];
        auto& files = setup.variant_files[i];
        Environment simulation;
        if (run.simulation) {
            auto request = request_for(*run.simulation, variant);
            request.root = fs::absolute(directory.sim_root()) / variant.name;
            simulation = prepare_root(request, run.own).environment;
            files.root = request.root;
        }
        setup.environments[i] = variant_environment(run.own, variant, simulation);
        if (uses(variant, Fix::sysfs))
            apply_sysfs_numa(files.root, plan_sysfs_numa(files.root, node_by_bdf(setup.facts)));
        if (uses(variant, Fix::topo_xml)) {
            const auto written =
                write_nccl_topo_xml({.root = files.root,
                                     .gpus = placements(setup.facts),
                                     .user_file = run.user_topology,
                                     .directory = fs::absolute(directory.fixes()) / variant.name});
            files.topology = written.file;
            files.notes = written.notes;
            setup.environments[i]["NCCL_TOPO_FILE"] = written.file.string();
        } else if (const auto named = setup.environments[i].find("NCCL_TOPO_FILE");
                   named != setup.environments[i].end()) {
            files.topology = named->second;
        }
    }
}

}  // namespace hopbench

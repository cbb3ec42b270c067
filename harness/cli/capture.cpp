#include <CLI/CLI.hpp>

#include "harness/cli/format_option.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/subcommand.hpp"
#include "harness/run/captured_machine.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/locate.hpp"
#include "harness/run/simulated_machine.hpp"
#include "harness/run/temporary_folder.hpp"

namespace hopbench::cli {
namespace {

namespace fs = std::filesystem;

struct CaptureFlags {
    fs::path root = "/";
    fs::path model;
    bool without_drivers = false;
    OutputOptions output;
};

/// Asks this machine's drivers too: NVML, and CUDA through any bench, which all answer --probe.
void ask_drivers(DriverSources& drivers, const fs::path& beside) {
    drivers.hopbench = beside / "hopbench";
    try {
        drivers.bench = locate_any_bench(drivers.environment, beside);
    } catch (const Error& error) {
        drivers.bench_missing = error.why();
    }
}

std::string capture(const CaptureFlags& flags) {
    const auto own = own_environment();
    const auto beside = executable_directory();
    DriverSources drivers{.hopbench = {}, .bench = {}, .bench_missing = {}, .environment = own};
    if (flags.model.empty()) {
        // A recorded tree is another machine: this one's drivers know nothing of it.
        if (flags.root == "/" && !flags.without_drivers) ask_drivers(drivers, beside);
        return machine_text(capture_machine(flags.root, drivers), std::nullopt);
    }
    const TemporaryFolder scratch;
    const auto found = own.find("HOPBENCH_SIM_SET");
    const auto simulated =
        prepare_simulation({.program = locate_simulation(own, beside),
                            .model = fs::absolute(flags.model),
                            .sim_set = found == own.end() ? std::string() : found->second,
                            .root = scratch.path()},
                           own);
    drivers.environment = variant_environment(
        own, Variant{.name = "baseline", .uses = {}, .settings = {}, .treatment = {}},
        simulated.environment);
    if (!flags.without_drivers) ask_drivers(drivers, beside);
    return machine_text(capture_machine(scratch.path(), drivers), simulated.model);
}

Exit write_capture(const CaptureFlags& flags) {
    check_answer_file(flags.output);
    write_answer(capture(flags), flags.output);
    return Exit::ok;
}

}  // namespace

void add_capture(CLI::App& application, Action& action) {
    auto* command = application.add_subcommand(
        "capture", "Write down what this machine is: CPUs, NUMA nodes, PCI devices, GPUs");
    auto flags = std::make_shared<CaptureFlags>();
    auto* root =
        command
            ->add_option("--root", flags->root, "A recorded tree with sys/ and proc/ in place of /")
            ->type_name("DIR");
    command->add_option("--simulate", flags->model, "A simulated machine, e.g. of tests/machines")
        ->excludes(root)
        ->type_name("MODEL.json");
    command->add_flag("--no-drivers", flags->without_drivers,
                      "Ask neither NVML nor the CUDA runtime; only files and hwloc");
    add_output_options(*command, flags->output);
    command->footer(
        "Every fact names its source; what cannot be read says why, and sources that disagree\n"
        "stand side by side. Needs no root rights, no driver and no GPU.\n\n"
        "Examples:\n  hopbench capture -o machine.json\n"
        "  hopbench capture --root recorded/ -o other.json\n"
        "  hopbench capture --simulate tests/machines/proxmox-vm-8x-rtx-pro-6000.json");
    command->callback([flags, &action] { action = [flags] { return write_capture(*flags); }; });
}

}  // namespace hopbench::cli

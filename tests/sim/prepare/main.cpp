// hopbench-sim-prepare: checks a machine model, lays out its scratch root and says how to start
// programs on it. Exit: 0 ready · 2 usage, or a bad model or assignment · 4 a real driver is
// present, or the root cannot be written.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/sim/model/model_error.hpp"
#include "tests/sim/model/model_reader.hpp"
#include "tests/sim/prepare/scratch_root.hpp"

namespace {

namespace fs = std::filesystem;
using hopbench::sim::MachineModel;
using nlohmann::ordered_json;

constexpr int kUsage = 2;
constexpr int kCannotHere = 4;

struct Options {
    std::string model;
    std::string assignments;
    std::string root;
};

int complain(const std::string& what, int exit_code) {
    std::cerr << "hopbench-sim: " << what << '\n';
    return exit_code;
}

bool real_driver_is_present() {
    return access("/dev/nvidiactl", F_OK) == 0 || access("/proc/driver/nvidia/version", F_OK) == 0;
}

bool simulates_anyway() {
    const char* value = std::getenv("HOPBENCH_SIM_ANYWAY");
    return value != nullptr && std::strcmp(value, "1") == 0;
}

// The variables of a child on the simulated machine, except those that differ between invocations.
ordered_json environment(const Options& options, const fs::path& libraries) {
    const char* search = std::getenv("LD_LIBRARY_PATH");
    ordered_json variables{
        {"LD_PRELOAD", (libraries / "libhopbench-sim.so").string()},
        {"LD_LIBRARY_PATH",
         libraries.string() +
             (search != nullptr && *search != '\0' ? ":" + std::string(search) : "")},
        {"HOPBENCH_SIM_MODEL", fs::absolute(options.model).string()},
        {"HOPBENCH_SIM_KERNELS", (libraries / "libhopbench-sim-kernels.so").string()},
        {"HOPBENCH_SIM_SET", options.assignments}};
    if (!options.root.empty()) variables["HOPBENCH_SIM_ROOT"] = fs::absolute(options.root).string();
    if (simulates_anyway()) variables["HOPBENCH_SIM_ANYWAY"] = "1";
    return variables;
}

ordered_json description(const MachineModel& model) {
    ordered_json answer{{"schema", "hopbench.sim-prepare/1"},
                        {"name", model.name},
                        {"sha256", model.sha256},
                        {"gpu_model", model.gpus.front().name},
                        {"gpus", ordered_json::array()},
                        {"numa_nodes", ordered_json::array()},
                        {"links", ordered_json::array()},
                        {"noise", !model.noise.silent()}};
    for (int i = 0; i < model.gpu_count(); ++i) {
        const auto& gpu = model.gpus[static_cast<std::size_t>(i)];
        answer["gpus"].push_back({{"index", i},
                                  {"bdf", gpu.bdf},
                                  {"uuid", gpu.uuid},
                                  {"true_numa", gpu.true_numa},
                                  {"sysfs_numa", gpu.sysfs_numa}});
    }
    for (const auto& node : model.numa_nodes) answer["numa_nodes"].push_back(node.id);
    for (const auto& link : model.links) answer["links"].push_back({{"a", link.a}, {"b", link.b}});
    return answer;
}

int prepare(const Options& options) {
    if (real_driver_is_present() && !simulates_anyway())
        return complain(
            "a real NVIDIA driver is present (use the GPUs, or set HOPBENCH_SIM_ANYWAY=1 to "
            "simulate anyway)",
            kCannotHere);
    MachineModel model;
    try {
        model = hopbench::sim::read_model(options.model, options.assignments);
    } catch (const hopbench::sim::ModelError& error) {
        return complain(options.model + ": " + error.what(), kUsage);
    }
    try {
        if (!options.root.empty()) hopbench::sim::write_scratch_root(model, options.root);
    } catch (const std::exception& error) {
        return complain(std::string(error.what()) + " (give a --root that can be written)",
                        kCannotHere);
    }
    auto answer = description(model);
    answer["environment"] = environment(options, fs::read_symlink("/proc/self/exe").parent_path());
    std::cout << answer.dump() << '\n';
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app{
        "Prepares a simulated machine and prints how to start programs on it, as JSON.\n"
        "Example: hopbench-sim-prepare --model tests/machines/baremetal-8x-rtx-pro-6000.json "
        "--root /tmp/root"};
    app.add_option("--model", options.model, "machine model to simulate")->required();
    app.add_option("--set", options.assignments, "assignments to its fields: path=JSON;path=JSON");
    app.add_option("--root", options.root, "folder for the machine's sys/ and proc/");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        return complain(std::string("command line: ") + error.what() + " (see --help)", kUsage);
    }
    return prepare(options);
}

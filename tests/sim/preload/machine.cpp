#include "tests/sim/preload/machine.hpp"

#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <sstream>
#include <string>

#include "tests/sim/model/model_error.hpp"
#include "tests/sim/model/model_reader.hpp"

namespace hopbench::sim {
namespace {

constexpr int kBadModel = 2;
constexpr int kCannotHere = 4;

const char* environment(const char* name, const char* otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : otherwise;
}

bool set_to_one(const char* name) {
    return std::strcmp(environment(name, "0"), "1") == 0;
}

std::uint64_t number_from(const char* name) {
    const char* text = environment(name, "0");
    char* end = nullptr;
    const auto value = std::strtoull(text, &end, 10);
    if (*end != '\0')
        refuse((std::string(name) + ": is no decimal number (correct it)").c_str(), kBadModel);
    return value;
}

double seconds_from(const char* name) {
    const char* text = environment(name, "0");
    char* end = nullptr;
    const double value = std::strtod(text, &end);
    if (*end != '\0' || !(value >= 0) || value > 1e9)
        refuse((std::string(name) + ": is no number of seconds (correct it)").c_str(), kBadModel);
    return value;
}

Engine* build_machine() {
    const char* file = environment("HOPBENCH_SIM_MODEL", "");
    if (*file == '\0')
        refuse(
            "HOPBENCH_SIM_MODEL is not set: there is no machine to simulate (start the program "
            "with "
            "hopbench-sim-run MODEL.json -- program)",
            kBadModel);
    try {
        // Never destroyed: exit handlers of the program may still read clocks and free memory.
        auto* engine = new Engine(read_model(file, environment("HOPBENCH_SIM_SET", "")),
                                  {.seed = number_from("HOPBENCH_SIM_SEED"),
                                   .session_seed = number_from("HOPBENCH_SIM_SESSION_SEED"),
                                   .start_seconds = seconds_from("HOPBENCH_SIM_T0")});
        const auto binding =
            engine->host_pages().parse_binding(environment("HOPBENCH_SIM_BIND", "none"));
        if (!binding)
            refuse(
                "HOPBENCH_SIM_BIND: names no nodes of this machine (write none, or nodes:0,1 with "
                "ids of its numa_nodes)",
                kBadModel);
        engine->host_pages().set_process(*binding);
        return engine;
    } catch (const ModelError& error) {
        refuse((std::string(file) + ": " + error.what()).c_str(), kBadModel);
    } catch (const std::exception& error) {
        refuse((std::string(file) + ": " + error.what()).c_str(), kCannotHere);
    }
}

void check_place() {
    if (dlsym(RTLD_DEFAULT, "clock_gettime") != reinterpret_cast<void*>(&clock_gettime))
        refuse(
            "the host's clock is not simulated, only the devices' would be (start with "
            "LD_PRELOAD=libhopbench-sim.so, as hopbench-sim-run does)",
            kCannotHere);
    const bool real_driver =
        access("/dev/nvidiactl", F_OK) == 0 || access("/proc/driver/nvidia/version", F_OK) == 0;
    if (real_driver && !set_to_one("HOPBENCH_SIM_ANYWAY"))
        refuse(
            "a real NVIDIA driver is present (use the GPUs, or set HOPBENCH_SIM_ANYWAY=1 to "
            "simulate anyway)",
            kCannotHere);
}

void announce(const MachineModel& model) {
    if (set_to_one("HOPBENCH_SIM_QUIET")) return;
    std::fprintf(stderr,
                 "*** hopbench-sim: SIMULATED machine \"%s\", %d GPUs, virtual time: every number "
                 "below is computed "
                 "from the model, none is measured ***\n",
                 model.name.c_str(), model.gpu_count());
}

void load_packs() {
    std::istringstream files(environment("HOPBENCH_SIM_KERNELS", ""));
    for (std::string file; std::getline(files, file, ':');) {
        if (file.empty() || dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr) continue;
        refuse((std::string("HOPBENCH_SIM_KERNELS: ") + dlerror() +
                " (name a kernel pack built with this simulator)")
                   .c_str(),
               kBadModel);
    }
}

}  // namespace

thread_local int Inside::depth_ = 0;

void refuse(const char* what, int exit_code) {
    std::fflush(nullptr);
    std::fprintf(stderr, "hopbench-sim: %s\n", what);
    _exit(exit_code);
}

bool is_simulated() {
    static const bool simulated = *environment("HOPBENCH_SIM_MODEL", "") != '\0';
    return simulated;
}

Engine& machine() {
    static Engine* engine = [] {
        const Inside inside;
        return build_machine();
    }();
    return *engine;
}

const std::vector<int>& process_binding() {
    static const auto nodes =
        machine().host_pages().parse_binding(environment("HOPBENCH_SIM_BIND", "none"))->nodes;
    return nodes;
}

Engine& started_machine() {
    static Engine* engine = [] {
        const Inside inside;
        auto* built = &machine();
        check_place();
        announce(built->model());
        load_packs();
        return built;
    }();
    return *engine;
}

}  // namespace hopbench::sim

extern "C" {
// The marker: benchmarks look these up to know, and to record, that nothing here is hardware.
const char* hopbench_sim_model_name() {
    return hopbench::sim::machine().model().name.c_str();
}
const char* hopbench_sim_model_sha256() {
    return hopbench::sim::machine().model().sha256.c_str();
}
}

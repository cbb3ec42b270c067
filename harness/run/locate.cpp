#include "harness/run/locate.hpp"

#include <unistd.h>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& file) {
    std::error_code error;
    return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

std::string value_of(const Environment& environment, const std::string& name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::string() : found->second;
}

}  // namespace

fs::path executable_directory() {
    std::error_code error;
    const auto self = fs::read_symlink("/proc/self/exe", error);
    if (error) throw usage_error("/proc/self/exe", error.message(), "mount /proc");
    return self.parent_path();
}

fs::path locate_bench(const std::string& name, const Environment& environment,
                      const fs::path& beside) {
    if (is_program(beside / name)) return beside / name;
    const auto named = value_of(environment, "HOPBENCH_BENCH_DIR");
    if (!named.empty() && is_program(fs::absolute(named) / name)) return fs::absolute(named) / name;
    throw unfit_error(name, "is not beside hopbench in " + beside.string(),
                      "build it with a CUDA toolkit (cmake --preset cpu), or set "
                      "HOPBENCH_BENCH_DIR to where it is");
}

fs::path locate_simulation(const Environment& environment, const fs::path& beside) {
    const auto named = value_of(environment, "HOPBENCH_SIM_DIR");
    const auto folder =
        named.empty() ? (beside / "../lib/sim").lexically_normal() : fs::absolute(named);
    if (is_program(folder / "hopbench-sim-prepare")) return folder / "hopbench-sim-prepare";
    throw unfit_error("--simulate", "the simulated stack is not in " + folder.string(),
                      "build it with a CUDA toolkit (cmake --preset cpu), or set HOPBENCH_SIM_DIR "
                      "to where it is");
}

}  // namespace hopbench

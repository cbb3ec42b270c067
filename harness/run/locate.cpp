#include "harness/run/locate.hpp"

#include <unistd.h>

#include "harness/model/error.hpp"
#include "harness/plan/case_catalogue.hpp"

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

/// Where benches may be, hopbench's own folder first.
std::vector<fs::path> bench_folders(const Environment& environment, const fs::path& beside) {
    std::vector<fs::path> folders{beside};
    const auto named = value_of(environment, "HOPBENCH_BENCH_DIR");
    if (!named.empty()) folders.push_back(fs::absolute(named));
    return folders;
}

}  // namespace

fs::path executable_directory() {
    std::error_code error;
    const auto self = fs::read_symlink("/proc/self/exe", error);
    if (error) throw usage_error("/proc/self/exe", error.message(), "mount /proc");
    return self.parent_path();
}

fs::path locate_benches(const std::vector<std::string>& names, const Environment& environment,
                        const fs::path& beside) {
    const auto folders = bench_folders(environment, beside);
    std::vector<std::string> missing;
    for (const auto& folder : folders) {
        missing.clear();
        for (const auto& name : names)
            if (!is_program(folder / name)) missing.push_back(name);
        if (missing.empty()) return folder;
    }
    std::string text;
    for (const auto& name : missing) text.append(text.empty() ? "" : ", ").append(name);
    const bool one = missing.size() == 1;
    throw unfit_error(text,
                      std::string(one ? "is" : "are") +
                          (folders.size() == 1 ? " not beside hopbench in " : " not in ") +
                          folders.back().string(),
                      "build with a CUDA toolkit and NCCL (cmake --preset cpu), set "
                      "HOPBENCH_BENCH_DIR to where all benches are, or choose other --cases");
}

fs::path locate_any_bench(const Environment& environment, const fs::path& beside) {
    for (const auto& folder : bench_folders(environment, beside))
        for (const auto& method : case_catalogue())
            if (is_program(folder / method.executable)) return folder / method.executable;
    return locate_benches({std::string(case_catalogue().front().executable)}, environment, beside);
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

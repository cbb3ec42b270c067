#include "tests/unit/kernels/bench_process.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "harness/protocol/samples_reader.hpp"

namespace hopbench::testing {
namespace {

std::string content_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace

ScratchFolder::ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "hopbench-bench-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no scratch folder: " + name);
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

Finished run_shell(const ScratchFolder& folder, const std::string& command) {
    const std::string out = folder.file("stdout"), err = folder.file("stderr");
    const int status = std::system(("( " + command + " ) >" + out + " 2>" + err).c_str());
    return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            .out = content_of(out),
            .err = content_of(err)};
}

std::string on_sim(const std::string& model, const std::string& set, const std::string& arguments) {
    return bench_on_sim("hopbench-latency", model, set, arguments);
}

std::string bench_on_sim(const std::string& program, const std::string& model,
                         const std::string& set, const std::string& arguments) {
    const std::string setting = set.empty() ? "" : " --set '" + set + "'";
    // The stack refuses beside a real driver unless told; here it is wanted in any case.
    return "HOPBENCH_SIM_ANYWAY=1 " HOPBENCH_SIM_RUN " " HOPBENCH_SOURCE_DIR "/tests/machines/" +
           model + ".json" + setting + " -- " HOPBENCH_BENCHES "/" + program + " " + arguments;
}

std::string write_plan(const ScratchFolder& folder, const std::vector<std::string>& cases,
                       int samples) {
    InvocationPlan plan;
    plan.seed = 7;
    for (const auto& text : cases) {
        const auto name = parse_case_name(text);
        if (!name) throw std::runtime_error("no case name: " + text);
        plan.executable = "hopbench-" + name->family;
        plan.cases.push_back({.name = *name, .warmup = 2, .samples = samples});
    }
    const std::string file = folder.file("plan.json");
    write_plan_file(file, plan);
    return file;
}

SamplesContent measure(const std::string& model, const std::string& set,
                       const std::vector<std::string>& cases, int samples) {
    const ScratchFolder folder;
    const std::string plan = write_plan(folder, cases, samples);
    const std::string file = folder.file("samples.jsonl");
    const Finished run =
        run_shell(folder, bench_on_sim("hopbench-" + parse_case_name(cases.front())->family, model,
                                       set, "--plan " + plan + " --samples " + file));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return read_samples_file(file);
}

}  // namespace hopbench::testing

#include "fake_bench.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "harness/plan/case_catalogue.hpp"
#include "harness/protocol/samples_writer.hpp"
#include "harness/report/report_writer.hpp"
#include "harness/run/environment.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

std::vector<DeviceRecord> fake_devices() {
    std::vector<DeviceRecord> devices;
    for (int i = 0; i < 3; ++i)
        devices.push_back({.index = i,
                           .name = "SIMULATED GPU",
                           .uuid = "GPU-" + std::to_string(i),
                           .bdf = "0000:0" + std::to_string(i) + ":00.0",
                           .sm = {12, 0}});
    return devices;
}

fs::path argument(const LaunchRequest& request, const std::string& name) {
    const auto place = std::find(request.argv.begin(), request.argv.end(), name);
    return place == request.argv.end() ? fs::path{} : fs::path(*std::next(place));
}

CaseRecord fake_record(const PlannedCase& one, std::uint64_t seed) {
    const auto* method = find_case_method(one.name.family, one.name.method);
    CaseRecord record{.name = one.name,
                      .direction = std::string(method->direction),
                      .engine = std::string(method->engine),
                      .reason = {},
                      .verification = {.status = "verified",
                                       .samples_checked = 2,
                                       .bytes_checked = 8192,
                                       .note = {}},
                      .placement = {.where = "none"},
                      .notes = {},
                      .series = {}};
    const int place = one.name.src.value_or(0) * 10 + one.name.dst.value_or(0) + 1;
    for (const auto& metric : method->metrics) {
        Series series{.metric = std::string(metric.name),
                      .unit = std::string(metric.unit),
                      .better = metric.better,
                      .margin_kind = metric.margin_kind,
                      .quantum = 1e-9,
                      .values = {}};
        for (int i = 0; i < one.samples; ++i)
            series.values.push_back(1e-6 * place + 1e-9 * static_cast<double>((seed >> 5) % 97) +
                                    1e-10 * i);
        record.series.push_back(std::move(series));
    }
    return record;
}

std::map<std::string, int> methods_of(const InvocationPlan& plan) {
    std::map<std::string, int> methods;
    for (const auto& one : plan.cases) methods[one.name.family + "/" + one.name.method] = 1;
    return methods;
}

}  // namespace

TemporaryDirectory::TemporaryDirectory() {
    auto pattern = (fs::temp_directory_path() / "hopbench-test-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw std::runtime_error("mkdtemp");
    path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

InvocationPlan plan_of(const LaunchRequest& request) {
    return read_plan_file(argument(request, "--plan"));
}

void write_fake_samples(const LaunchRequest& request, int cases) {
    const auto plan = plan_of(request);
    SamplesWriter writer(argument(request, "--samples"),
                         {.executable = plan.executable,
                          .version = "0",
                          .model = ModelIdentity{.name = "fake", .sha256 = "abc"},
                          .driver_version = "13.0",
                          .runtime_version = "13.0",
                          .methods = methods_of(plan),
                          .devices = fake_devices(),
                          .binding = {.requested = plan.requested_binding,
                                      .cpus = "0-7",
                                      .mem_nodes = "default",
                                      .source = "model"}});
    int written = 0;
    for (const auto& one : plan.cases) {
        if (written++ == cases) return;
        writer.append(fake_record(one, plan.seed));
    }
    writer.finish();
}

int FakeLauncher::start(const LaunchRequest& request) {
    const int id = ++started;
    requests.push_back(request);
    std::ofstream(request.out), std::ofstream(request.err);
    std::optional<LaunchEnd> end = LaunchEnd{.id = id, .why = {}, .wall_seconds = 0.5};
    if (script_)
        end = script_(id - 1, request);
    else
        write_fake_samples(request);
    if (end) {
        end->id = id;
        ready_.emplace(id, *end);
    } else {
        endless_.push_back(id);
    }
    most_at_once = std::max(most_at_once, static_cast<int>(ready_.size() + endless_.size()));
    return id;
}

std::vector<LaunchEnd> FakeLauncher::wait(double) {
    std::vector<LaunchEnd> ends;
    if (stopping_)
        for (const int id : std::exchange(endless_, {}))
            ends.push_back({.id = id, .kind = EndKind::stopped, .code = 15, .why = {}});
    if (ends.empty() && !ready_.empty()) {
        const auto last = std::prev(ready_.end());
        ends.push_back(last->second);
        ready_.erase(last);
    }
    return ends;
}

void FakeLauncher::stop_all(bool) {
    stopping_ = true;
    ++stops;
}

SessionSetup fake_setup(int blocks, std::uint64_t seed, const FakePlan& wanted) {
    SessionSetup setup;
    PlanRequest request;
    request.cases = wanted.cases;
    request.bindings = wanted.bindings;
    request.blocks = blocks;
    request.seeds = {.model_sha256 = "abc", .run_seed = seed, .session = "1"};
    request.variants = resolve_variants(wanted.variants);
    setup.facts.probe.model = ModelIdentity{.name = "fake", .sha256 = "abc"};
    setup.facts.platform = "simulated";
    setup.facts.topology = {
        .node_of_gpu = {{0, 1}, {1, 1}, {2, 0}}, .numa_source = "model", .links = {}};
    for (const auto& device : fake_devices()) {
        setup.facts.probe.devices.push_back({.index = device.index,
                                             .name = device.name,
                                             .uuid = device.uuid,
                                             .bdf = device.bdf,
                                             .sm = device.sm,
                                             .host_numa_id = {}});
        request.gpus.push_back(device.index);
    }
    request.machine = gpus_of(setup.facts);
    request.numa = {.node_of_gpu = setup.facts.topology.node_of_gpu,
                    .nodes = {{.id = 0, .cpus = {0, 1}, .memory_bytes = 1, .distances = {10, 20}},
                              {.id = 1, .cpus = {2, 3}, .memory_bytes = 1, .distances = {20, 10}}}};
    setup.plan = make_plan(std::move(request));
    setup.frame = {
        .tool_version = "0", .margins = default_margins(), .environment = {}, .sim_set = {}};
    for (const auto& variant : setup.plan.request.variants)
        setup.environments.push_back(variant_environment({}, variant, {}));
    setup.variant_files.resize(setup.environments.size());
    setup.bench_directory = "/nowhere";
    setup.deadline_seconds = 9;
    setup.session_deadline_seconds = 3;
    setup.options = {{"--seed", std::to_string(seed)}, {"--blocks", std::to_string(blocks)}};
    setup.command = "hopbench run";
    return setup;
}

SessionResult run_fake(const SessionSetup& setup, const fs::path& path, Launcher& launcher,
                       Existing existing, const std::function<int()>& interrupts) {
    const RunDirectory directory(path, existing);
    SilentProgress progress;
    return run_session(setup, directory, open_journal(setup, directory), launcher, progress,
                       interrupts);
}

std::string file_content(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string stable_content(const fs::path& directory) {
    auto report = file_content(directory / "report.json");
    const auto begin = report.find("\"volatile\"");
    EXPECT_NE(begin, std::string::npos);
    return report.substr(0, begin) + file_content(directory / "samples.bin");
}

}  // namespace hopbench

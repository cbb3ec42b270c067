#include "harness/run/job_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "harness/model/error.hpp"
#include "harness/protocol/samples_reader.hpp"
#include "harness/run/capture_output.hpp"

namespace hopbench {
namespace {

std::string signal_name(int number) {
    const char* name = sigabbrev_np(number);
    return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", number);
}

std::string file_text(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void describe_end(JobResult& result, const LaunchEnd& end, const std::string& log) {
    const bool complete = result.content && result.content->complete;
    const auto say = [&](Status status, const std::string& why) {
        result.status = status;
        result.reason = why + "; see " + log;
    };
    switch (end.kind) {
        case EndKind::exited:
            if (end.code == 0 && complete) return;
            if (end.code == 0) return say(Status::crashed, "ended before its last case");
            if (end.code == static_cast<int>(Exit::unfit))
                return say(Status::not_supported, "the bench found no usable CUDA device");
            return say(Status::crashed, fmt::format("exit status {}", end.code));
        case EndKind::signalled:
            return say(Status::crashed, "ended by " + signal_name(end.code));
        case EndKind::hung:
            // How long that was depends on the CPUs of this machine; the report must not.
            return say(Status::hung, "did not end by its deadline, ended by the watchdog");
        case EndKind::wedged:
            return say(Status::wedged, "could not be ended, also not by SIGKILL");
        case EndKind::stopped:
            return say(Status::interrupted, "ended because the run was");
        case EndKind::not_started:
            return say(Status::refused, "could not be started: " + end.why);
    }
}

}  // namespace

JobResult judge_end(const LaunchEnd& end, const LaunchRequest& request,
                    const std::filesystem::path& samples, const std::string& log) {
    if (end.kind == EndKind::exited && end.code == static_cast<int>(Exit::usage))
        throw usage_error(request.argv.front(),
                          "exit status 2: " + last_line(file_text(request.err)),
                          "see " + log + "; go on with --resume");
    JobResult result{
        .status = Status::ok, .reason = {}, .content = {}, .wall_seconds = end.wall_seconds};
    std::error_code ignored;
    if (std::filesystem::exists(samples, ignored)) {
        try {
            result.content = read_samples_file(samples);
            if (result.content->header.executable.empty()) result.content.reset();
        } catch (const Error& error) {
            result.status = Status::crashed;
            result.reason = "its samples file is damaged: " + error.why() + "; see " + log;
            return result;
        }
    }
    describe_end(result, end, log);
    return result;
}

void refuse_other_devices(JobResult& result, std::span<const ProbedDevice> probed,
                          std::span<const int> gpus) {
    if (!result.content) return;
    const auto uuid_at = [](const auto& devices, int index) {
        const auto device = std::find_if(devices.begin(), devices.end(),
                                         [&](const auto& one) { return one.index == index; });
        return device == devices.end() ? std::string("absent") : device->uuid;
    };
    for (const int index : gpus) {
        const auto before = uuid_at(probed, index);
        const auto now = uuid_at(result.content->header.devices, index);
        if (now == before) continue;
        result.status = Status::refused;
        result.reason = fmt::format("GPU {} was {} before the run and is {} in this invocation",
                                    index, before, now);
        result.content.reset();
        return;
    }
}

}  // namespace hopbench

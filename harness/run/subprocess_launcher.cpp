#include "harness/run/subprocess_launcher.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>

#include "harness/model/error.hpp"
#include "harness/run/raw_clock.hpp"

namespace hopbench {
namespace {

FileDescriptor create_log(const std::filesystem::path& file) {
    FileDescriptor fd(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!fd) throw usage_error(file.string(), std::strerror(errno), "check the directory");
    return fd;
}

}  // namespace

int SubprocessLauncher::start(const LaunchRequest& request) {
    const auto out = create_log(request.out), err = create_log(request.err);
    const int id = next_id_++;
    const double now = raw_seconds();
    const double until = request.deadline_seconds > 0 ? now + request.deadline_seconds
                                                      : std::numeric_limits<double>::infinity();
    try {
        running_.push_back(std::make_unique<Running>(
            Running{.id = id,
                    .process = ChildProcess(request.argv, request.environment, out.get(), err.get(),
                                            request.binding),
                    .started = now,
                    .until = until}));
    } catch (const Error& error) {
        ended_.push_back({.id = id, .kind = EndKind::not_started, .code = 0, .why = error.why()});
    }
    return id;
}

void SubprocessLauncher::escalate(Running& child, double now) {
    if (child.stage == Stage::running) {
        child.process.signal(SIGTERM);
        child.stage = Stage::terminating;
        child.until = now + graces_.term;
    } else {
        child.process.signal(SIGKILL);
        child.stage = Stage::killing;
        child.until = now + graces_.kill;
    }
}

void SubprocessLauncher::collect_ended(double now) {
    std::erase_if(running_, [&](const std::unique_ptr<Running>& child) {
        LaunchEnd end{
            .id = child->id, .kind = child->cause, .why = {}, .wall_seconds = now - child->started};
        if (const auto state = child->process.collect()) {
            end.code = state->code;
            if (child->cause == EndKind::exited && state->signalled) end.kind = EndKind::signalled;
        } else if (child->until > now) {
            return false;
        } else if (child->stage == Stage::killing) {
            end.kind = EndKind::wedged;
        } else {
            if (child->stage == Stage::running) child->cause = EndKind::hung;
            escalate(*child, now);
            return false;
        }
        ended_.push_back(std::move(end));
        return true;
    });
}

void SubprocessLauncher::poll_until(double limit) {
    std::vector<pollfd> fds;
    for (const auto& child : running_) {
        fds.push_back({.fd = child->process.poll_fd(), .events = POLLIN, .revents = 0});
        limit = std::min(limit, child->until);
    }
    if (wake_fd_ >= 0) fds.push_back({.fd = wake_fd_, .events = POLLIN, .revents = 0});
    const double left = std::clamp(limit - raw_seconds(), 0.0, 3600.0);
    poll(fds.data(), fds.size(), static_cast<int>(std::ceil(left * 1e3)));
    if (wake_fd_ >= 0 && fds.back().revents != 0) wake_fd_ = -1;  // it has told us
}

std::vector<LaunchEnd> SubprocessLauncher::wait(double seconds) {
    const double limit = raw_seconds() + seconds;
    const bool could_wake = wake_fd_ >= 0;
    for (;;) {
        const double now = raw_seconds();
        collect_ended(now);
        const bool woken = could_wake && wake_fd_ < 0;
        if (!ended_.empty() || woken || now >= limit) return std::exchange(ended_, {});
        poll_until(limit);
    }
}

void SubprocessLauncher::stop_all(bool now) {
    const double time = raw_seconds();
    for (const auto& child : running_) {
        if (child->cause == EndKind::exited) child->cause = EndKind::stopped;
        if (now && child->stage == Stage::running) child->stage = Stage::terminating;
        if (child->stage == Stage::running || (now && child->stage == Stage::terminating))
            escalate(*child, time);
    }
}

}  // namespace hopbench

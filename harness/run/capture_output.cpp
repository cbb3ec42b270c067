#include "harness/run/capture_output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "harness/model/error.hpp"
#include "harness/run/child_process.hpp"
#include "harness/run/raw_clock.hpp"

namespace hopbench {
namespace {

constexpr std::size_t max_output = 16u << 20;
constexpr double kill_seconds = 10;  ///< a killed child that stays longer is left alone

/// Takes what is there; closes the descriptor at the end of the stream.
void drain(FileDescriptor& fd, std::string& text) {
    std::array<char, 65536> buffer;
    const auto got = read(fd.get(), buffer.data(), buffer.size());
    if (got > 0)
        text.append(buffer.data(),
                    std::min(static_cast<std::size_t>(got), max_output - text.size()));
    else if (got == 0 || errno != EINTR)
        fd.reset();
}

std::pair<FileDescriptor, FileDescriptor> make_pipe() {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0)
        throw usage_error("pipe", std::strerror(errno), "close other programs and run again");
    return {FileDescriptor(fds[0]), FileDescriptor(fds[1])};
}

}  // namespace

Captured capture_output(const std::vector<std::string>& argv, const Environment& environment,
                        double deadline_seconds) {
    auto [out, out_end] = make_pipe();
    auto [err, err_end] = make_pipe();
    ChildProcess child(argv, environment, out_end.get(), err_end.get());
    out_end.reset();
    err_end.reset();

    Captured captured;
    double until = raw_seconds() + deadline_seconds;
    bool killed = false;
    std::optional<ExitState> state;
    while (!state || out || err) {
        if (!state) state = child.collect();
        if (state && !out && !err) break;
        const double left = until - raw_seconds();
        if (left <= 0) {
            if (killed || state) break;
            killed = true;
            child.signal(SIGKILL);
            until = raw_seconds() + kill_seconds;
            continue;
        }
        std::array<pollfd, 3> fds{{{out.get(), POLLIN, 0},
                                   {err.get(), POLLIN, 0},
                                   {state ? -1 : child.poll_fd(), POLLIN, 0}}};
        poll(fds.data(), fds.size(), static_cast<int>(std::ceil(std::min(left, 60.0) * 1e3)));
        if (fds[0].revents != 0) drain(out, captured.out);
        if (fds[1].revents != 0) drain(err, captured.err);
    }
    captured.ended = state.has_value() && !killed;
    if (state) captured.signalled = state->signalled, captured.code = state->code;
    return captured;
}

ErrorLine parse_error_line(std::string line) {
    ErrorLine parts;
    if (const auto colon = line.find(": "); line.starts_with("hopbench") && colon != line.npos)
        line.erase(0, colon + 2);
    if (const auto open = line.rfind(" ("); open != line.npos && line.ends_with(")")) {
        parts.remedy = line.substr(open + 2, line.size() - open - 3);
        line.erase(open);
    }
    const auto colon = line.find(": ");
    if (colon != line.npos) parts.what = line.substr(0, colon);
    parts.why = colon == line.npos ? line : line.substr(colon + 2);
    return parts;
}

std::string last_line(const std::string& text) {
    const auto end = text.find_last_not_of("\r\n\t ");
    if (end == std::string::npos) return {};
    const auto begin = text.find_last_of('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1,
                       end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

}  // namespace hopbench

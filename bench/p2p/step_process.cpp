#include "bench/p2p/step_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "bench/p2p/raw_time.hpp"
#include "bench/p2p/step_child.hpp"
#include "harness/model/error.hpp"

namespace hopbench {
namespace {

constexpr double leave_seconds = 2;  ///< to end when its stdin has ended
constexpr double term_seconds = 2;   ///< after SIGTERM
constexpr double kill_seconds = 10;  ///< after SIGKILL
constexpr std::size_t longest_line = 1 << 20;
constexpr std::size_t longest_words = 200;

[[noreturn]] void fail(const char* call, int error) {
    throw usage_error(call, std::strerror(error), "check the system's limits");
}

/// Waits for the descriptor to become readable; false at `until`.
bool readable_by(int fd, double until) noexcept {
    for (;;) {
        const double left = until - raw_time();
        const int ms = left <= 0 ? 0 : static_cast<int>(std::min(left, 1e6) * 1e3) + 1;
        pollfd wanted{.fd = fd, .events = POLLIN, .revents = 0};
        const int ready = poll(&wanted, 1, ms);
        if (ready > 0) return true;
        if (ready == 0 && left <= 0) return false;
        if (ready < 0 && errno != EINTR) return true;  // the read that follows tells
    }
}

struct Pipe {
    FileDescriptor read, write;

    Pipe() {
        int fds[2];
        if (pipe2(fds, O_CLOEXEC) != 0) fail("pipe2", errno);
        read = FileDescriptor(fds[0]);
        write = FileDescriptor(fds[1]);
    }
};

pid_t spawn(const std::vector<std::string>& arguments, int in, int out, int err) {
    std::vector<std::string> words{"hopbench-p2p", step_child_option};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    posix_spawn_file_actions_adddup2(&files, err, 2);
    pid_t pid = -1;
    const int error = posix_spawn(&pid, "/proc/self/exe", &files, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) fail("posix_spawn", error);
    return pid;
}

}  // namespace

std::string describe(const Ending& ending) {
    std::string text;
    if (!ending.gone)
        text = "it could not be ended";
    else if (ending.signalled)
        text = "signal " + std::to_string(ending.code) + " (" + strsignal(ending.code) + ")";
    else
        text = "exit code " + std::to_string(ending.code);
    return ending.last_words.empty() ? text : text + ": " + ending.last_words;
}

StepProcess::StepProcess(const std::vector<std::string>& arguments) {
    signal(SIGPIPE, SIG_IGN);  // a child that died is seen by its end
    Pipe in, out;
    errors_ = FileDescriptor(memfd_create("stderr", MFD_CLOEXEC));
    if (!errors_) fail("memfd_create", errno);
    pid_ = spawn(arguments, in.read.get(), out.write.get(), errors_.get());
    to_child_ = std::move(in.write);
    from_child_ = std::move(out.read);
    pidfd_ = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
    if (!pidfd_) {
        const int error = errno;
        kill(pid_, SIGKILL);
        fail("pidfd_open", error);
    }
}

StepProcess::~StepProcess() {
    if (!ending_) (void)end(true);
}

bool StepProcess::send(const std::string& line) noexcept {
    const std::string text = line + '\n';  // far below what a pipe takes at once
    return write(to_child_.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

StepProcess::Wait StepProcess::receive(std::string& line, double until) {
    for (;;) {
        const auto newline = buffer_.find('\n');
        if (newline != std::string::npos) {
            line = buffer_.substr(0, newline);
            buffer_.erase(0, newline + 1);
            return Wait::line;
        }
        if (buffer_.size() > longest_line) return Wait::closed;
        if (!readable_by(from_child_.get(), until)) return Wait::timeout;
        std::array<char, 4096> part{};
        const auto got = read(from_child_.get(), part.data(), part.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return Wait::closed;
        buffer_.append(part.data(), static_cast<std::size_t>(got));
    }
}

bool StepProcess::has_ended_by(double until) const noexcept {
    return readable_by(pidfd_.get(), until);
}

Ending StepProcess::end(bool listens) {
    if (ending_) return *ending_;
    Ending ending;
    to_child_.reset();
    ending.gone = has_ended_by(raw_time() + (listens ? leave_seconds : 0));
    for (const auto& [number, seconds] :
         {std::pair(SIGTERM, term_seconds), std::pair(SIGKILL, kill_seconds)}) {
        if (ending.gone) break;
        ending.ended = true;
        (void)syscall(SYS_pidfd_send_signal, pidfd_.get(), number, nullptr, 0);
        ending.gone = has_ended_by(raw_time() + seconds);
    }
    if (ending.gone) collect(ending);
    ending.last_words = last_words();
    ending_ = ending;
    return ending;
}

void StepProcess::collect(Ending& ending) noexcept {
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG) != 0) return;
    ending.signalled = info.si_code != CLD_EXITED;
    ending.code = info.si_status;
}

std::string StepProcess::last_words() const {
    std::array<char, 4096> part{};
    const auto size = lseek(errors_.get(), 0, SEEK_END);
    const auto from = std::max<off_t>(0, size - static_cast<off_t>(part.size()));
    const auto got = pread(errors_.get(), part.data(), part.size(), from);
    if (got <= 0) return {};
    std::string_view text(part.data(), static_cast<std::size_t>(got));
    const auto last = text.find_last_not_of('\n');
    if (last == std::string_view::npos) return {};
    text = text.substr(0, last + 1);
    text = text.substr(text.rfind('\n') + 1);
    return std::string(text.substr(0, longest_words));
}

}  // namespace hopbench

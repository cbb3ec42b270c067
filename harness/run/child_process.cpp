#include "harness/run/child_process.hpp"

#include <fcntl.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>

#include "harness/model/error.hpp"
#include "harness/topology/cpu_list.hpp"

namespace hopbench {
namespace {

/// What failed in the child before the program was there.
enum class Step { exec, cpus, memory };
struct Failure {
    Step step;
    int error;
};

/// A binding in the kernel's form, made before the fork.
class BindingMasks {
  public:
    explicit BindingMasks(const ResolvedBinding& binding)
        : cpus_(mask_of(binding.cpus)), nodes_(mask_of(binding.nodes)) {}

    /// Async-signal-safe. The step that failed, with errno set.
    [[nodiscard]] std::optional<Step> apply() const noexcept {
        if (!cpus_.empty() &&
            syscall(SYS_sched_setaffinity, 0, cpus_.size() * sizeof(cpus_[0]), cpus_.data()) != 0)
            return Step::cpus;
        // The kernel reads one bit less than it is told of.
        if (!nodes_.empty() && syscall(SYS_set_mempolicy, MPOL_BIND, nodes_.data(),
                                       nodes_.size() * bits_per_word + 1) != 0)
            return Step::memory;
        return std::nullopt;
    }

  private:
    static constexpr std::size_t bits_per_word = 8 * sizeof(unsigned long);

    static std::vector<unsigned long> mask_of(const std::vector<int>& numbers) {
        std::vector<unsigned long> words;
        for (const int number : numbers) {
            const auto bit = static_cast<std::size_t>(number);
            if (words.size() <= bit / bits_per_word) words.resize(bit / bits_per_word + 1);
            words[bit / bits_per_word] |= 1UL << (bit % bits_per_word);
        }
        return words;
    }

    std::vector<unsigned long> cpus_, nodes_;
};

/// Runs in the child between fork and exec: async-signal-safe calls only.
[[noreturn]] void become(char* const* argv, char* const* environment, const BindingMasks& binding,
                         int in_fd, int out_fd, int err_fd, int report_fd, pid_t parent) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);  // the parent died before the line above
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int number : {SIGPIPE, SIGINT, SIGTERM}) ::signal(number, SIG_DFL);
    const auto unbound = binding.apply();
    if (!unbound && dup2(in_fd, 0) == 0 && dup2(out_fd, 1) == 1 && dup2(err_fd, 2) == 2)
        execve(argv[0], argv, environment);
    const Failure failure{.step = unbound.value_or(Step::exec), .error = errno};
    [[maybe_unused]] const auto written = write(report_fd, &failure, sizeof failure);
    _exit(127);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (auto& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

[[noreturn]] void fail(const std::string& program, const Failure& failure,
                       const ResolvedBinding& binding) {
    const std::string why = std::strerror(failure.error);
    if (failure.step == Step::cpus)
        throw usage_error(program,
                          "cannot be bound to CPUs " + format_cpu_list(binding.cpus) + ": " + why,
                          "check the CPUs this container or cgroup may use");
    if (failure.step == Step::memory)
        throw usage_error(
            program, "cannot take memory from node " + format_cpu_list(binding.nodes) + ": " + why,
            "allow set_mempolicy in this container, or leave --bind out");
    throw usage_error(program, why, "check the program and the system's limits");
}

[[noreturn]] void fail(const std::string& program, int error) {
    throw usage_error(program, std::strerror(error), "check the program and the system's limits");
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& argv, const Environment& environment,
                           int out_fd, int err_fd, const ResolvedBinding& binding) {
    auto arguments = argv;
    std::vector<std::string> variables;
    for (const auto& [key, value] : environment) variables.push_back(key + "=" + value);
    const auto argument_pointers = pointers(arguments), variable_pointers = pointers(variables);

    const BindingMasks masks(binding);

    int pipe_fds[2];
    if (pipe2(pipe_fds, O_CLOEXEC) != 0) fail(argv[0], errno);
    const FileDescriptor from_child(pipe_fds[0]);
    FileDescriptor to_parent(pipe_fds[1]);
    const FileDescriptor null(open("/dev/null", O_RDONLY | O_CLOEXEC));
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ < 0) fail(argv[0], errno);
    if (pid_ == 0)
        become(argument_pointers.data(), variable_pointers.data(), masks, null.get(), out_fd,
               err_fd, to_parent.get(), parent);
    setpgid(pid_, pid_);  // in both, so that neither depends on who runs first
    to_parent.reset();
    Failure failure{};
    ssize_t got = 0;
    do got = read(from_child.get(), &failure, sizeof failure);
    while (got < 0 && errno == EINTR);
    if (got == static_cast<ssize_t>(sizeof failure)) {
        waitpid(pid_, nullptr, 0);  // it is in _exit already
        fail(argv[0], failure, binding);
    }
    pidfd_ = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
    if (!pidfd_) {
        const int error = errno;
        signal(SIGKILL);
        fail("pidfd_open", error);
    }
    fcntl(pidfd_.get(), F_SETFD, FD_CLOEXEC);
}

void ChildProcess::signal(int number) const noexcept {
    if (pid_ > 0 && kill(-pid_, number) != 0) kill(pid_, number);
}

std::optional<ExitState> ChildProcess::collect() noexcept {
    siginfo_t info{};
    if (pid_ <= 0) return std::nullopt;
    if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid == 0)
        return std::nullopt;
    kill(-pid_, SIGKILL);  // while the ended leader still holds the group's number
    waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG);
    pid_ = -1;
    return ExitState{.signalled = info.si_code != CLD_EXITED, .code = info.si_status};
}

}  // namespace hopbench

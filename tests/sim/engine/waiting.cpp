// Engine: the host waits.
#include <dirent.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "tests/sim/engine/engine.hpp"
#include "tests/sim/engine/kernel_runs.hpp"

namespace hopbench::sim {
namespace {

// A call that waits longer than this waits for something that polls for ever.
constexpr Picoseconds kLongestWait = 30 * kPsPerSecond;
constexpr int kMostNaps = 5000;  // one second for another thread to do what is missing

// Real time: the interposed sleep would move the virtual clock.
void really_sleep(long nanoseconds) {
    const timespec duration{.tv_sec = 0, .tv_nsec = nanoseconds};
    syscall(SYS_nanosleep, &duration, nullptr);
}

bool other_threads_exist() {
    DIR* tasks = opendir("/proc/self/task");
    if (tasks == nullptr) return false;
    int count = 0;
    for (const auto* entry = readdir(tasks); entry != nullptr; entry = readdir(tasks))
        if (entry->d_name[0] != '.') ++count;
    closedir(tasks);
    return count > 1;
}

}  // namespace

void Engine::wait_for(const Stream& stream, std::uint64_t sequence) {
    const auto limit = std::max(host_, now_) + kLongestWait;
    int naps = 0;
    while (stream.completed < sequence) {
        if (step(limit)) continue;
        if (hung_) hang();
        if (agenda_.next() != kNever || flows_.next_end() != kNever)
            throw Deadlock("the host has waited for 30 virtual seconds and something still polls");
        if (naps++ == kMostNaps || !other_threads_exist())
            throw Deadlock(
                "the host waits, but no device has anything left to do; a real machine would hang "
                "here");
        mutex_.unlock();
        really_sleep(200'000);
        mutex_.lock();
        kernels_->notice_writes(std::max(now_, host_));
    }
}

void Engine::wait_for_threads(const std::function<bool()>& done) {
    for (int naps = 0; !done(); ++naps) {
        if (naps == kMostNaps || !other_threads_exist())
            throw Deadlock(
                "the host waits for others of its kind, and none comes; a real machine would hang "
                "here");
        mutex_.unlock();
        really_sleep(200'000);
        mutex_.lock();
    }
}

void Engine::synchronised(bool waited) {
    if (waited) {
        host_ = std::max(host_, now_ + wake_);
        run_until(host_);
    }
    noise_.next_epoch(host_);
}

void Engine::wait_stream(const Stream& stream) {
    const auto sequence = stream.enqueued;
    const bool waits = stream.completed < sequence;
    if (waits) wait_for(stream, sequence);
    synchronised(waits);
}

void Engine::wait_event(const Event& event) {
    const bool waits = !event.done();
    if (waits) wait_for(*event.stream, event.sequence);
    synchronised(waits);
}

void Engine::wait_device(int device) {
    bool waits = false;
    for (std::size_t i = 0; i < streams_.size(); ++i) {
        const auto& stream = *streams_[i];
        if (stream.device != device || stream.completed >= stream.enqueued) continue;
        waits = true;
        wait_for(stream, stream.enqueued);
    }
    synchronised(waits);
}

// An injected hang blocks the calling thread for good, as a lost copy does; only a signal ends it.
void Engine::hang() {
    mutex_.unlock();
    for (;;) really_sleep(999'999'999);
}

}  // namespace hopbench::sim

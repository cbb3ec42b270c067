// The host's clock functions. Preloaded, they stand before those of the C library, so std::chrono,
// Google Benchmark and plain C read the model's clock. Without a model they pass through.
#include <errno.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>

#include "tests/sim/preload/machine.hpp"

namespace {

using hopbench::sim::Inside;
using hopbench::sim::Picoseconds;

constexpr Picoseconds kNsPerSecond = 1'000'000'000;
constexpr time_t kMonotonicStart =
    1000;  // seconds at process start: not 0, as on any machine that is up
constexpr time_t kRealtimeStart = 1767225600;  // 2026-01-01 00:00 UTC: runs repeat to the second

bool passes_through() {
    return Inside::here() || !hopbench::sim::is_simulated();
}

int real_clock(clockid_t clock, timespec* time) {
    return static_cast<int>(syscall(SYS_clock_gettime, clock, time));
}

// Whole seconds of the process's place in its run, so that drift and time stamps agree.
time_t start_second() {
    static const auto second = [] {
        const char* text = std::getenv("HOPBENCH_SIM_T0");
        return text != nullptr ? static_cast<time_t>(std::atof(text)) : time_t{0};
    }();
    return second;
}

// Seconds are kept apart: picoseconds since 1970 do not fit 64 bits.
time_t offset_of(clockid_t clock) {
    switch (clock) {
        case CLOCK_REALTIME:
        case CLOCK_REALTIME_COARSE:
        case CLOCK_TAI:
            return kRealtimeStart + start_second();
        case CLOCK_PROCESS_CPUTIME_ID:
        case CLOCK_THREAD_CPUTIME_ID:
            return 0;
        default:
            return kMonotonicStart + start_second();
    }
}

Picoseconds virtual_now() {
    auto& engine = hopbench::sim::machine();
    const Inside inside;
    const std::lock_guard lock(engine.mutex());
    return engine.read_clock();
}

void put(Picoseconds now, time_t offset, timespec* time) {
    const auto ns = now / hopbench::sim::kPsPerNs;
    time->tv_sec = offset + ns / kNsPerSecond;
    time->tv_nsec = ns % kNsPerSecond;
}

void virtual_sleep(Picoseconds duration) {
    auto& engine = hopbench::sim::machine();
    const Inside inside;
    const std::lock_guard lock(engine.mutex());
    engine.sleep(duration);
}

Picoseconds to_duration(time_t seconds, long ns) {
    constexpr time_t kLongest = 1'000'000;  // seconds; longer sleeps would overflow the clock
    return (static_cast<Picoseconds>(seconds < kLongest ? seconds : kLongest) * kNsPerSecond + ns) *
           hopbench::sim::kPsPerNs;
}

bool is_duration(const timespec* time) {
    return time != nullptr && time->tv_sec >= 0 && time->tv_nsec >= 0 &&
           time->tv_nsec < kNsPerSecond;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
    if (passes_through()) return real_clock(clock, time);
    put(virtual_now(), offset_of(clock), time);
    return 0;
}

int gettimeofday(timeval* time, void*) noexcept {
    timespec now{};
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    *time = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t* out) noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != nullptr) *out = now.tv_sec;
    return now.tv_sec;
}

clock_t clock() noexcept {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / 1000;
}

int nanosleep(const timespec* duration, timespec* left) {
    if (passes_through()) return static_cast<int>(syscall(SYS_nanosleep, duration, left));
    if (!is_duration(duration)) {
        errno = EINVAL;
        return -1;
    }
    virtual_sleep(to_duration(duration->tv_sec, duration->tv_nsec));
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* duration, timespec* left) {
    if (passes_through())
        return syscall(SYS_clock_nanosleep, clock, flags, duration, left) == 0 ? 0 : errno;
    if (!is_duration(duration)) return EINVAL;
    if ((flags & TIMER_ABSTIME) == 0) {
        virtual_sleep(to_duration(duration->tv_sec, duration->tv_nsec));
        return 0;
    }
    timespec now{};
    clock_gettime(clock, &now);
    virtual_sleep(to_duration(duration->tv_sec - now.tv_sec, duration->tv_nsec - now.tv_nsec));
    return 0;
}

int usleep(useconds_t microseconds) {
    const timespec duration{.tv_sec = static_cast<time_t>(microseconds / 1'000'000),
                            .tv_nsec = static_cast<long>(microseconds % 1'000'000) * 1000};
    return nanosleep(&duration, nullptr);
}

unsigned sleep(unsigned seconds) {
    const timespec duration{.tv_sec = static_cast<time_t>(seconds), .tv_nsec = 0};
    nanosleep(&duration, nullptr);
    return 0;
}

}  // extern "C"

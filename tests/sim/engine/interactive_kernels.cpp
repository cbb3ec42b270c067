// KernelRuns: kernels whose threads run side by side in virtual time.
#include <algorithm>

#include "tests/sim/engine/engine.hpp"
#include "tests/sim/engine/kernel_runs.hpp"

namespace hopbench::sim {
namespace {

constexpr std::uint64_t kMostInteractiveThreads = 65536;

Dim unflattened(std::uint64_t linear, const Dim& size) {
    return {static_cast<std::uint32_t>(linear % size.x),
            static_cast<std::uint32_t>(linear / size.x % size.y),
            static_cast<std::uint32_t>(linear / size.x / size.y)};
}

}  // namespace

void KernelRuns::interactive_main() {
    auto& fiber = *running_;
    const auto& launch = fiber.run->operation->launch;
    launch.kernel->invoke(launch.frame.data());
    fiber.done = true;
    current_->leave();
}

void KernelRuns::start_interactive(Operation& operation) {
    const auto& launch = operation.launch;
    auto& run = *runs_.emplace_back(std::make_unique<KernelRun>());
    run.operation = &operation;
    run.device = launch.device;
    run.slowness = engine_.noise().device();
    run.threads_per_block = launch.block.x * launch.block.y * launch.block.z;
    const auto blocks = static_cast<std::uint64_t>(launch.grid.x) * launch.grid.y * launch.grid.z;
    run.live = blocks * run.threads_per_block;
    if (run.live > kMostInteractiveThreads)
        throw std::runtime_error(
            "an interactive kernel of more than 65536 threads is not simulated");
    for (std::uint64_t block = 0; block < blocks; ++block) {
        run.live_in_block[static_cast<std::uint32_t>(block)] = run.threads_per_block;
        for (std::uint32_t thread = 0; thread < run.threads_per_block; ++thread) {
            auto& fiber = make_fiber(run, interactive_main);
            fiber.block = static_cast<std::uint32_t>(block);
            fiber.clock = fiber.loop_start = engine_.device_now();
            fiber.lane = {.thread = unflattened(thread, launch.block),
                          .block = unflattened(block, launch.grid),
                          .block_size = launch.block,
                          .grid_size = launch.grid};
            engine_.agenda().add(fiber.clock, Due::kFiber, &fiber);
        }
    }
}

void KernelRuns::resume(Fiber& fiber) {
    run_fiber(fiber);
    if (fiber.done && engine_.failure() == Failure::kNone) thread_ended(fiber);
}

void KernelRuns::thread_ended(Fiber& fiber) {
    auto& run = *fiber.run;
    const auto block = fiber.block;
    run.last_end = std::max(run.last_end, fiber.clock);
    --run.live_in_block[block];
    recycle(fiber);
    if (--run.live == 0) {
        engine_.agenda().add(std::max(run.last_end, engine_.device_now()), Due::kOperationEnd,
                             run.operation);
        std::erase_if(runs_, [&run](const auto& other) { return other.get() == &run; });
        return;
    }
    release_barrier(run, block);  // the others need not wait for it
}

void KernelRuns::yield_until(Picoseconds time) {
    running_->clock = time;
    engine_.agenda().add(time, Due::kFiber, running_);
    yield();
}

void KernelRuns::access(const void* address, std::size_t bytes, bool write) {
    const int window = engine_.home(address);
    if (window == kNoWindow) return;
    auto& fiber = *running_;
    const int device = fiber.run->device;
    if (is_gpu_window(window) && window != device && !engine_.peer_enabled(device, window)) fault();
    const auto& routes = engine_.routes();
    const auto cost =
        write ? routes.store_latency(device, window) : routes.load_latency(device, window);
    if (write && engine_.faults().peer_hangs(device, window)) {
        engine_.hang_operation();
        yield();  // for good
    }
    yield_until(fiber.clock + stretched(cost, fiber.run->slowness));
    // The store itself comes next, without any time between.
    if (write) engine_.memory().note_write(address, bytes);
}

void KernelRuns::stored() {
    notice_writes(running_->clock);
}

void KernelRuns::elapse(Picoseconds duration) {
    if (hopbench_sim_access.interactive != 0) yield_until(running_->clock + duration);
}

void KernelRuns::barrier() {
    if (hopbench_sim_access.interactive != 0) {
        auto& run = *running_->run;
        run.at_barrier[running_->block].push_back(running_);
        release_barrier(run, running_->block);
    }
    yield();
}

void KernelRuns::release_barrier(KernelRun& run, std::uint32_t block) {
    auto& waiting = run.at_barrier[block];
    if (waiting.empty() || waiting.size() < run.live_in_block[block]) return;
    Picoseconds latest = 0;
    for (const auto* fiber : waiting) latest = std::max(latest, fiber->clock);
    for (auto* fiber : waiting) {
        fiber->clock = latest;
        engine_.agenda().add(latest, Due::kFiber, fiber);
    }
    waiting.clear();
}

void KernelRuns::spin(const WatchedWords& words, std::uint64_t deadline_ns) {
    if (hopbench_sim_access.interactive == 0) return;
    auto& fiber = *running_;
    const bool endless = deadline_ns > static_cast<std::uint64_t>(kNever / kPsPerNs);
    const auto deadline = endless ? kNever : static_cast<Picoseconds>(deadline_ns) * kPsPerNs;
    if (!words.changed() && fiber.clock < deadline) {
        fiber.watched = words;
        fiber.parked_at = fiber.clock;
        // One polling round took this long; a loop without accesses is given a nanosecond.
        fiber.poll_period = std::max(kPsPerNs, fiber.clock - fiber.loop_start);
        ++fiber.wait_token;
        parked_.push_back(&fiber);
        if (!endless) engine_.agenda().add(deadline, Due::kFiberDeadline, &fiber, fiber.wait_token);
        yield();
    }
    fiber.loop_start = fiber.clock;
}

void KernelRuns::wake_changed(Picoseconds time) {
    for (std::size_t i = 0; i < parked_.size();) {
        auto& fiber = *parked_[i];
        if (fiber.watched.changed()) {
            wake(fiber, time);
        } else {
            ++i;
        }
    }
}

void KernelRuns::deadline(Fiber& fiber, std::uint64_t token) {
    if (fiber.wait_token == token &&
        std::find(parked_.begin(), parked_.end(), &fiber) != parked_.end())
        wake(fiber, engine_.device_now());
}

// The thread has gone on polling all the while and sees the change in its next round.
void KernelRuns::wake(Fiber& fiber, Picoseconds time) {
    std::erase(parked_, &fiber);
    const auto waited = std::max<Picoseconds>(0, time - fiber.parked_at);
    const auto rounds = (waited + fiber.poll_period - 1) / fiber.poll_period;
    fiber.clock = fiber.parked_at + rounds * fiber.poll_period;
    engine_.agenda().add(fiber.clock, Due::kFiber, &fiber);
}

}  // namespace hopbench::sim

#include "tests/sim/engine/kernel_runs.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "tests/sim/engine/engine.hpp"

namespace hopbench::sim {
namespace {

constexpr std::size_t kStackBytes = 128U << 10U;

}  // namespace

KernelRuns::~KernelRuns() {
    for (char* stack : stacks_) munmap(stack, kStackBytes);
}

void KernelRuns::start(Operation& operation) {
    if (operation.launch.kernel->interactive) {
        start_interactive(operation);
    } else {
        run_bulk(operation);
    }
}

Fiber& KernelRuns::make_fiber(KernelRun& run, void (*entry)()) {
    if (idle_.empty()) {
        auto& fiber = *fibers_.emplace_back(std::make_unique<Fiber>());
        void* stack = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (stack == MAP_FAILED) throw std::bad_alloc();
        stacks_.push_back(static_cast<char*>(stack));
        fiber.stack = static_cast<char*>(stack);
        idle_.push_back(&fiber);
    }
    auto& fiber = *idle_.back();
    idle_.pop_back();
    char* stack = fiber.stack;
    const auto token = fiber.wait_token;
    fiber = Fiber{};
    fiber.stack = stack;
    fiber.wait_token = token;  // deadlines of earlier users must not match
    fiber.run = &run;
    fiber.stack_pointer = prepare_stack(stack, kStackBytes, entry);
    return fiber;
}

void KernelRuns::recycle(Fiber& fiber) {
    idle_.push_back(&fiber);
}

// Runs a device thread until it waits, ends or touches memory that is not there.
void KernelRuns::run_fiber(Fiber& fiber) {
    current_ = this;
    running_ = &fiber;
    faulted_ = false;
    hopbench_sim_access.lane = fiber.lane;
    hopbench_sim_access.stack = reinterpret_cast<std::uintptr_t>(fiber.stack);
    hopbench_sim_access.stack_bytes = kStackBytes;
    hopbench_sim_access.interactive = fiber.run->operation->launch.kernel->interactive ? 1 : 0;
    hopbench_sim_switch(&engine_stack_, fiber.stack_pointer);
    running_ = nullptr;
    hopbench_sim_access.interactive = 0;
    if (faulted_) engine_.fail(Failure::kIllegalAddress);
}

// Back to the engine; returns when the fiber is run again.
void KernelRuns::yield() {
    running_->lane = hopbench_sim_access.lane;
    hopbench_sim_switch(&running_->stack_pointer, engine_stack_);
}

void KernelRuns::leave() {
    yield();
    __builtin_unreachable();
}

void KernelRuns::fault() {
    faulted_ = true;
    leave();
}

void KernelRuns::abandon() {
    parked_.clear();
    // Fibers and runs stay allocated: the one that failed may still be on its stack.
}

Picoseconds KernelRuns::clock() {
    // A read takes a moment, so a loop on the clock ends. A bulk kernel's time is known only when
    // it is over.
    if (hopbench_sim_access.interactive != 0) return running_->clock += kPsPerNs;
    hopbench_sim_access.unrepeatable = 1;
    return engine_.device_now();
}

std::int64_t KernelRuns::cycles() {
    const auto& gpu = engine_.model().gpus.at(static_cast<std::size_t>(running_->run->device));
    return static_cast<std::int64_t>(static_cast<double>(clock()) / 1000.0 * gpu.clock_ghz);
}

}  // namespace hopbench::sim

// The interface for kernel packs; their code runs only inside run_fiber().
using hopbench::sim::KernelRuns;

void hopbench_sim_access_one(const void* address, std::size_t bytes, int write) {
    KernelRuns::current()->access(address, bytes, write != 0);
}
void hopbench_sim_access_elsewhere(const void* address, std::size_t bytes, int write) {
    // Start-up code of a pack is instrumented too.
    if (auto* kernels = KernelRuns::current())
        kernels->access_elsewhere(address, bytes, write != 0);
}
void hopbench_sim_stored() {
    KernelRuns::current()->stored();
}
void hopbench_sim_barrier() {
    KernelRuns::current()->barrier();
}
void hopbench_sim_spin(const std::uint32_t* a, std::uint32_t seen_a, const std::uint32_t* b,
                       std::uint32_t seen_b, std::uint64_t deadline_ns) {
    KernelRuns::current()->spin({.a = a, .seen_a = seen_a, .b = b, .seen_b = seen_b}, deadline_ns);
}
std::uint64_t hopbench_sim_global_timer_ns() {
    return static_cast<std::uint64_t>(KernelRuns::current()->clock() / hopbench::sim::kPsPerNs);
}
std::int64_t hopbench_sim_clock() {
    return KernelRuns::current()->cycles();
}
void hopbench_sim_elapse_ns(std::uint64_t nanoseconds) {
    KernelRuns::current()->elapse(static_cast<hopbench::sim::Picoseconds>(nanoseconds) *
                                  hopbench::sim::kPsPerNs);
}

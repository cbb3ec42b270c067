// KernelRuns: kernels that take effect at once and last as long as their bytes need.
#include <algorithm>

#include "tests/sim/engine/engine.hpp"
#include "tests/sim/engine/kernel_runs.hpp"
#include "tests/sim/engine/stray_stores.hpp"

namespace hopbench::sim {

// A carrier runs threads of the block one after another until one of them meets a barrier; another
// carrier then goes on with the rest.
void KernelRuns::bulk_main() {
    auto& fiber = *running_;
    auto& runs = *current_;
    const auto& launch = fiber.run->operation->launch;
    const auto invoke = launch.kernel->invoke;
    const void* frame = launch.frame.data();
    const auto size = launch.block;
    auto& thread = hopbench_sim_access.lane.thread;
    while (runs.bulk_next_ < fiber.run->threads_per_block) {
        const auto linear = runs.bulk_next_++;
        if (size.y == 1 && size.z == 1) {
            thread = {linear, 0, 0};
        } else {
            thread = {linear % size.x, linear / size.x % size.y, linear / size.x / size.y};
        }
        invoke(frame);
    }
    fiber.done = true;
    runs.leave();
}

bool KernelRuns::run_block(KernelRun& run) {
    bulk_next_ = 0;
    std::vector<Fiber*> waiting;
    do {
        std::vector<Fiber*> arrived;
        const auto go_on = [&](Fiber& fiber) {
            run_fiber(fiber);
            if (faulted_) return;
            if (fiber.done) {
                recycle(fiber);
            } else {
                arrived.push_back(&fiber);
            }
        };
        for (auto* fiber : waiting) {
            go_on(*fiber);
            if (faulted_) return false;
        }
        while (bulk_next_ < run.threads_per_block) {
            auto& fiber = make_fiber(run, bulk_main);
            fiber.lane = bulk_lane_;
            go_on(fiber);
            if (faulted_) return false;
        }
        waiting = std::move(arrived);
    } while (!waiting.empty());
    return true;
}

bool KernelRuns::run_threads(Operation& operation) {
    const auto& launch = operation.launch;
    ++bulk_runs_;
    bulk_ = KernelRun{};
    bulk_.operation = &operation;
    bulk_.device = launch.device;
    bulk_.threads_per_block = launch.block.x * launch.block.y * launch.block.z;
    bulk_lane_ = {.block = {0, 0, 0}, .block_size = launch.block, .grid_size = launch.grid};
    auto& access = hopbench_sim_access;
    access.read = {};
    access.written = {};
    access.unrepeatable = 0;
    for (std::uint32_t z = 0; z < launch.grid.z; ++z)
        for (std::uint32_t y = 0; y < launch.grid.y; ++y)
            for (std::uint32_t x = 0; x < launch.grid.x; ++x) {
                bulk_lane_.block = {x, y, z};
                if (!run_block(bulk_)) return false;
            }
    return true;
}

// Tells the memory what the threads have done, and remembers it where it can be told whether it
// would be the same again.
void KernelRuns::account(const KernelLaunch& launch) {
    auto& access = hopbench_sim_access;
    auto& memory = engine_.memory();
    KernelEffect effect{.read = access.read, .written = access.written};
    bool known = access.unrepeatable == 0;
    for (int window = 0; window < kWindows; ++window)
        if (access.read.of(window) > 0)
            known &= memory.marked_contents(window, access.touched, access.dirty, effect.inputs);
    for (int window = 0; window < kWindows; ++window)
        if (access.written.of(window) > 0)
            known &= memory.note_kernel_writes(window, access.dirty, &effect.outputs);
    if (known) memo_.remember(launch, std::move(effect));
}

void KernelRuns::run_bulk(Operation& operation) {
    const auto& launch = operation.launch;
    auto& access = hopbench_sim_access;
    StrayStores stray(engine_, launch.device);
    const auto* known = stray.any() ? nullptr : memo_.find(launch, engine_.memory());
    if (known != nullptr) {
        access.read = known->read;
        access.written = known->written;
    } else if (!run_threads(operation)) {
        return;
    }
    if (!permitted(launch.device)) return engine_.fail(Failure::kIllegalAddress);
    if (known == nullptr) account(launch);
    if (stray.any()) {
        memo_.forget();
        stray.settle();
    }
    if (stores_hang(launch.device)) {
        engine_.hang_operation();
    } else {
        charge_bulk(operation);
    }
    notice_writes(engine_.device_now());
}

// Registered memory belongs to a node; nobody marks its chunks, so such a kernel runs every time.
void KernelRuns::access_elsewhere(const void* address, std::size_t bytes, bool write) {
    auto& access = hopbench_sim_access;
    const int window = engine_.home(address);
    if (access.interactive != 0) {
        if (window != kNoWindow) this->access(address, bytes, write);
        return;
    }
    access.unrepeatable = 1;
    if (window != kNoWindow)
        (write ? access.written : access.read)
            .word(static_cast<std::uintptr_t>(window) << kWindowShift) += bytes;
}

bool KernelRuns::stores_hang(int device) const {
    if (!engine_.faults().any()) return false;
    for (int window = 0; window < kGpuWindows; ++window)
        if (hopbench_sim_access.written.of(window) > 0 &&
            engine_.faults().peer_hangs(device, window))
            return true;
    return false;
}

// Memory of another GPU is reachable only once this device has been given access to it.
bool KernelRuns::permitted(int device) const {
    const auto& access = hopbench_sim_access;
    for (int window = 0; window < kGpuWindows; ++window)
        if (window != device && access.read.of(window) + access.written.of(window) > 0 &&
            !engine_.peer_enabled(device, window))
            return false;
    return true;
}

void KernelRuns::charge_bulk(Operation& operation) {
    const auto& access = hopbench_sim_access;
    const auto& routes = engine_.routes();
    const int device = operation.launch.device;
    Picoseconds latency = 0;
    operation.slowness = engine_.noise().device();
    operation.transfers.clear();
    for (int window = 0; window < kWindows; ++window) {
        if (access.read.of(window) > 0) {
            latency = std::max(latency, routes.load_latency(device, window));
            operation.transfers.push_back({&routes.read(device, window), access.read.of(window)});
        }
        if (access.written.of(window) > 0) {
            latency = std::max(latency, routes.store_latency(device, window));
            operation.transfers.push_back(
                {&routes.write(device, window), access.written.of(window)});
        }
    }
    engine_.agenda().add(engine_.device_now() + stretched(latency, operation.slowness),
                         Due::kKernelLatency, &operation);
}

void KernelRuns::latency_passed(Operation& operation) {
    operation.pending = static_cast<int>(operation.transfers.size());
    if (operation.pending == 0) return engine_.end_operation(operation);
    for (const auto& [route, bytes] : operation.transfers)
        engine_.flows().add(engine_.device_now(), *route, static_cast<double>(bytes),
                            operation.slowness, &operation);
}

}  // namespace hopbench::sim

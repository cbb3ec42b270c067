// Kernels in progress. Bulk kernels take effect when they start and then last as long as their
// bytes need; threads of interactive kernels are fibers whose every access to memory takes its
// time.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "tests/sim/engine/fiber.hpp"
#include "tests/sim/engine/kernel_memo.hpp"
#include "tests/sim/engine/operation.hpp"

namespace hopbench::sim {

class Engine;

struct KernelRun {
    Operation* operation = nullptr;
    int device = 0;
    double slowness = 1;
    std::uint32_t threads_per_block = 1;
    std::uint64_t live = 0;  // threads that have not returned
    std::map<std::uint32_t, std::uint32_t> live_in_block;
    std::map<std::uint32_t, std::vector<Fiber*>> at_barrier;
    Picoseconds last_end = 0;
};

class KernelRuns {
  public:
    explicit KernelRuns(Engine& engine) : engine_(engine) {}
    ~KernelRuns();
    KernelRuns(const KernelRuns&) = delete;
    KernelRuns& operator=(const KernelRuns&) = delete;

    // It is the kernel's turn.
    void start(Operation& operation);
    // Continues a fiber whose time has come.
    void resume(Fiber& fiber);
    // The deadline of a wait; ignored when that wait is over.
    void deadline(Fiber& fiber, std::uint64_t token);
    // A bulk kernel's first access has arrived: its bytes begin to move.
    void latency_passed(Operation& operation);
    // Memory may have changed at that time: threads whose words differ go on polling.
    void notice_writes(Picoseconds time) {
        if (!parked_.empty()) wake_changed(time);
    }
    // How often threads of bulk kernels were really run.
    [[nodiscard]] std::uint64_t bulk_runs() const { return bulk_runs_; }
    // Forgets all running kernels.
    void abandon();

    // --- called by the running device thread ---
    void access(const void* address, std::size_t bytes, bool write);
    // Outside of the windows.
    void access_elsewhere(const void* address, std::size_t bytes, bool write);
    void stored();
    void barrier();
    void spin(const WatchedWords& words, std::uint64_t deadline_ns);
    void elapse(Picoseconds duration);
    [[nodiscard]] Picoseconds clock();
    [[nodiscard]] std::int64_t cycles();  // of the device's processor clock

    // The running thread has touched memory that is not there; does not return.
    [[noreturn]] void fault();
    // Whose device thread is running, if any: there is one stack of device code at a time in the
    // process.
    [[nodiscard]] static KernelRuns* current() { return running_ != nullptr ? current_ : nullptr; }

  private:
    void start_interactive(Operation& operation);
    void run_bulk(Operation& operation);
    bool run_threads(Operation& operation);
    void account(const KernelLaunch& launch);
    bool run_block(KernelRun& run);
    [[nodiscard]] bool permitted(int device) const;
    [[nodiscard]] bool stores_hang(int device) const;
    void charge_bulk(Operation& operation);
    Fiber& make_fiber(KernelRun& run, void (*entry)());
    void recycle(Fiber& fiber);
    void run_fiber(Fiber& fiber);
    void yield();
    [[noreturn]] void leave();
    void yield_until(Picoseconds time);
    void thread_ended(Fiber& fiber);
    void release_barrier(KernelRun& run, std::uint32_t block);
    void wake_changed(Picoseconds time);
    void wake(Fiber& fiber, Picoseconds time);
    static void interactive_main();
    static void bulk_main();

    static inline Fiber* running_ = nullptr;
    static inline KernelRuns* current_ = nullptr;

    Engine& engine_;
    void* engine_stack_ = nullptr;  // the engine's own context while a fiber runs
    bool faulted_ = false;
    KernelRun bulk_;               // the one bulk kernel that is running
    std::uint32_t bulk_next_ = 0;  // next thread of the current block to run
    Lane bulk_lane_;
    KernelMemo memo_;
    std::uint64_t bulk_runs_ = 0;
    std::vector<std::unique_ptr<KernelRun>> runs_;
    std::vector<Fiber*> parked_;
    std::vector<char*> stacks_;
    std::vector<std::unique_ptr<Fiber>> fibers_;
    std::vector<Fiber*> idle_;
};

}  // namespace hopbench::sim

// The simulated machine in motion: a virtual clock, devices that run up to the host's time, streams
// of operations. Not thread-safe: callers hold mutex().
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/sim/engine/agenda.hpp"
#include "tests/sim/engine/faults.hpp"
#include "tests/sim/engine/flows.hpp"
#include "tests/sim/engine/host_pages.hpp"
#include "tests/sim/engine/memory.hpp"
#include "tests/sim/engine/noise.hpp"
#include "tests/sim/engine/operation.hpp"
#include "tests/sim/engine/routes.hpp"

namespace hopbench::sim {

class Collective;
class KernelRuns;

// Nothing is left that could end what the host waits for; a real machine would hang.
class Deadlock : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// An error after which no call succeeds any more.
enum class Failure { kNone, kIllegalAddress, kDeviceLost };

// Where this process stands among the invocations of a run.
struct InvocationSeeds {
    std::uint64_t seed = 0;
    std::uint64_t session_seed = 0;
    double start_seconds = 0;
};

class Engine {
  public:
    explicit Engine(const MachineModel& model, const InvocationSeeds& seeds = {});
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    EngineMutex& mutex() { return mutex_; }
    [[nodiscard]] const MachineModel& model() const { return model_; }
    [[nodiscard]] const Routes& routes() const { return routes_; }
    Memory& memory() { return *memory_; }
    HostPages& host_pages() { return host_pages_; }
    // Window of the memory behind any pointer: of registered host memory that of its page's node;
    // kNoWindow for memory the devices do not know.
    [[nodiscard]] int home(const void* address) const {
        const int window = window_of(address);
        return window != kNoWindow ? window : home_of_registered(address);
    }
    Faults& faults() { return faults_; }
    MirrorStore& mirrored() { return mirrored_; }
    Noise& noise() { return noise_; }
    KernelRuns& kernels() { return *kernels_; }
    [[nodiscard]] Failure failure() const { return failure_; }

    // --- the host's clock ---
    [[nodiscard]] Picoseconds host_now() const { return host_; }
    [[nodiscard]] Picoseconds device_now() const { return now_; }
    // A runtime call begins: pays for it (api: position in runtime_function_names(), -1 for the
    // default cost) and lets the devices run up to then.
    void enter_call(int api);
    // The host reads a clock; the time after paying for that.
    Picoseconds read_clock();
    // The host sleeps.
    void sleep(Picoseconds duration);

    // --- streams and events ---
    Stream& create_stream(int device, bool blocking);
    Stream& default_stream(int device) { return *streams_[static_cast<std::size_t>(device)]; }
    [[nodiscard]] const std::vector<std::unique_ptr<Stream>>& streams() const { return streams_; }
    Event& create_event(int device, bool timing);

    void submit_copy(Stream& stream, void* dst, const void* src, std::size_t bytes);
    void submit_fill(Stream& stream, void* dst, int value, std::size_t bytes);
    // arguments: as given to a launch; they are copied now.
    void submit_kernel(Stream& stream, const KernelDefinition& kernel, int device, Dim grid,
                       Dim block, void** arguments);
    void submit_record(Stream& stream, Event& event);
    void submit_wait(Stream& stream, const Event& event);
    // One stream's part in a collective; each of its streams submits it once.
    void submit_collective(Stream& stream, std::shared_ptr<Collective> collective);
    // Ends it without effect, in the streams that have come to it and that will; nothing happens to
    // one that is running.
    void cancel(const std::shared_ptr<Collective>& collective);

    // Block the host as a synchronising call does. May throw Deadlock.
    void wait_stream(const Stream& stream);
    void wait_event(const Event& event);
    void wait_device(int device);
    // Blocks until other threads have brought about what is awaited; virtual time stands still.
    void wait_for_threads(const std::function<bool()>& done);

    bool peer_enabled(int from, int to) const { return peers_.at(pair(from, to)); }
    void set_peer(int from, int to, bool enabled) { peers_.at(pair(from, to)) = enabled; }

    // --- for the kernels ---
    Agenda& agenda() { return agenda_; }
    Flows& flows() { return flows_; }
    void end_operation(Operation& operation);
    void fail(Failure failure);
    // An operation that has begun will never end: whoever waits for it waits for good.
    void hang_operation() { hung_ = true; }
    // Runs the next thing that happens, unless that is after limit. False when nothing was run.
    bool step(Picoseconds limit);

  private:
    static std::size_t pair(int a, int b) { return static_cast<std::size_t>(a * kMaxGpus + b); }
    [[nodiscard]] int home_of_registered(const void* address) const;
    Operation& enqueue(Stream& stream, OperationKind kind, Picoseconds delay);
    void order_against_default_stream(Operation& operation);
    const Route& copy_route(int to, int from, bool& direct) const;
    void pump(Stream& stream);
    bool dependencies_hold(Operation& operation);
    void begin(Operation& operation);
    void begin_transfer(Operation& operation);
    void transfer_ended(Operation& operation);
    void collective_arrived(Operation& operation);
    void collective_ended(Collective& collective);
    void end_participants(Collective& collective);
    void apply(Operation& operation);
    void deliver(const Operation& operation);
    void retire(Stream& stream);
    void run_until(Picoseconds time);
    void wait_for(const Stream& stream, std::uint64_t sequence);
    void synchronised(bool waited);
    void block_behind_kernel(const Stream& stream);
    [[noreturn]] void hang();

    MachineModel model_;
    Routes routes_;
    EngineMutex mutex_;
    std::unique_ptr<Memory> memory_;
    HostPages host_pages_;
    Faults faults_;
    MirrorStore mirrored_;
    Noise noise_;
    Flows flows_;
    Agenda agenda_;
    std::unique_ptr<KernelRuns> kernels_;
    std::vector<Picoseconds> api_costs_;
    Picoseconds default_cost_;
    Picoseconds clock_read_;
    Picoseconds submit_delay_;
    Picoseconds launch_delay_;
    Picoseconds wake_;
    Picoseconds event_quantum_;
    Picoseconds event_intercept_;
    Route host_route_;  // host to host: the model says nothing of it, it takes no time

    Picoseconds host_ = 0;
    Picoseconds before_call_ = 0;
    Picoseconds now_ = 0;
    std::vector<std::unique_ptr<Stream>> streams_;  // the first are the default streams
    std::vector<std::unique_ptr<Event>> events_;
    std::vector<std::unique_ptr<Operation>> all_operations_;
    Operation* free_ = nullptr;
    std::vector<bool> peers_;
    Failure failure_ = Failure::kNone;
    bool hung_ = false;
};

}  // namespace hopbench::sim

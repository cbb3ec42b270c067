#include "bench/own_cost/bare_calls.hpp"

#include <benchmark/benchmark.h>
#include <nccl.h>

#include "bench/common/slope.hpp"

namespace hopbench {
namespace {

constexpr std::uint64_t bytes = own_cost_bytes;

void read_time(const PreparedDevice& device) {
    float milliseconds = 0;
    (void)cudaEventElapsedTime(&milliseconds, device.start.get(), device.end.get());
    benchmark::DoNotOptimize(milliseconds);
}

/// Windows of K and 2K operations, timed on one device.
template <class Begin, class Operation>
void windows(const BareSetup& setup, const PreparedDevice& device, Begin begin,
             Operation operation) {
    for (const int count : {setup.operations, 2 * setup.operations}) {
        (void)cudaEventRecord(device.start.get(), device.stream.get());
        begin();
        for (int i = 0; i < count; ++i) operation(static_cast<std::uint64_t>(i) * bytes);
        (void)cudaEventRecord(device.end.get(), device.stream.get());
        (void)cudaEventSynchronize(device.end.get());
        read_time(device);
    }
}

void nothing() {}

}  // namespace

BareSetup bare_setup(Machine& machine, int operations) {
    const std::uint64_t arena = bytes * slices_of_slope(operations);
    return {.first = machine.device(0),
            .second = machine.device(1),
            .to = machine.device(1).destination.reserve(arena),
            .from = machine.device(0).source.reserve(arena),
            .operations = operations};
}

void bare_oneshot(const BareSetup& setup) {
    const cudaStream_t stream = setup.first.stream.get();
    (void)cudaMemcpyPeerAsync(setup.to, 1, setup.from, 0, bytes, stream);
    (void)cudaStreamSynchronize(stream);
}

void bare_issue_interval(const BareSetup& setup) {
    windows(setup, setup.first, nothing, [&](std::uint64_t offset) {
        (void)cudaMemcpyPeerAsync(setup.to + offset, 1, setup.from + offset, 0, bytes,
                                  setup.first.stream.get());
    });
}

void bare_h2d(const BareSetup& setup) {
    windows(setup, setup.first, nothing, [&](std::uint64_t offset) {
        (void)cudaMemcpyAsync(setup.to + offset, setup.from + offset, bytes, cudaMemcpyHostToDevice,
                              setup.first.stream.get());
    });
}

void bare_ring(const BareSetup& setup) {
    const cudaStream_t source = setup.first.stream.get();
    const cudaStream_t destination = setup.second.stream.get();
    const cudaEvent_t event = setup.first.start.get();  // any: it stands for all of them
    const auto begin = [&] {
        (void)cudaEventRecord(event, destination);
        (void)cudaStreamWaitEvent(source, event, 0);
    };
    windows(setup, setup.second, begin, [&](std::uint64_t offset) {
        (void)cudaStreamWaitEvent(source, event, 0);
        (void)cudaMemcpyAsync(setup.to, setup.from + offset, bytes, cudaMemcpyDeviceToHost, source);
        (void)cudaEventRecord(event, source);
        (void)cudaStreamWaitEvent(destination, event, 0);
        (void)cudaMemcpyAsync(setup.to + offset, setup.to, bytes, cudaMemcpyHostToDevice,
                              destination);
        (void)cudaEventRecord(event, destination);
    });
}

void bare_all_reduce(const BareSetup& setup) {
    const auto all_reduce = [&](std::uint64_t offset) {
        (void)ncclGroupStart();
        for (const PreparedDevice* device : {&setup.first, &setup.second})
            (void)ncclAllReduce(setup.from + offset, setup.to + offset, bytes / sizeof(float),
                                ncclFloat, ncclSum, nullptr, device->stream.get());
        (void)ncclGroupEnd();
    };
    const auto begin = [&] {
        all_reduce(0);  // the barrier
        (void)cudaEventRecord(setup.second.start.get(), setup.second.stream.get());
    };
    windows(setup, setup.first, begin, all_reduce);
    for ([[maybe_unused]] const int window : {1, 2}) {
        (void)cudaEventRecord(setup.second.end.get(), setup.second.stream.get());
        (void)cudaEventSynchronize(setup.second.end.get());
        read_time(setup.second);
        (void)cudaSetDevice(0);
    }
}

}  // namespace hopbench

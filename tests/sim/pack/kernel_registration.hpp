// Entries of a kernel pack: HOPBENCH_SIM_KERNEL(name) for kernels that run at once,
// HOPBENCH_SIM_KERNEL_INTERACTIVE(name) for those whose threads wait for the host or for each
// other. Kernels have external linkage: a launch asks for the mangled name, which both compilers
// form alike.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "tests/sim/engine/device_abi.hpp"

namespace hopbench::sim {

template <auto kernel, typename... Arguments>
class KernelEntry {
  public:
    // Copies the values that arguments point to into frame.
    __attribute__((no_sanitize("thread"))) static void capture(void** arguments, void* frame) {
        copy(arguments, static_cast<std::byte*>(frame), std::index_sequence_for<Arguments...>{});
    }
    __attribute__((no_sanitize("thread"))) static void invoke(const void* frame) {
        call(static_cast<const std::byte*>(frame), std::index_sequence_for<Arguments...>{});
    }
    static constexpr std::size_t frame_bytes() { return offset(sizeof...(Arguments)); }

  private:
    static_assert((std::is_trivially_copyable_v<Arguments> && ...));

    static constexpr std::size_t offset(std::size_t argument) {
        constexpr std::size_t sizes[] = {sizeof(Arguments)..., 0};
        constexpr std::size_t alignments[] = {alignof(Arguments)..., 1};
        std::size_t at = 0;
        for (std::size_t i = 0; i < argument; ++i) at = aligned(at, alignments[i]) + sizes[i];
        return aligned(at, alignments[argument]);
    }
    static constexpr std::size_t aligned(std::size_t at, std::size_t unit) {
        return (at + unit - 1) / unit * unit;
    }

    template <std::size_t... i>
    __attribute__((no_sanitize("thread"))) static void copy(void** arguments, std::byte* frame,
                                                            std::index_sequence<i...>) {
        (__builtin_memcpy(frame + offset(i), arguments[i], sizeof(Arguments)), ...);
    }
    template <std::size_t... i>
    __attribute__((no_sanitize("thread"))) static void call(const std::byte* frame,
                                                            std::index_sequence<i...>) {
        kernel(*reinterpret_cast<const Arguments*>(frame + offset(i))...);
    }
};

template <auto kernel, typename... Arguments>
bool register_kernel(void (*function)(Arguments...), bool interactive) {
    using Entry = KernelEntry<kernel, Arguments...>;
    static_assert(Entry::frame_bytes() <= kMostFrameBytes);
    Dl_info symbol{};
    if (dladdr(reinterpret_cast<void*>(function), &symbol) == 0 || symbol.dli_sname == nullptr) {
        std::fprintf(stderr, "hopbench-sim: a kernel of this pack has no external linkage\n");
        std::abort();
    }
    const KernelDefinition definition{symbol.dli_sname, interactive, Entry::frame_bytes(),
                                      Entry::capture, Entry::invoke};
    hopbench_sim_register_kernel(&definition);
    return true;
}

}  // namespace hopbench::sim

#define HOPBENCH_SIM_JOIN2(a, b) a##b
#define HOPBENCH_SIM_JOIN(a, b) HOPBENCH_SIM_JOIN2(a, b)
#define HOPBENCH_SIM_ENTRY(name, interactive)                                        \
    static const bool HOPBENCH_SIM_JOIN(registered_, __COUNTER__) [[maybe_unused]] = \
        ::hopbench::sim::register_kernel<&name>(&name, interactive)
#define HOPBENCH_SIM_KERNEL(name) HOPBENCH_SIM_ENTRY(name, false)
#define HOPBENCH_SIM_KERNEL_INTERACTIVE(name) HOPBENCH_SIM_ENTRY(name, true)

// The kernel pack of the shipped benchmarks: their own device text, compiled for the host.
#include "tests/sim/pack/cuda_builtins.hpp"
// Device text and registration after the words it is written in.
#include "kernels/copy.cuh"
#include "kernels/gate.cuh"
#include "kernels/pattern.cuh"
#include "kernels/reduction.cuh"
#include "tests/sim/pack/kernel_registration.hpp"

HOPBENCH_SIM_KERNEL_INTERACTIVE(hopbench::dev::gate_kernel);
HOPBENCH_SIM_KERNEL(hopbench::dev::copy_kernel);
HOPBENCH_SIM_KERNEL(hopbench::dev::pattern_fill_kernel);
HOPBENCH_SIM_KERNEL(hopbench::dev::pattern_check_kernel);
HOPBENCH_SIM_KERNEL(hopbench::dev::reduction_fill_kernel);
HOPBENCH_SIM_KERNEL(hopbench::dev::reduction_check_kernel);

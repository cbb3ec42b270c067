#include "kernels/gate.cuh"
#include "kernels/gate.hpp"

namespace hopbench {

void launch_gate(cudaStream_t stream, GateLines* lines, std::uint32_t sequence,
                 std::uint64_t budget_ns) {
    dev::gate_kernel<<<1, 1, 0, stream>>>(&lines->signal, &lines->record, sequence, budget_ns);
    check(cudaGetLastError(), "gate_kernel");
}

}  // namespace hopbench

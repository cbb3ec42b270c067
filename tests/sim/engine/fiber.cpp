#include "tests/sim/engine/fiber.hpp"

#ifndef __x86_64__
#error "device threads of the simulated machine switch stacks by x86-64 code"
#endif

asm(R"(
.pushsection .text
.globl hopbench_sim_switch
.type hopbench_sim_switch, @function
hopbench_sim_switch:
    endbr64
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size hopbench_sim_switch, .-hopbench_sim_switch
.popsection
)");

namespace hopbench::sim {

void* prepare_stack(char* stack, std::size_t bytes, void (*entry)()) {
    constexpr int kSavedRegisters = 6;
    auto* top = reinterpret_cast<void**>(stack + bytes);
    *--top = nullptr;  // where entry would return to; also aligns the stack as after a call
    *--top = reinterpret_cast<void*>(entry);
    for (int i = 0; i < kSavedRegisters; ++i) *--top = nullptr;
    return top;
}

}  // namespace hopbench::sim

// A __global__ function of the program, as its start-up code has registered it.
#pragma once

#include <string>

#include "tests/sim/engine/kernel_registry.hpp"

namespace hopbench::sim {

struct RegisteredFunction {
    std::string name;  // mangled
};

// Nothing when the program has registered no such function.
const RegisteredFunction* registered_function(const void* host_function);

// Its host build from a kernel pack. Says once on stderr when there is none.
const KernelDefinition* compiled_kernel(const RegisteredFunction& function);

}  // namespace hopbench::sim

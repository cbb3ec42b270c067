// Every other public name of NCCL: it says once that it is not simulated and answers
// ncclInvalidUsage. Weak, so the functions defined elsewhere come first. The real signatures do not
// matter: nothing is read from the arguments.
#include <cstdio>
#include <set>
#include <string>

namespace {

constexpr int kInvalidUsage = 5;

int unsupported(const char* name) {
    static auto* told = new std::set<std::string>;
    if (told->insert(name).second)
        std::fprintf(stderr, "hopbench-sim: %s is not simulated\n", name);
    return kInvalidUsage;
}

}  // namespace

#define HOPBENCH_NCCL_NAME(name)                         \
    extern "C" __attribute__((weak)) int nccl##name() {  \
        return unsupported("nccl" #name);                \
    }                                                    \
    extern "C" __attribute__((weak)) int pnccl##name() { \
        return unsupported("pnccl" #name);               \
    }
#include "tests/sim/nccl/public_names.inc"
#undef HOPBENCH_NCCL_NAME

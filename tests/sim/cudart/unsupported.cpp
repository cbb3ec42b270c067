// Every public name of the runtime that is not simulated: it says so once and answers
// cudaErrorNotSupported. Weak, so the functions defined elsewhere come first. The real signatures
// do not matter: nothing is read from the arguments.
#include <cstdio>
#include <set>
#include <string>

namespace {

constexpr int kNotSupported = 801;

int unsupported(const char* name) {
    static auto* told = new std::set<std::string>;
    if (told->insert(name).second)
        std::fprintf(stderr, "hopbench-sim: %s is not simulated\n", name);
    return kNotSupported;
}

}  // namespace

#define HOPBENCH_RUNTIME_NAME(name)               \
    extern "C" __attribute__((weak)) int name() { \
        return unsupported(#name);                \
    }
#include "runtime_names.inc"
#undef HOPBENCH_RUNTIME_NAME

// Every other public name of the runtime succeeds at once. Weak, so the functions with results come
// first.
#define HOPBENCH_RUNTIME_NAME(name)               \
    extern "C" __attribute__((weak)) int name() { \
        return 0;                                 \
    }
#include "runtime_names.inc"
#undef HOPBENCH_RUNTIME_NAME

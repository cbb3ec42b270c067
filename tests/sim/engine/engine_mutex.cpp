#include "tests/sim/engine/engine_mutex.hpp"

namespace hopbench::sim {
namespace {

thread_local bool t_held = false;

}  // namespace

void EngineMutex::lock() {
    mutex_.lock();
    t_held = true;
}

void EngineMutex::unlock() {
    t_held = false;
    mutex_.unlock();
}

bool EngineMutex::held_here() {
    return t_held;
}

}  // namespace hopbench::sim

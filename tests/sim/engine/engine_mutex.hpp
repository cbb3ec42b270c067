// The engine's lock. It knows whether the calling thread holds it: a page fault may happen with or
// without.
#pragma once

#include <mutex>

namespace hopbench::sim {

class EngineMutex {
  public:
    void lock();
    void unlock();
    // There is one engine in a process, so one answer.
    [[nodiscard]] static bool held_here();

  private:
    std::mutex mutex_;
};

}  // namespace hopbench::sim

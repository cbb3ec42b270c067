// An operation that several streams take part in, such as an all-reduce: it starts when it is its
// turn in the last of them, and ends in all of them at the same time.
#pragma once

#include <optional>
#include <vector>

#include "tests/sim/engine/memory.hpp"
#include "tests/sim/engine/time.hpp"

namespace hopbench::sim {

struct Operation;

class Collective {
  public:
    // participants: in how many streams it will be submitted, at least one.
    explicit Collective(int participants) : missing_(participants) {}
    virtual ~Collective() = default;
    Collective(const Collective&) = delete;
    Collective& operator=(const Collective&) = delete;

    // All have come: how long it lasts without noise. Nothing: it never ends.
    virtual std::optional<Picoseconds> duration() = 0;
    // Its time has passed: the effect on memory. False when memory it uses is not there.
    virtual bool apply(Memory& memory) = 0;

  private:
    friend class Engine;
    int missing_;
    bool running_ = false;    // an end is in sight
    bool cancelled_ = false;  // streams pass it without effect
    std::vector<Operation*> arrived_;
};

}  // namespace hopbench::sim

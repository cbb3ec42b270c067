// What the faults of a pair do to the stores of a bulk kernel: they are kept from the owner, who
// must not see them, or arrive spoilt.
#pragma once

#include <cstddef>
#include <vector>

namespace hopbench::sim {

class Engine;

class StrayStores {
  public:
    // Saves the memory of the peers whose stores from `device` go astray; nothing without faults.
    StrayStores(Engine& engine, int device);
    // Such a kernel's effect must not be remembered.
    [[nodiscard]] bool any() const { return !saved_.empty(); }
    // The kernel has run: gives the owners what they really get.
    void settle();

  private:
    struct Block {
        int window;
        char* base;
        std::vector<char> bytes;
    };
    Engine& engine_;
    int device_;
    std::vector<Block> saved_;
};

}  // namespace hopbench::sim

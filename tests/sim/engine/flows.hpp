// Transfers in progress, sharing the machine's capacities max-min fairly (progressive filling).
#pragma once

#include <vector>

#include "tests/sim/engine/routes.hpp"

namespace hopbench::sim {

class Flows {
  public:
    explicit Flows(const std::vector<double>& capacities) : capacities_(&capacities) {}

    // A transfer of bytes over route begins now; owner comes back when it has ended. Bytes of 0 or
    // fewer end at once. slowness multiplies the time (noise).
    void add(Picoseconds now, const Route& route, double bytes, double slowness, void* owner);

    // When the next transfer ends, kNever without any.
    [[nodiscard]] Picoseconds next_end() const { return next_end_; }

    // Ends one transfer whose time has come (next_end() == now) and returns its owner.
    void* finish_one(Picoseconds now);

    [[nodiscard]] bool empty() const { return flows_.empty(); }

  private:
    struct Flow {
        const Route* route;
        double remaining;  // bytes on the resources at settled_
        double rate;       // bytes per picosecond
        double slowness;
        Picoseconds end;
        void* owner;
    };
    void settle(Picoseconds now);
    void share(Picoseconds now);
    void fill();

    const std::vector<double>* capacities_;
    std::vector<Flow> flows_;
    Picoseconds settled_ = 0;
    Picoseconds next_end_ = kNever;
    std::vector<double> left_;  // scratch of fill()
    std::vector<int> users_;
};

}  // namespace hopbench::sim

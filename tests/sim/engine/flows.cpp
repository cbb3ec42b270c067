#include "tests/sim/engine/flows.hpp"

#include <algorithm>

namespace hopbench::sim {
namespace {

// Shares that differ by rounding only are equal.
constexpr double kTie = 1.0 + 1e-12;

}  // namespace

void Flows::add(Picoseconds now, const Route& route, double bytes, double slowness, void* owner) {
    settle(now);
    flows_.push_back({.route = &route,
                      .remaining = std::max(0.0, bytes * route.weight),
                      .rate = 0,
                      .slowness = slowness,
                      .end = kNever,
                      .owner = owner});
    share(now);
}

void Flows::settle(Picoseconds now) {
    if (flows_.size() > 1 || now != settled_)
        for (auto& flow : flows_)
            flow.remaining =
                std::max(0.0, flow.remaining -
                                  flow.rate * static_cast<double>(now - settled_) / flow.slowness);
    settled_ = now;
}

void Flows::share(Picoseconds now) {
    next_end_ = kNever;
    if (flows_.size() == 1) {
        flows_.front().rate = flows_.front().route->alone_rate;
    } else {
        fill();
    }
    for (auto& flow : flows_) {
        flow.end = now + std::llround(flow.remaining / flow.rate * flow.slowness);
        next_end_ = std::min(next_end_, flow.end);
    }
}

void Flows::fill() {
    left_ = *capacities_;
    users_.assign(capacities_->size(), 0);
    std::vector<Flow*> open;
    for (auto& flow : flows_) {
        open.push_back(&flow);
        for (int i = 0; i < flow.route->resource_count; ++i)
            ++users_[flow.route->resources.at(static_cast<std::size_t>(i))];
    }
    const auto tightest = [this](const Flow& flow) {
        double rate = flow.route->own_limit;
        for (int i = 0; i < flow.route->resource_count; ++i) {
            const auto resource = flow.route->resources.at(static_cast<std::size_t>(i));
            rate = std::min(rate, left_[resource] / users_[resource]);
        }
        return rate;
    };
    while (!open.empty()) {
        double rate = kUnlimited;
        for (const auto* flow : open) rate = std::min(rate, tightest(*flow));
        const auto bound = std::stable_partition(open.begin(), open.end(), [&](const Flow* flow) {
            return tightest(*flow) > rate * kTie;
        });
        for (auto it = bound; it != open.end(); ++it) {
            (*it)->rate = rate;
            const auto& route = *(*it)->route;
            for (int i = 0; i < route.resource_count; ++i) {
                const auto resource = route.resources.at(static_cast<std::size_t>(i));
                left_[resource] = std::max(0.0, left_[resource] - rate);
                --users_[resource];
            }
        }
        open.erase(bound, open.end());
    }
}

void* Flows::finish_one(Picoseconds now) {
    settle(now);
    const auto done =
        std::find_if(flows_.begin(), flows_.end(), [now](const Flow& f) { return f.end <= now; });
    void* owner = done->owner;
    flows_.erase(done);
    if (!flows_.empty()) {
        share(now);
    } else {
        next_end_ = kNever;
    }
    return owner;
}

}  // namespace hopbench::sim

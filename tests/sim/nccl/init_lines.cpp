#include "tests/sim/nccl/init_lines.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace hopbench::sim::nccl {
namespace {

constexpr std::size_t kLongestRing = 127;  // a longer line ends in "..."

std::string two_digits(int value) {
    char text[16];
    (void)std::snprintf(text, sizeof text, "%02d", value);
    return text;
}

std::string padded(int value, std::size_t width) {
    const auto text = std::to_string(value);
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

}  // namespace

void InitLines::version(const std::string& version, int device, DebugLog& log) {
    const auto line = "NCCL version " + version + "+cuda13.0";
    if (log.enabled(Subsystem::all))
        log.info(Subsystem::all, device, line);
    else
        log.version(line);
}

void InitLines::say(Subsystem subsystem, int rank, const std::string& text) const {
    log_.info(subsystem, devices_[static_cast<std::size_t>(rank)], text);
}

std::size_t InitLines::position(int rank) const {
    const auto& ring = decision_.ring;
    return static_cast<std::size_t>(std::find(ring.begin(), ring.end(), rank) - ring.begin());
}

void InitLines::channels() const {
    const auto& ring = decision_.ring;
    const auto width = std::to_string(ring.size() - 1).size();
    for (int channel = 0; channel < decision_.channels; ++channel) {
        auto line = "Channel " + two_digits(channel) + "/" + two_digits(decision_.channels) + " :";
        for (std::size_t i = 0; i < ring.size(); ++i)
            line += " " + padded(ring[(position(0) + i) % ring.size()], width);
        if (line.size() > kLongestRing) line = line.substr(0, kLongestRing - 3) + "...";
        say(Subsystem::init, 0, line);
    }
}

void InitLines::rings_and_trees(int rank) const {
    const auto& ring = decision_.ring;
    const auto at = position(rank);
    const int before = ring[(at + ring.size() - 1) % ring.size()];
    const int after = ring[(at + 1) % ring.size()];
    const auto in_tree = std::find(tree_.begin(), tree_.end(), rank);
    const int up = in_tree == tree_.begin() ? -1 : *(in_tree - 1);
    const int down = in_tree + 1 == tree_.end() ? -1 : *(in_tree + 1);
    std::string trees = "Trees";
    for (int channel = 0; channel < decision_.channels; ++channel) {
        say(Subsystem::graph, rank,
            "Ring " + two_digits(channel) + " : " + std::to_string(before) + " -> " +
                std::to_string(rank) + " -> " + std::to_string(after));
        trees += " [" + std::to_string(channel) + "] " + std::to_string(down) + "/-1/-1->" +
                 std::to_string(rank) + "->" + std::to_string(up);
    }
    say(Subsystem::init, rank, trees);
    say(Subsystem::init, rank, "P2P Chunksize set to 131072");
    const bool all_peers =
        std::all_of(decision_.p2p_edge.begin(), decision_.p2p_edge.end(), [](bool p) { return p; });
    say(Subsystem::init, rank,
        std::string("Check P2P Type isAllDirectP2p ") + (all_peers ? "1" : "0") +
            " directMode 0 isAllCudaP2p " + (all_peers ? "1" : "0"));
}

void InitLines::connections(int rank, bool one_process) const {
    const auto& ring = decision_.ring;
    if (ring.size() < 2) return;
    const auto at = position(rank);
    const int peer = ring[(at + 1) % ring.size()];
    const auto named = [this](int r) {
        return std::to_string(r) + "[" + std::to_string(devices_[static_cast<std::size_t>(r)]) +
               "]";
    };
    const auto pair = named(rank) + " -> " + named(peer) + " via ";
    for (int channel = 0; channel < decision_.channels; ++channel) {
        const auto start = "Channel " + two_digits(channel);
        if (decision_.p2p_edge[at])
            say(Subsystem::init | Subsystem::p2p, rank,
                start + "/0 : " + pair + (one_process ? "P2P/direct pointer" : "P2P/CUMEM"));
        else
            say(Subsystem::init | Subsystem::shm, rank, start + " : " + pair + "SHM/direct/direct");
    }
}

void InitLines::totals(int rank) const {
    const auto channels = std::to_string(decision_.channels);
    const auto peers =
        std::to_string(std::bit_floor(static_cast<unsigned>(std::max(1, decision_.channels))));
    say(Subsystem::init, rank, "threadThresholds 8/8/64 | 64/8/64 | 512 | 512");
    say(Subsystem::init, rank,
        channels + " coll channels, " + channels + " collnet channels, 0 nvls channels, " + peers +
            " p2p channels, " + peers + " p2p channels per peer");
}

}  // namespace hopbench::sim::nccl

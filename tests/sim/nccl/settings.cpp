#include "tests/sim/nccl/settings.hpp"

#include <strings.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace hopbench::sim::nccl {
namespace {

std::optional<std::string> variable(const char* name) {
    const char* text = std::getenv(name);
    return text == nullptr ? std::nullopt : std::optional<std::string>(text);
}

void say_set(DebugLog& log, Subsystem subsystem, int device, const char* name,
             const std::string& value) {
    log.info(subsystem, device, std::string(name) + " set by environment to " + value);
}

// A number, or nullopt (also for what is none).
std::optional<int> number(const char* name, int device, DebugLog& log) {
    const auto text = variable(name);
    if (!text || text->empty()) return std::nullopt;
    char* end = nullptr;
    const long value = std::strtol(text->c_str(), &end, 0);
    if (end == text->c_str()) {
        log.info(Subsystem::all, device,
                 "Invalid value " + *text + " for " + name + ", using default -2.");
        return std::nullopt;
    }
    say_set(log, Subsystem::env, device, name, std::to_string(value) + ".");
    return static_cast<int>(std::clamp(value, -1L << 30, 1L << 30));
}

struct Level {
    const char* name;
    PathType type;
};

// Kinds that are not told apart here count as their nearer neighbour.
constexpr Level kLevels[] = {{"LOC", PathType::loc}, {"NVL", PathType::nvl}, {"NVB", PathType::nvl},
                             {"C2C", PathType::nvl}, {"PIX", PathType::pix}, {"PXB", PathType::pxb},
                             {"P2C", PathType::pxb}, {"PXN", PathType::pxb}, {"PHB", PathType::phb},
                             {"SYS", PathType::sys}};

// A name, or the old numbers 0 to 5.
std::optional<Level> level_of(const std::string& text) {
    for (const auto& level : kLevels)
        if (text == level.name) return level;
    if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
    static constexpr const char* kOld[] = {"LOC", "PIX", "PXB", "PHB", "SYS", "SYS"};
    const auto old = std::clamp(std::strtol(text.c_str(), nullptr, 0), 0L, 5L);
    return level_of(kOld[old]);
}

PathType read_peer_level(int device, DebugLog& log) {
    const auto disabled = variable("NCCL_P2P_DISABLE");
    if (disabled && std::strtol(disabled->c_str(), nullptr, 0) == 1) {
        say_set(log, Subsystem::all, device, "NCCL_P2P_DISABLE", "1");
        return PathType::loc;
    }
    const auto text = variable("NCCL_P2P_LEVEL");
    const auto level = text ? level_of(*text) : std::nullopt;
    if (!level) return kDefaultPeerLevel;
    say_set(log, Subsystem::all, device, "NCCL_P2P_LEVEL", level->name);
    return level->type;
}

// "LL,Simple" allows these, "^LL" all others.
void read_protocols(Settings& settings, int device, DebugLog& log) {
    const auto text = variable("NCCL_PROTO");
    if (!text || text->empty()) return;
    say_set(log, Subsystem::env, device, "NCCL_PROTO", *text);
    const bool excluded = text->front() == '^';
    bool ll = false;
    bool simple = false;
    std::istringstream words(excluded ? text->substr(1) : *text);
    for (std::string word; std::getline(words, word, ',');) {
        ll = ll || strcasecmp(word.c_str(), "LL") == 0;
        simple = simple || strcasecmp(word.c_str(), "Simple") == 0;
    }
    if (ll == simple) return;  // both, or neither (LL128 is not simulated): as without it
    settings.allows_ll = ll != excluded;
    settings.allows_simple = simple != excluded;
}

void read_channels(Settings& settings, int device, DebugLog& log) {
    const auto said = [&log, device](const char* what, int asked, const std::string& then) {
        log.info(Subsystem::graph | Subsystem::env, device,
                 std::string("User asked for a ") + what + " of " + std::to_string(asked) +
                     " channels, " + then);
    };
    const int least = number("NCCL_MIN_NCHANNELS", device, log).value_or(0);
    if (least > kMostChannelsInUse)
        said("minimum", least, "limiting to " + std::to_string(kMostChannelsInUse));
    settings.least_channels = std::clamp(least, 0, kMostChannelsInUse);
    const int most = number("NCCL_MAX_NCHANNELS", device, log).value_or(kMostChannelsInUse);
    if (most < 1) said("maximum", most, "setting it to 1");
    settings.most_channels = std::clamp(most, 1, kMostChannelsInUse);
}

}  // namespace

Settings read_settings(int device, DebugLog& log) {
    Settings settings{.topo_file = variable("NCCL_TOPO_FILE"),
                      .topo_dump = variable("NCCL_TOPO_DUMP_FILE"),
                      .graph_dump = variable("NCCL_GRAPH_DUMP_FILE")};
    settings.peer_level = read_peer_level(device, log);
    read_channels(settings, device, log);
    read_protocols(settings, device, log);
    return settings;
}

}  // namespace hopbench::sim::nccl

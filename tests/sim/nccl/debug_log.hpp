// The debug output of simulated NCCL: NCCL_DEBUG, NCCL_DEBUG_SUBSYS and NCCL_DEBUG_FILE.
#pragma once

#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

namespace hopbench::sim::nccl {

// Bits of NCCL_DEBUG_SUBSYS.
enum class Subsystem : std::uint32_t {
    init = 0x1,
    coll = 0x2,
    p2p = 0x4,
    shm = 0x8,
    net = 0x10,
    graph = 0x20,
    tuning = 0x40,
    env = 0x80,
    alloc = 0x100,
    call = 0x200,
    proxy = 0x400,
    nvls = 0x800,
    bootstrap = 0x1000,
    reg = 0x2000,
    profile = 0x4000,
    ras = 0x8000,
    all = 0xffffffff,
};
constexpr Subsystem operator|(Subsystem a, Subsystem b) {
    return static_cast<Subsystem>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}

class DebugLog {
  public:
    enum class Level { none, version, warn, info, abort, trace };

    // The process's own, set up from the environment at first use.
    static DebugLog& instance();

    // Reads the NCCL_DEBUG* variables. Opens NCCL_DEBUG_FILE (%h host, %p process, %% a percent
    // sign) when the level is above VERSION; one that cannot be opened leaves standard output.
    DebugLog();
    ~DebugLog();
    DebugLog(const DebugLog&) = delete;
    DebugLog& operator=(const DebugLog&) = delete;

    // Whether an info line of any of these subsystems is written.
    [[nodiscard]] bool enabled(Subsystem subsystem) const;
    // Whether warnings are written.
    [[nodiscard]] bool warns() const { return level_ >= Level::warn; }
    // Whether the plain version line ("NCCL version …") is wanted: any level but none.
    [[nodiscard]] bool prints_version() const { return level_ >= Level::version; }

    // "host:pid:tid [device] NCCL INFO text".
    void info(Subsystem subsystem, int device, std::string_view text);
    // "\n[time] host:pid:tid [device] place NCCL WARN text"; place is the file:line that NCCL
    // names. The text is kept as the last error even where nothing is written.
    void warn(int device, std::string_view place, std::string_view text);
    // The text alone, without host and process.
    void version(std::string_view text);

    // What ncclGetLastError answers: the text of the last warning, or "".
    [[nodiscard]] std::string last_error() const;

  private:
    [[nodiscard]] std::string prefix(int device) const;
    void write(std::string line);

    Level level_ = Level::none;
    std::uint32_t mask_ = 0;
    std::string host_;
    std::FILE* file_ = nullptr;  // null: standard output
    std::string last_error_;
    mutable std::mutex guard_;
};

}  // namespace hopbench::sim::nccl

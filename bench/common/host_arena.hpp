#pragma once
#include <cstdint>
#include <map>
#include <optional>

#include "bench/common/host_region.hpp"

namespace hopbench {

/// Pinned host memory on one node that all cases share: it only grows, so a cell measured before
/// maps and registers nothing.
class HostArena {
  public:
    /// `node`: as HostRegion takes it.
    explicit HostArena(std::optional<int> node) noexcept : node_(node) {}

    /// At least `bytes` of memory. Growing drops the content. Throws what HostRegion does.
    unsigned char* reserve(std::uint64_t bytes);

    /// reserve(), with the first `bytes` filled with the pattern of `key`, by the host; writes
    /// nothing when they are already. The holder writes nothing into it.
    unsigned char* filled(std::uint64_t bytes, std::uint64_t key);

    /// Where the memory lies; reserve() has been called.
    [[nodiscard]] const HostRegion& region() const { return region_.value(); }

  private:
    std::optional<int> node_;
    std::optional<HostRegion> region_;
    std::uint64_t filled_ = 0;  ///< bytes from the start that hold the pattern of key_
    std::uint64_t key_ = 0;
};

/// The arenas of a process, one a node; apart from them, one that lies where the policy puts it.
class HostArenas {
  public:
    /// What is sent to GPUs: its content is the pattern.
    [[nodiscard]] HostArena& sent(std::optional<int> node) { return arena(sent_, node); }
    /// What GPUs write.
    [[nodiscard]] HostArena& received(std::optional<int> node) { return arena(received_, node); }

  private:
    using ByNode = std::map<std::optional<int>, HostArena>;
    static HostArena& arena(ByNode& arenas, std::optional<int> node) {
        return arenas.try_emplace(node, node).first->second;
    }

    ByNode sent_, received_;
};

}  // namespace hopbench

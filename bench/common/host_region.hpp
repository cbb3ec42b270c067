#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hopbench {

/// Pinned host memory whose NUMA node is chosen and checked: mapped, bound, touched, then
/// registered with CUDA for every device; afterwards the kernel is asked where each page lies.
class HostRegion {
  public:
    /// `node`: where the pages shall lie; none: where the process's own memory policy puts them.
    /// Throws Error (exit 4) where the kernel refuses the memory or the node, CudaError where CUDA
    /// refuses to register it.
    HostRegion(std::size_t bytes, std::optional<int> node);
    ~HostRegion();
    HostRegion(HostRegion&& other) noexcept;
    HostRegion& operator=(HostRegion&& other) noexcept;

    [[nodiscard]] unsigned char* data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return bytes_; }
    /// Where the pages were found: "node 1", "nodes 0,1", "unverified: why"; with " (model)" at the
    /// end where the machine is simulated.
    [[nodiscard]] const std::string& placement() const noexcept { return placement_; }
    /// Why this is not the memory that was asked for: pages were found on another node. Empty where
    /// they lie right, where no node was asked for, and where the kernel does not say.
    [[nodiscard]] const std::string& misplaced() const noexcept { return misplaced_; }

  private:
    void check_placement(std::optional<int> node);

    unsigned char* data_ = nullptr;
    std::size_t bytes_ = 0;
    bool registered_ = false;
    std::string placement_, misplaced_;
};

/// What a query of pages came to.
struct PagesFound {
    std::vector<int> nodes;  ///< ascending, each once
    std::string unverified;  ///< why some page's node is not known; empty where all are
};

/// Sums up what move_pages said of each page: a node, or a negative error number.
[[nodiscard]] PagesFound pages_found(const std::vector<int>& status);

/// "node 1", "nodes 0,1", "unverified: why".
[[nodiscard]] std::string placement_text(const PagesFound& found);

/// NUMA nodes whose memory this process may use, ascending, as the kernel says; empty where it does
/// not say.
[[nodiscard]] std::vector<int> memory_nodes();

}  // namespace hopbench

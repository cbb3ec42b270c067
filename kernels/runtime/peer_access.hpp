#pragma once
#include <utility>

namespace hopbench {

/// Peer access between two devices, both ways. The end takes back what this object enabled; access
/// that was there before stays.
class PeerAccess {
  public:
    /// Throws CudaError when a direction is refused; nothing stays enabled then. The current device
    /// is afterwards what it was before.
    PeerAccess(int first, int second);
    ~PeerAccess();
    PeerAccess(PeerAccess&& other) noexcept
        : first_(other.first_),
          second_(other.second_),
          forward_(std::exchange(other.forward_, false)),
          backward_(std::exchange(other.backward_, false)) {}
    PeerAccess& operator=(PeerAccess&& other) noexcept {
        std::swap(first_, other.first_);
        std::swap(second_, other.second_);
        std::swap(forward_, other.forward_);
        std::swap(backward_, other.backward_);
        return *this;
    }

  private:
    void disable() noexcept;

    int first_, second_;
    bool forward_ = false;  ///< this object let `first` into `second`'s memory
    bool backward_ = false;
};

}  // namespace hopbench

#pragma once
#include <map>
#include <memory>
#include <typeindex>
#include <utility>
#include <vector>

#include "bench/common/prepared_device.hpp"
#include "kernels/runtime/device.hpp"
#include "kernels/runtime/peer_access.hpp"

namespace hopbench {

/// The devices of this process and what has been set up on them.
class Machine {
  public:
    /// Reads the facts of every device. Throws Error (exit 4) where there is none.
    Machine();

    [[nodiscard]] const std::vector<DeviceFacts>& facts() const noexcept { return facts_; }
    [[nodiscard]] int size() const noexcept { return static_cast<int>(facts_.size()); }

    /// The device, prepared on first use. Throws CudaError; the next call tries again.
    PreparedDevice& device(int index);

    /// Enables peer access both ways where both devices say they can. False where they do not.
    /// Throws CudaError when it is refused although they said so. A device takes at most 8 peers;
    /// at the limit, access that other pairs no longer use is given up.
    bool connect(int first, int second);

    /// What a family of cases keeps from one case to the next: one T, made on first use, gone
    /// before the devices are.
    template <class T>
    [[nodiscard]] T& kept() {
        auto& slot = kept_[std::type_index(typeid(T))];
        if (!slot) slot = std::make_shared<T>();
        return *static_cast<T*>(slot.get());
    }

  private:
    struct Connection {
        std::pair<int, int> devices;
        PeerAccess access;
    };
    std::vector<DeviceFacts> facts_;
    std::vector<std::unique_ptr<PreparedDevice>> devices_;
    std::vector<Connection> connections_;
    std::map<std::type_index, std::shared_ptr<void>> kept_;
};

}  // namespace hopbench

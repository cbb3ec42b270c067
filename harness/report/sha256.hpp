#pragma once
#include <cstddef>
#include <memory>
#include <string>

namespace hopbench::reporting {

/// Incremental SHA-256 by libcrypto.
class Sha256 {
  public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void update(const void* data, std::size_t bytes);
    /// Lower-case hex digits; ends the sum.
    [[nodiscard]] std::string hex();

  private:
    struct Free {
        void operator()(void* context) const noexcept;
    };
    std::unique_ptr<void, Free> context_;
};

}  // namespace hopbench::reporting

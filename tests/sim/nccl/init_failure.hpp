// Why simulated NCCL could not initialise.
#pragma once

#include <stdexcept>
#include <string>

namespace hopbench::sim::nccl {

// The results that perception can end with (ncclResult_t).
inline constexpr int kInternalError = 3;
inline constexpr int kInvalidArgument = 4;
inline constexpr int kInvalidUsage = 5;

// what(): NCCL's warning. place: the file and line that NCCL names before it.
class InitFailure : public std::runtime_error {
  public:
    InitFailure(int result, std::string place, const std::string& what)
        : std::runtime_error(what), result_(result), place_(std::move(place)) {}

    [[nodiscard]] int result() const { return result_; }
    [[nodiscard]] const std::string& place() const { return place_; }

  private:
    int result_;
    std::string place_;
};

}  // namespace hopbench::sim::nccl

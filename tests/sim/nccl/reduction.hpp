// Element-wise reduction of the ranks' vectors.
#pragma once

#include <nccl.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "tests/sim/nccl/data_type.hpp"

namespace hopbench::sim::nccl {

// One element of any type, as its bytes.
using Scalar = std::array<std::byte, 8>;

struct Reduction {
    ncclDataType_t type = ncclFloat32;  // not one of the 8-bit floats
    ncclRedOp_t op = ncclSum;           // a built-in one; ncclNumOps: the sum of scaled inputs
    std::vector<Scalar> scalars = {};   // of ncclNumOps: every rank's factor
};

// outputs[j][i] = reduction over r of inputs[r][i], for i < count: in rank order, each step rounded
// to the type, integers modulo 2^n. The average of floats is the sum of inputs scaled by 1/n; that
// of integers the sum divided by n, towards zero. All vectors have count elements; an output may be
// one of the inputs.
void reduce(const Reduction& reduction, std::span<const void* const> inputs,
            std::span<void* const> outputs, std::size_t count);

}  // namespace hopbench::sim::nccl

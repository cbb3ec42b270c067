// NCCL's element types.
#pragma once

#include <nccl.h>

#include <cstddef>

namespace hopbench::sim::nccl {

// Older headers do not name the 8-bit floats, nor count them.
inline constexpr int kFloat8e4m3 = 10;
inline constexpr int kFloat8e5m2 = 11;

constexpr bool is_fp8(ncclDataType_t type) {
    return type == kFloat8e4m3 || type == kFloat8e5m2;
}

constexpr bool is_type(ncclDataType_t type) {
    return type >= 0 && type <= kFloat8e5m2;
}

// type: a valid one.
constexpr std::size_t bytes_of(ncclDataType_t type) {
    switch (type) {
        case ncclFloat16:
        case ncclBfloat16:
            return 2;
        case ncclInt32:
        case ncclUint32:
        case ncclFloat32:
            return 4;
        case ncclInt64:
        case ncclUint64:
        case ncclFloat64:
            return 8;
        default:
            return 1;
    }
}

}  // namespace hopbench::sim::nccl

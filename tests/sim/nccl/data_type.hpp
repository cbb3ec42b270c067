// NCCL's element types.
#pragma once

#include <nccl.h>

#include <cstddef>

namespace hopbench::sim::nccl {

inline bool is_type(ncclDataType_t type) {
    return type >= 0 && type < ncclNumTypes;
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

constexpr bool is_fp8(ncclDataType_t type) {
    return type == ncclFloat8e4m3 || type == ncclFloat8e5m2;
}

}  // namespace hopbench::sim::nccl

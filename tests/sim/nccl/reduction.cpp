#include "tests/sim/nccl/reduction.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace hopbench::sim::nccl {
namespace {

constexpr std::size_t kBlock = 4096;  // elements that stay in the processor's cache

// How an element in memory becomes a number and back. The 16-bit floats are computed in float and
// rounded after each step: for sums and products of two that is the same as rounding once.
template <typename T>
struct Element {
    using Number = T;
    static Number load(T stored) { return stored; }
    static T store(Number number) { return number; }
};
template <>
struct Element<__half> {
    using Number = float;
    static Number load(__half stored) { return __half2float(stored); }
    static __half store(Number number) { return __float2half_rn(number); }
};
template <>
struct Element<__nv_bfloat16> {
    using Number = float;
    static Number load(__nv_bfloat16 stored) { return __bfloat162float(stored); }
    static __nv_bfloat16 store(Number number) { return __float2bfloat16_rn(number); }
};

// Integers wrap around, which signed C++ arithmetic does not; products of small ones would be
// promoted to int.
template <typename T>
auto wrapping(T value) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<std::uint64_t>(value);
    } else {
        return value;
    }
}
struct Sum {
    template <typename T>
    T operator()(T a, T b) const {
        return static_cast<T>(wrapping(a) + wrapping(b));
    }
};
struct Product {
    template <typename T>
    T operator()(T a, T b) const {
        return static_cast<T>(wrapping(a) * wrapping(b));
    }
};
struct Least {
    template <typename T>
    T operator()(T a, T b) const {
        return b < a ? b : a;
    }
};
struct Largest {
    template <typename T>
    T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};

template <typename T>
class Reducer {
  public:
    using Number = typename Element<T>::Number;

    Reducer(std::span<const void* const> inputs, std::span<void* const> outputs, std::size_t count)
        : inputs_(inputs), outputs_(outputs), count_(count) {}

    // scales: empty, or a factor for every input; divisor: of the integers' results.
    template <typename Combine>
    void run(Combine combine, const std::vector<Number>& scales = {}, std::size_t divisor = 1) {
        for (std::size_t begin = 0; begin < count_; begin += kBlock) {
            const auto n = std::min(kBlock, count_ - begin);
            for (std::size_t r = 0; r < inputs_.size(); ++r) {
                std::memcpy(in_, static_cast<const T*>(inputs_[r]) + begin, n * sizeof(T));
                if (!scales.empty()) scale(scales[r], n);
                if (r == 0) {
                    std::memcpy(result_, in_, n * sizeof(T));
                    continue;
                }
                for (std::size_t i = 0; i < n; ++i)
                    result_[i] = Element<T>::store(
                        combine(Element<T>::load(result_[i]), Element<T>::load(in_[i])));
            }
            if constexpr (std::is_integral_v<T>)
                if (divisor > 1)
                    for (std::size_t i = 0; i < n; ++i)
                        result_[i] = static_cast<T>(result_[i] / static_cast<T>(divisor));
            for (void* output : outputs_)
                std::memcpy(static_cast<T*>(output) + begin, result_, n * sizeof(T));
        }
    }

  private:
    void scale(Number factor, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i)
            in_[i] = Element<T>::store(Product{}(Element<T>::load(in_[i]), factor));
    }

    std::span<const void* const> inputs_;
    std::span<void* const> outputs_;
    std::size_t count_;
    alignas(64) T in_[kBlock];
    alignas(64) T result_[kBlock];
};

template <typename T>
void reduce_as(const Reduction& reduction, std::span<const void* const> inputs,
               std::span<void* const> outputs, std::size_t count) {
    using Number = typename Element<T>::Number;
    Reducer<T> reducer(inputs, outputs, count);
    std::vector<Number> scales;
    switch (reduction.op) {
        case ncclSum:
            return reducer.run(Sum{});
        case ncclProd:
            return reducer.run(Product{});
        case ncclMax:
            return reducer.run(Largest{});
        case ncclMin:
            return reducer.run(Least{});
        case ncclAvg:
            if constexpr (std::is_integral_v<T>) return reducer.run(Sum{}, {}, inputs.size());
            scales.assign(inputs.size(), Element<T>::load(Element<T>::store(static_cast<Number>(
                                             Number{1} / static_cast<Number>(inputs.size())))));
            return reducer.run(Sum{}, scales);
        default:
            for (const auto& scalar : reduction.scalars) {
                T stored;
                std::memcpy(&stored, scalar.data(), sizeof stored);
                scales.push_back(Element<T>::load(stored));
            }
            return reducer.run(Sum{}, scales);
    }
}

}  // namespace

void reduce(const Reduction& reduction, std::span<const void* const> inputs,
            std::span<void* const> outputs, std::size_t count) {
    switch (reduction.type) {
        case ncclInt8:
            return reduce_as<std::int8_t>(reduction, inputs, outputs, count);
        case ncclUint8:
            return reduce_as<std::uint8_t>(reduction, inputs, outputs, count);
        case ncclInt32:
            return reduce_as<std::int32_t>(reduction, inputs, outputs, count);
        case ncclUint32:
            return reduce_as<std::uint32_t>(reduction, inputs, outputs, count);
        case ncclInt64:
            return reduce_as<std::int64_t>(reduction, inputs, outputs, count);
        case ncclUint64:
            return reduce_as<std::uint64_t>(reduction, inputs, outputs, count);
        case ncclFloat16:
            return reduce_as<__half>(reduction, inputs, outputs, count);
        case ncclBfloat16:
            return reduce_as<__nv_bfloat16>(reduction, inputs, outputs, count);
        case ncclFloat32:
            return reduce_as<float>(reduction, inputs, outputs, count);
        case ncclFloat64:
            return reduce_as<double>(reduction, inputs, outputs, count);
        default:
            return;  // refused before
    }
}

}  // namespace hopbench::sim::nccl

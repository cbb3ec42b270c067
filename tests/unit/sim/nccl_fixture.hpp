// Communicators, buffers and groups for the tests of the NCCL facade.
#pragma once

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <nccl.h>

#include <vector>

namespace hopbench::sim {

constexpr size_t kCount = 1000;

class Nccl : public testing::Test {
  protected:
    void TearDown() override {
        for (auto comm : comms_) ncclCommDestroy(comm);
        for (int device = 0; device < ranks(); ++device) {
            cudaSetDevice(device);
            EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        }
        cudaSetDevice(0);
    }
    void start(int count) {
        comms_.resize(static_cast<size_t>(count));
        ASSERT_EQ(ncclCommInitAll(comms_.data(), count, nullptr), ncclSuccess);
        for (int rank = 0; rank < count; ++rank) {
            cudaSetDevice(rank);
            cudaStream_t stream = nullptr;
            ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
            streams_.push_back(stream);
        }
    }
    [[nodiscard]] int ranks() const { return static_cast<int>(comms_.size()); }

    template <typename T>
    T* buffer(int rank, const std::vector<T>& values) {
        cudaSetDevice(rank);
        void* pointer = nullptr;
        EXPECT_EQ(cudaMalloc(&pointer, values.size() * sizeof(T)), cudaSuccess);
        EXPECT_EQ(cudaMemcpy(pointer, values.data(), values.size() * sizeof(T), cudaMemcpyDefault),
                  cudaSuccess);
        return static_cast<T*>(pointer);
    }
    template <typename T>
    std::vector<T> values(int rank, const T* pointer, size_t count) {
        cudaSetDevice(rank);
        EXPECT_EQ(cudaStreamSynchronize(streams_[static_cast<size_t>(rank)]), cudaSuccess);
        std::vector<T> result(count);
        EXPECT_EQ(cudaMemcpy(result.data(), pointer, count * sizeof(T), cudaMemcpyDefault),
                  cudaSuccess);
        return result;
    }
    // call(rank) inside a group.
    template <typename Call>
    ncclResult_t grouped(Call&& call) {
        EXPECT_EQ(ncclGroupStart(), ncclSuccess);
        for (int rank = 0; rank < ranks(); ++rank) call(rank);
        return ncclGroupEnd();
    }
    ncclComm_t comm(int rank) { return comms_[static_cast<size_t>(rank)]; }
    cudaStream_t stream(int rank) { return streams_[static_cast<size_t>(rank)]; }

    std::vector<ncclComm_t> comms_;
    std::vector<cudaStream_t> streams_;
};

}  // namespace hopbench::sim

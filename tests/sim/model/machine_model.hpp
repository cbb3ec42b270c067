// The simulated machine as read from a model file. Units are those of the file: ns, GB/s (1e9 B/s),
// GiB.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hopbench::sim {

inline constexpr int kMaxGpus = 16;
inline constexpr int kMaxNodes = 16;

struct NumaNodeModel {
    int id = 0;
    std::string cpus;  // kernel list format, e.g. "0-63"
    double memory_gib = 0;
    double memory_gbps = 0;
    std::string cpu_vendor;
    int cpu_family = 0;
    int cpu_model = 0;
};

struct GpuModel {
    std::string bdf;
    std::string root_port;
    std::string host_bdf;
    std::string uuid;
    std::string name;
    int sm_major = 0;
    int sm_minor = 0;
    int true_numa = 0;   // id of the node that the GPU really hangs on
    int sysfs_numa = 0;  // what the (guest) kernel says; -1: nothing
    std::string port_speed;
    int port_width = 0;
    double memory_gib = 0;
    double memory_gbps = 0;
    double memory_latency_ns = 0;
    int sms = 0;
    double clock_ghz = 0;
};

struct LinkModel {
    std::string a;  // gpuN (index), nodeN (id) or switchN
    std::string b;
    double gbps = 0;  // each direction has this capacity
    double latency_ns = 0;
};

struct PeerModel {
    bool can_access = false;  // what the runtime answers
    std::string nvml_status;
    bool delivers = true;  // false: granted, yet copies still travel through host memory
};

struct NoiseModel {
    std::uint64_t seed = 1;
    double session_sd = 0;
    double invocation_sd = 0;
    double sample_sd = 0;
    double outlier_rate = 0;
    double outlier_factor = 1;
    double drift_per_hour = 0;

    [[nodiscard]] bool silent() const {
        return session_sd == 0 && invocation_sd == 0 && sample_sd == 0 && outlier_rate == 0 &&
               drift_per_hour == 0;
    }
};

struct ScaleModel {
    double latency = 1;
    double bandwidth = 1;
    double cross_numa_latency = 1;
    double cross_numa_bandwidth = 1;
};

struct CopyModel {
    double engine_startup_ns = 0;
    double staged_startup_ns = 0;
    double staged_gbps = 0;
    double submit_ns = 0;
    double kernel_launch_ns = 0;
    double wake_ns = 0;
};

struct TimingModel {
    double event_quantum_ns = 0;
    double gate_intercept_ns = 0;
    double clock_read_ns = 0;
};

enum class FaultKind {
    kPeerCorrupt,
    kPeerEnableFail,
    kMallocFail,
    kMirror,
    kEnqueueBlocksBehindGate,
    kHang,
    kDeviceLost,
    kPeerHang,
    kNcclInitFail,
    kNcclHang,
    kNcclCorrupt,
};

struct FaultModel {
    FaultKind kind = FaultKind::kPeerCorrupt;
    int src = -1;
    int dst = -1;
    std::optional<std::int64_t> nth = {};  // counted from 1; absent: every time
    std::optional<int> device = {};        // absent: any
    std::optional<std::int64_t> after_ops = {};
    std::optional<int> nranks = {};  // absent: communicators of any size
    int rank = -1;
};

// What the simulated NCCL is and costs; its protocols are LL below a switch-over, Simple from
// there.
struct NcclModel {
    std::string version;
    double base_ns = 0;
    double ll_step_ns = 0;
    double simple_step_ns = 0;
    double ll_efficiency = 0;
    double simple_efficiency = 0;
    double channel_gbps = 0;
};

struct MachineModel {
    std::string file;
    std::string sha256;  // of the file's bytes, lower-case hex
    std::string name;
    std::vector<NumaNodeModel> numa_nodes;
    std::vector<GpuModel> gpus;
    std::vector<LinkModel> links;
    PeerModel p2p;
    NoiseModel noise;
    ScaleModel scale;
    CopyModel copy;
    TimingModel timing;
    NcclModel nccl;
    std::map<std::string, double> api_ns;  // "default", names of runtime and NCCL functions
    std::vector<FaultModel> faults;
    std::vector<std::string> nics = {};  // types of network devices: "virtio" is not a PCI one

    [[nodiscard]] int gpu_count() const { return static_cast<int>(gpus.size()); }
    // Position of a node id in numa_nodes, or -1.
    [[nodiscard]] int node_index(int id) const;
};

}  // namespace hopbench::sim

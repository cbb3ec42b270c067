#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/model/cell.hpp"

namespace hopbench {

using Environment = std::map<std::string, std::string>;

/// What must be equal in two reports before their numbers may be compared.
struct Identity {
    std::string gpu_model;
    int gpu_count = 0;
    bool simulated = false;
    std::map<std::string, int> methods;  ///< "latency/oneshot" → version of the method
};

/// The simulated machine under a report.
struct ModelIdentity {
    std::string name;
    std::string sha256;
};

/// What may differ between reports and is shown ("variant" in the file).
struct Setting {
    std::string platform;  ///< "bare metal", "KVM guest", "simulated", "imported", …
    std::string driver;    ///< version as the driver says it; empty where unknown
    std::string kernel;
    std::string numa_layout;  ///< "GPU 0-3 on node 1, 4-7 on node 0 (model)"
    std::string sim_set;      ///< HOPBENCH_SIM_SET of every variant
    Environment environment;  ///< NCCL_* CUDA_* HOPBENCH_* in effect for every variant
};

enum class Role { baseline, control, candidate };

/// Was the variant in effect? A variant that was not is `not applied`, never "same".
struct Treatment {
    bool applied = true;
    std::string evidence;
};

struct Variant {
    std::string name;
    Role role = Role::candidate;
    std::vector<std::string> uses;                              ///< built-in fixes
    std::vector<std::pair<std::string, std::string>> settings;  ///< environment, in the order given
    Treatment treatment;
};

struct Gpu {
    int index = 0;
    std::string name, uuid, bdf;
    std::optional<int> numa_node;  ///< believed true node; none where unknown
    std::string numa_source;       ///< "model", "--numa", "--map"; empty where unknown
};

/// How the numbers came about; equal plans are a condition of --resume.
struct PlanRecord {
    std::string suite, cases, session;
    std::uint64_t seed = 0;
    int blocks = 0;
    int invocations_per_block = 0;  ///< of one variant
    std::string sha256;             ///< of the canonical plan
};

/// Requested and effective binding of an invocation.
struct BindingRecord {
    std::string requested;
    std::string cpus;       ///< effective CPU list
    std::string mem_nodes;  ///< effective memory policy, "default", "bind:0"
    std::string source;     ///< "kernel" or "model"
    bool operator==(const BindingRecord&) const = default;
};

/// Where host pages of an invocation were found.
struct PlacementRecord {
    std::string where;  ///< "none" when the case has no host buffer
    bool operator==(const PlacementRecord&) const = default;
};

struct VerificationRecord {
    std::string status;                 ///< "verified", "corrupt", "unverified"
    std::uint64_t samples_checked = 0;  ///< samples whose destination the owner checked
    std::uint64_t bytes_checked = 0;
    std::uint64_t mismatches = 0;
    std::string note;
    bool operator==(const VerificationRecord&) const = default;
};

/// What a method publishes beside its numbers, over the pairs and invocations of one variant:
/// "gate_intercept_s", "window_ops", "gated" (1 or 0), …
struct Companion {
    std::string method;  ///< "latency/issue_interval"
    std::uint64_t bytes = 0;
    std::string variant;
    std::string name;
    std::uint64_t count = 0;  ///< case records that carry it
    double median = 0, min = 0, max = 0;
    bool operator==(const Companion&) const = default;
};

/// What one pair of GPUs can do, tried once a run before the blocks, each step only after its own
/// prerequisites: "attributes" (what the driver says) → "enable" → "ce_push" → "sm_store".
struct Capability {
    std::string step;
    int src = 0, dst = 0;
    Status status = Status::ok;
    std::string reason;  ///< empty when ok
    VerificationRecord verification;
    std::map<std::string, double> notes;  ///< "can_access", "native_atomics", "performance_rank", …
    bool operator==(const Capability&) const = default;
};

/// A CPU of the topology as NCCL perceived it.
struct NcclCpu {
    int numa_id = 0;        ///< −1: NCCL knew no node
    std::string affinity;   ///< hex words, as in the dump
    std::string processor;  ///< "x86_64/AuthenticAMD/175"
    std::vector<int> gpus;  ///< ranks below it, ascending
    bool operator==(const NcclCpu&) const = default;
};

/// What NCCL made of the topology under one variant: read from its own dumps and log lines, never
/// from what was asked for. A value that they do not tell is absent.
struct NcclEvidence {
    std::string variant;
    Status status = Status::ok;  ///< of the invocation that gathered it
    std::string reason;
    std::string version;    ///< "2.28.9"
    std::string topo_file;  ///< loaded file, relative to the run's directory; empty: detection
    std::vector<NcclCpu> cpus;
    std::optional<double> inter_cpu_gbps;  ///< of the link between CPUs, NCCL's constant
    std::string path_type;                 ///< farthest GPU pair: "PIX", "PXB", "PHB", "SYS", …
    std::optional<double> channel_gbps;    ///< ring search result, a channel
    std::optional<int> search_channels;    ///< of the ring search
    std::optional<int> channels;           ///< "coll channels" in use
    std::vector<int> ring;                 ///< ranks in the order of channel 0
    bool fell_back = false;                ///< "falling back to simple order"
    std::optional<std::uint64_t> simple_from_bytes;  ///< smallest size run with protocol Simple
    std::map<std::string, int> transports;           ///< "SHM/direct/direct" → connections
    std::vector<std::string> warnings;               ///< WARN lines, without host and process
    bool operator==(const NcclEvidence&) const = default;
};

/// Invocations as processes, in plan order (parallel arrays).
struct InvocationTable {
    std::vector<std::string> executable, variant;
    std::vector<int> block, position;
    std::vector<Status> status;
    std::vector<std::uint32_t> reason;  ///< index into Report::reasons
};

struct Volatile {
    std::string started, finished;  ///< RFC 3339, UTC
    std::string host, directory, command;
    double wall_seconds = 0;
    std::vector<std::string> repeated_blocks;  ///< first tries of blocks that were rerun, and why
};

struct SamplesFile {
    std::string file = "samples.bin";
    std::string sha256;
    std::uint64_t count = 0;  ///< float32 values
};

/// report.json as a struct; results/schema/report.schema.json is its other description.
struct Report {
    std::string schema_version = "1.1";
    std::string tool_version;
    std::string kind = "run";          ///< "run" or "import"
    std::string outcome = "complete";  ///< "complete" or "interrupted"
    std::string origin;                ///< of an import: the tool and its version line
    std::optional<ModelIdentity> model;
    Identity identity;
    Setting setting;
    std::vector<Gpu> gpus;
    std::vector<Variant> variants;
    PlanRecord plan;
    std::map<MarginKind, double> margins;  ///< ε as a fraction: 0.05 is 5 %
    std::vector<std::string> notes;        ///< what the numbers cannot carry, for people
    std::vector<std::string> reasons{""};
    std::vector<BindingRecord> bindings;
    std::vector<PlacementRecord> placements;
    std::vector<VerificationRecord> verifications;
    std::vector<Companion> companions;     ///< sorted by method, bytes, variant, name
    std::vector<Capability> capabilities;  ///< by step as tried, src, dst
    std::vector<NcclEvidence> nccl;        ///< one a variant, in the order of `variants`
    InvocationTable invocations;
    std::vector<Cell> cells;  ///< sorted by key
    SamplesFile samples;
    Volatile volatile_part;
};

/// Defaults of ε: bandwidth 2 %, all-reduce 3 %, latency 5 %, p99 10 %.
[[nodiscard]] std::map<MarginKind, double> default_margins();

}  // namespace hopbench

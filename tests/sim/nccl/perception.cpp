#include "tests/sim/nccl/perception.hpp"

#include "tests/sim/nccl/init_failure.hpp"
#include "tests/sim/nccl/perceiver.hpp"

namespace hopbench::sim::nccl {

Decision perceive(const MachineModel& model, const std::filesystem::path& root,
                  const std::vector<int>& gpu_of_rank, const PeersGranted& peers_granted,
                  DebugLog& log, const std::vector<int>& local_ranks) {
    read_config_files(root);
    Perceiver perceiver(model, root, gpu_of_rank, peers_granted, log, local_ranks);
    try {
        return perceiver.run();
    } catch (const InitFailure& failure) {
        log.warn(perceiver.device(), failure.place(), failure.what());
        log.info(Subsystem::all, perceiver.device(),
                 "init.cc:982 -> " + std::to_string(failure.result()));
        return {.error = failure.result(), .why = failure.what()};
    }
}

Protocol proto_of(const Decision& decision, std::uint64_t bytes) {
    return bytes < decision.simple_from ? Protocol::ll : Protocol::simple;
}

const char* name_of(Protocol protocol) {
    return protocol == Protocol::ll ? "LL" : "SIMPLE";
}

}  // namespace hopbench::sim::nccl

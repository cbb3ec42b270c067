#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace hopbench::nccl_topo {

/// A processor as NCCL's topology names it.
struct Processor {
    std::string arch;                        ///< "x86_64", "arm64", "ppc64"
    std::string vendor;                      ///< x86 only: "AuthenticAMD"
    std::optional<int> family_id, model_id;  ///< x86 only, as NCCL computes them from CPUID
};

/// NCCL's familyid of a family as Linux counts it: both add an extended part to 15, but NCCL
/// shifts it by 4, so Genoa's 25 is 175.
[[nodiscard]] int nccl_family_id(int linux_family);

/// By CPU number. Empty where proc/cpuinfo cannot be read or names no processor NCCL knows.
[[nodiscard]] std::map<int, Processor> read_processors(const std::filesystem::path& root);

}  // namespace hopbench::nccl_topo

#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/model/cell_key.hpp"
#include "harness/plan/variants.hpp"

namespace hopbench {

/// What the user asks of `run` and `plan`, as on the command line.
struct RunOptions {
    std::string suite = "quick";
    std::string cases = "*";
    std::string gpus;  ///< "0,2,4-7"; empty: all
    VariantRequest variants;
    std::vector<std::string> bindings;  ///< --bind; empty: none
    std::vector<std::string> numa;      ///< BDF=NODE
    std::filesystem::path map;          ///< --map; empty: none
    std::filesystem::path topo;         ///< --topo: the topo-xml fix's file; empty: generated
    int blocks = 10;
    std::uint64_t seed = 1;
    std::string session = "1";
    std::filesystem::path model;  ///< --simulate; empty: the GPUs of this machine
    bool beside_real_driver = false;
    int parallel = 0;                      ///< --jobs; 0: one on hardware, else the CPUs
    double deadline_seconds = 0;           ///< 0: from the estimate
    std::map<MarginKind, double> margins;  ///< ε that replace the defaults
};

}  // namespace hopbench

#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "harness/protocol/samples.hpp"

namespace hopbench {

/// Collects what methods publish beside their numbers, over the pairs and invocations of a variant.
class CompanionTable {
  public:
    /// The notes of one case record. Values that are not finite are left out.
    void add(const std::string& variant, const CaseRecord& record);

    /// One entry per method, size, variant and name, sorted; the same for any order of add().
    [[nodiscard]] std::vector<Companion> summarise() const;

  private:
    using Key = std::tuple<std::string, std::uint64_t, std::string, std::string>;
    std::map<Key, std::vector<double>> values_;
};

}  // namespace hopbench

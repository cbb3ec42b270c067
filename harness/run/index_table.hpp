#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace hopbench {

/// Index of a record in a report's table, added at its first appearance. The tables stay short:
/// they hold kinds of answers, not answers.
template <class Record>
[[nodiscard]] std::uint32_t index_of(std::vector<Record>& table, const Record& record) {
    auto place = std::find(table.begin(), table.end(), record);
    if (place == table.end()) place = table.insert(place, record);
    return static_cast<std::uint32_t>(place - table.begin());
}

}  // namespace hopbench

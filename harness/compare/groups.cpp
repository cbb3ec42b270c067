#include "harness/compare/groups.hpp"

#include <map>
#include <string>
#include <tuple>

namespace hopbench::compare {

GroupKey group_key(const Cell& cell, Statistic statistic) {
    return {.family = cell.key.family,
            .metric = cell.key.metric,
            .statistic = std::string(to_string(statistic)),
            .pair_class = cell.pair_class,
            .band = band_of(cell.key.bytes)};
}

std::vector<Group> make_groups(const std::vector<Row>& rows) {
    std::map<std::tuple<GroupKey, std::string, Better, MarginKind>, std::vector<std::size_t>>
        sorted;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        sorted[{group_key(*row.head, row.statistic), row.head->unit, row.head->better,
                row.margin_kind}]
            .push_back(i);
    }
    std::vector<Group> groups;
    groups.reserve(sorted.size());
    for (auto& [key, members] : sorted)
        groups.push_back({.key = std::get<GroupKey>(key), .rows = std::move(members)});
    return groups;
}

}  // namespace hopbench::compare

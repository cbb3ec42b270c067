#pragma once
#include <map>
#include <string>
#include <vector>

#include "harness/compare/groups.hpp"
#include "harness/compare/paired_table.hpp"
#include "harness/model/report.hpp"

namespace hopbench::compare {

/// One report as one session of its side.
struct Session {
    const Report* report = nullptr;
    std::string label;    ///< for messages
    std::string variant;  ///< the variant that stands for it
};

/// Numbers of two sides, one column a session: the mean over the session's usable invocations'
/// logs.
struct SessionTable {
    SessionTable(std::size_t base_sessions, std::size_t head_sessions)
        : base(base_sessions),
          head(head_sessions),
          group_base(base_sessions),
          group_head(head_sessions) {}

    std::vector<Row> rows;
    BlockMatrix base, head;  ///< rows × sessions, no NaN: a row is a number that all sessions have
    std::vector<Group> groups;
    BlockMatrix group_base, group_head;  ///< means over the group's rows
    std::vector<double> group_quantum;
    std::vector<std::string> unmatched;     ///< cells that a session lacks, and which
    std::vector<std::string> incomparable;  ///< cells whose unit or direction differs
    std::size_t classes_differ = 0;         ///< cells whose class in base is another than in head
};

[[nodiscard]] SessionTable tabulate_sessions(const std::vector<Session>& base,
                                             const std::vector<Session>& head,
                                             const std::map<MarginKind, double>& margins);

}  // namespace hopbench::compare

#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace hopbench::reporting {

/// Whose memory the row and the column of a matrix name, in the way the bytes move. nvbandwidth's
/// own arrows ("GPU(row) -> GPU(column)") point the other way for copies between GPUs: in a read
/// test the row's GPU pulls from the column's, in a write test it pushes to it.
enum class NvEnds {
    host_to_column,  ///< one row a CPU
    column_to_host,
    row_to_column,
    column_to_row,
    into_column,  ///< all other GPUs at once; one row
    out_of_column,
    within_column,
};

/// What a test case of nvbandwidth measures, in hopbench's words.
struct NvMeaning {
    std::string_view test;  ///< without the engine at its end
    std::string_view family;
    std::string_view direction;
    NvEnds ends = NvEnds::host_to_column;
    bool latency = false;  ///< ns a dependent load of 8 bytes; else GB/s
};

struct NvKnownTest {
    NvMeaning meaning;
    std::string_view engine;  ///< "ce", "sm"
};

/// nullopt for tests over several hosts, and for those of other versions.
[[nodiscard]] std::optional<NvKnownTest> find_nvbandwidth_test(std::string_view name);

}  // namespace hopbench::reporting

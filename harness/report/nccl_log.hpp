#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hopbench::reporting {

/// One side of a row: out-of-place or in-place.
struct NcclMeasurement {
    double seconds = 0;
    double quantum = 0;                  ///< of the last printed digit, in seconds
    double algbw = 0, busbw = 0;         ///< GB/s as printed
    std::optional<std::uint64_t> wrong;  ///< wrong values; none where the log does not say
};

struct NcclRow {
    std::size_t line = 0;
    std::string collective;  ///< as the log names it at this row, else empty
    std::uint64_t bytes = 0;
    std::string type, redop;  ///< redop empty where the collective has none
    std::optional<int> root;
    bool cpu_time = false;  ///< the program was told to report the host's time
    std::optional<NcclMeasurement> out_of_place, in_place;
};

struct NcclRank {
    int rank = 0;
    int device = 0;
    std::string host, bus, name;
};

/// What a log says, before it becomes a report.
struct NcclLog {
    std::vector<NcclRank> ranks;
    std::vector<NcclRow> rows;
    std::vector<std::string> programs;  ///< different *_perf names seen outside the header
    std::string version, nccl_version;
    std::optional<int> iterations;
    std::optional<std::uint64_t> out_of_bounds;  ///< of the closing lines
    bool old_errors = false;  ///< an "error" column (a deviation), not a count of wrong values
    bool finished = false;    ///< closing lines seen
    std::size_t lines = 0;
};

/// `name`: the file, for errors. Throws Error (exit 2) naming the line.
[[nodiscard]] NcclLog parse_nccl_log(const std::string& text, const std::string& name);

/// "allreduce" of "all_reduce" or "all_reduce_perf".
[[nodiscard]] std::string collective_name(std::string program);

/// What busbw/algbw of the rows says of a log that does not name its collective.
struct InferredCollective {
    std::string name;      ///< "collective" where nothing fits
    std::string evidence;  ///< for people
};
[[nodiscard]] InferredCollective infer_collective(const std::vector<NcclRow>& rows, int ranks);

}  // namespace hopbench::reporting

#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hopbench::reporting {

/// A printed number, as printed: GB/s or ns.
struct NvValue {
    double value = 0;
    double quantum = 0;  ///< of its last digit
};

using NvMatrix = std::vector<std::vector<std::optional<NvValue>>>;

/// One test case that was begun.
struct NvTest {
    std::string name;         ///< "device_to_device_memcpy_read_ce"
    std::string status;       ///< "Passed", "Waived", "Running", "Error", …
    std::string description;  ///< of the matrix; ends with its unit
    NvMatrix matrix;          ///< empty where there are no numbers
    std::string place;        ///< "line 12", "testcases[3]": where to look
};

struct NvDevice {
    std::string name, bdf;  ///< bdf empty where the output gives none
};

/// What an output says, before it becomes a report.
struct NvBandwidthLog {
    std::string version, driver;
    std::vector<NvDevice> devices;
    std::vector<NvTest> tests;
    std::size_t waived = 0;  ///< tests that text output waives without a name
    std::string error;       ///< of the whole program
    bool small_buffer = false;
    std::optional<std::uint64_t> buffer_mebibytes;  ///< where the output says it
    std::size_t lines = 0;
};

/// `name`: the file, for errors. Throw Error (exit 2) naming the place.
[[nodiscard]] NvBandwidthLog parse_nvbandwidth_text(const std::string& text,
                                                    const std::string& name);
[[nodiscard]] NvBandwidthLog parse_nvbandwidth_json(std::string_view text, const std::string& name);

/// The JSON document in the output, which MPI or the linker may have preceded with lines of their
/// own; empty when it is a text output.
[[nodiscard]] std::string_view find_nvbandwidth_json(std::string_view text);

/// "NAME (00000001:81:00)": name and address, "0001:81:00.0".
[[nodiscard]] NvDevice parse_nvbandwidth_device(std::string_view text);

/// A number, or "N/A"; false for anything else. `digits`: significant digits that the output keeps
/// whatever it prints, 0 where every printed digit counts and none is dropped.
[[nodiscard]] bool parse_nvbandwidth_value(std::string_view word, int digits,
                                           std::optional<NvValue>& value);

/// Why the printed sum is not that of the matrix; empty when it is, within rounding.
[[nodiscard]] std::string check_nvbandwidth_sum(const NvMatrix& matrix, const NvValue& sum);

constexpr const char* nvbandwidth_remedy =
    "import the whole, unchanged output of nvbandwidth, text or --json";
constexpr std::size_t nvbandwidth_max_devices = 1024;

}  // namespace hopbench::reporting

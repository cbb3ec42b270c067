#include "harness/report/nvbandwidth_tests.hpp"

#include <array>

namespace hopbench::reporting {
namespace {

// Read in nvbandwidth's source, v0.1 to v0.8: which buffer is copied to which, in whose context.
constexpr std::array<NvMeaning, 19> meanings{{
    {"host_to_device_memcpy", "hostcopy", "h2d", NvEnds::host_to_column},
    {"device_to_host_memcpy", "hostcopy", "d2h", NvEnds::column_to_host},
    {"host_to_device_bidirectional_memcpy", "hostcopy", "bidirectional", NvEnds::host_to_column},
    {"device_to_host_bidirectional_memcpy", "hostcopy", "bidirectional", NvEnds::column_to_host},
    {"host_to_all_memcpy", "hostcopy", "h2d", NvEnds::host_to_column},
    {"all_to_host_memcpy", "hostcopy", "d2h", NvEnds::column_to_host},
    {"host_to_all_bidirectional_memcpy", "hostcopy", "bidirectional", NvEnds::host_to_column},
    {"all_to_host_bidirectional_memcpy", "hostcopy", "bidirectional", NvEnds::column_to_host},
    {"device_to_device_memcpy_read", "p2p", "pull", NvEnds::column_to_row},
    {"device_to_device_memcpy_write", "p2p", "push", NvEnds::row_to_column},
    {"device_to_device_bidirectional_memcpy_read", "p2p", "bidirectional", NvEnds::column_to_row},
    {"device_to_device_bidirectional_memcpy_write", "p2p", "bidirectional", NvEnds::row_to_column},
    {"all_to_one_write", "p2p", "push", NvEnds::into_column},
    {"all_to_one_read", "p2p", "pull", NvEnds::out_of_column},
    {"one_to_all_write", "p2p", "push", NvEnds::out_of_column},
    {"one_to_all_read", "p2p", "pull", NvEnds::into_column},
    {"device_local_copy", "local", "push", NvEnds::within_column},
    {"host_device_latency", "latency", "pull", NvEnds::host_to_column, true},
    {"device_to_device_latency", "latency", "pull", NvEnds::column_to_row, true},
}};

}  // namespace

std::optional<NvKnownTest> find_nvbandwidth_test(std::string_view name) {
    std::string_view engine = "ce";
    auto base = name;
    if (name.ends_with("_ce") || name.ends_with("_sm")) {
        engine = name.substr(name.size() - 2);
        base.remove_suffix(3);
    }
    for (const auto& meaning : meanings)
        if (meaning.test == base && (base != name || meaning.ends == NvEnds::within_column))
            return NvKnownTest{.meaning = meaning, .engine = engine};
    return std::nullopt;
}

}  // namespace hopbench::reporting

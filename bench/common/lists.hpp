#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hopbench {

/// "4,64KiB,1M" → bytes, in the order given; "8..1M" stands for 8 and every doubling of it up to
/// 1 MiB. K, M, G (with or without iB) are powers of 1024; 0 to 16 GiB. Throws Error (exit 2)
/// naming the word that is no size.
[[nodiscard]] std::vector<std::uint64_t> parse_size_list(std::string_view text);

/// "0:1,1:0" → ordered pairs (source, destination). Throws Error (exit 2) naming the word.
[[nodiscard]] std::vector<std::pair<int, int>> parse_pair_list(std::string_view text);

/// "0-3,7" → whole numbers from 0 to 1023, in the order given. Throws Error (exit 2) naming
/// `option` and the word.
[[nodiscard]] std::vector<int> parse_number_list(std::string_view text, const char* option);

/// Every ordered pair of different devices.
[[nodiscard]] std::vector<std::pair<int, int>> all_ordered_pairs(int devices);

}  // namespace hopbench

#include "harness/nccl_topo/affinity.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace hopbench::nccl_topo {
namespace {

constexpr int word_bits = 32;
constexpr int most_words = 1024 / word_bits;

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c == ',')
            words.emplace_back();
        else
            words.back().push_back(c);
    }
    return words;
}

}  // namespace

std::vector<int> cpus_of_affinity(const std::string& affinity) {
    auto words = words_of(affinity);
    std::erase(words, "");
    words.resize(std::min<std::size_t>(words.size(), most_words));
    std::vector<int> cpus;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto bits = static_cast<std::uint32_t>(
            std::strtoul(words[words.size() - 1 - i].c_str(), nullptr, 16));
        for (int bit = 0; bit < word_bits; ++bit)
            if ((bits >> bit & 1U) != 0) cpus.push_back(static_cast<int>(i) * word_bits + bit);
    }
    return cpus;
}

bool is_affinity(std::string_view text) {
    const auto words = words_of(text);
    return std::all_of(words.begin(), words.end(), [](const std::string& word) {
        return !word.empty() && word.size() <= 8 &&
               word.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
    });
}

}  // namespace hopbench::nccl_topo

#include "harness/plan/block_order.hpp"

#include <numeric>
#include <string>

#include "harness/plan/random.hpp"

namespace hopbench {
namespace {

constexpr std::uint64_t pad_limit = 4096;  // one page: enough to move every alignment

std::vector<std::size_t> permutation(std::uint64_t seed, std::size_t count) {
    std::vector<std::size_t> items(count);
    std::iota(items.begin(), items.end(), std::size_t{0});
    Random(seed).shuffle(items);
    return items;
}

}  // namespace

std::vector<std::size_t> variant_order(const SeedSource& source, int block,
                                       std::string_view executable, std::size_t variants) {
    auto order =
        permutation(order_seed(source, block, "variants:" + std::string(executable)), variants);
    for (std::size_t i = variants; i-- > 0;) order.push_back(order[i]);
    return order;
}

std::vector<std::size_t> group_order(const SeedSource& source, int block,
                                     std::string_view executable, std::size_t groups) {
    return permutation(order_seed(source, block, "pairs:" + std::string(executable)), groups);
}

std::size_t pad_bytes(const SeedSource& source, int block) {
    return Random(order_seed(source, block, "pad")).below(pad_limit);
}

}  // namespace hopbench

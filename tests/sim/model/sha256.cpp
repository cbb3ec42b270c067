#include "tests/sim/model/sha256.hpp"

#include <openssl/evp.h>

#include <array>

namespace hopbench::sim {

std::string sha256_hex(std::string_view bytes) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr);
    static constexpr char kHex[] = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < length; ++i) {
        text += kHex[digest.at(i) >> 4U];
        text += kHex[digest.at(i) & 15U];
    }
    return text;
}

}  // namespace hopbench::sim

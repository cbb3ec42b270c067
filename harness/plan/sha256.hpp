#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hopbench {

/// SHA-256 (FIPS 180-4) of the bytes.
[[nodiscard]] std::array<unsigned char, 32> sha256(std::string_view bytes);

/// The same as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace hopbench

// SHA-256 of a byte string as lower-case hex (FIPS 180-4, computed by libcrypto).
#pragma once

#include <string>
#include <string_view>

namespace hopbench::sim {

std::string sha256_hex(std::string_view bytes);

}  // namespace hopbench::sim

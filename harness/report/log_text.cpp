#include "harness/report/log_text.hpp"

#include <fstream>

#include "harness/model/error.hpp"

namespace hopbench::reporting {
namespace {
constexpr std::uintmax_t max_log_bytes = 256u << 20;
}

std::string read_log(const std::filesystem::path& file, const std::string& remedy) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error) throw usage_error(file.string(), error.message(), remedy);
    if (size == 0) throw usage_error(file.string() + ": line 1", "the file is empty", remedy);
    if (size > max_log_bytes) throw usage_error(file.string(), "is larger than 256 MiB", remedy);
    std::string text(size, '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(text.data(), static_cast<std::streamsize>(size));
    if (!in) throw usage_error(file.string(), "cannot be read", "check its permissions");
    return text;
}

}  // namespace hopbench::reporting

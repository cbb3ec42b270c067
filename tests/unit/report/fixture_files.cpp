#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "harness/model/error.hpp"
#include "harness/report/report_reader.hpp"
#include "tests/unit/report/fixture.hpp"

namespace hopbench::fixture {

TemporaryDirectory::TemporaryDirectory() {
    auto pattern = (std::filesystem::temp_directory_path() / "hopbench-report-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("cannot make " + pattern);
    path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string read_text(const std::filesystem::path& file) {
    std::ostringstream all;
    all << std::ifstream(file, std::ios::binary).rdbuf();
    return all.str();
}

void write_text(const std::filesystem::path& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out << text;
    if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

std::string reading_error(const std::filesystem::path& file) {
    try {
        (void)read_report(file);
    } catch (const Error& error) {
        std::string message = error.what();
        EXPECT_EQ(error.code(), Exit::usage) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        EXPECT_NE(message.find(file.string()), std::string::npos) << message;
        EXPECT_FALSE(error.remedy().empty()) << message;
        return message;
    }
    return "";
}

}  // namespace hopbench::fixture

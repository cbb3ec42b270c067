#include "harness/topology/rooted_files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 16u << 20;
constexpr std::size_t most_entries = 65'536;

std::optional<std::int64_t> whole_number(std::string_view text) {
    const bool hexadecimal = text.starts_with("0x");
    if (hexadecimal) text.remove_prefix(2);
    std::int64_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

RootedFiles::RootedFiles(const fs::path& root) {
    std::error_code error;
    root_ = fs::canonical(root, error);
    if (error || !fs::is_directory(root_, error))
        throw usage_error("--root " + root.string(), "is no directory",
                          "name a recorded tree with sys/ and proc/ in it");
}

std::optional<fs::path> RootedFiles::inside(const std::string& path) const {
    std::error_code error;
    const auto real = fs::canonical(root_ / fs::path(path).relative_path(), error);
    if (error) return std::nullopt;
    const auto [end, ignored] = std::mismatch(root_.begin(), root_.end(), real.begin(), real.end());
    // "/" has one element, "/tree" two: a real path inside starts with all of them.
    if (end != root_.end()) return std::nullopt;
    return real;
}

RootedFiles::Text RootedFiles::read(const std::string& path) const {
    std::error_code error;
    const auto status = fs::symlink_status(root_ / fs::path(path).relative_path(), error);
    if (status.type() == fs::file_type::none) return {.text = {}, .why = error.message()};
    if (!fs::exists(status)) return {.text = {}, .why = "no such file", .missing = true};
    const auto real = inside(path);
    if (!real) return {.text = {}, .why = "leads out of the tree or nowhere"};
    if (!fs::is_regular_file(*real, error)) return {.text = {}, .why = "is no plain file"};
    errno = 0;
    // In pieces: the kernel makes a buffer as large as what is asked of /proc/sys.
    std::ifstream in(*real, std::ios::binary);
    std::string text;
    std::array<char, 65'536> piece;
    while (in && text.size() <= most_bytes) {
        in.read(piece.data(), piece.size());
        text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (!in.is_open() || in.bad() || (text.empty() && errno != 0))
        return {.text = {}, .why = errno ? std::strerror(errno) : "cannot be read"};
    if (text.size() > most_bytes) return {.text = {}, .why = "longer than 16 MiB"};
    while (!text.empty() && (text.back() == '\n' || text.back() == '\0')) text.pop_back();
    return {.text = std::move(text), .why = {}};
}

std::vector<std::string> RootedFiles::names(const std::string& path) const {
    std::vector<std::string> names;
    const auto real = inside(path);
    if (!real) return names;
    std::error_code error;
    for (fs::directory_iterator entry(*real, error), end; !error && entry != end;
         entry.increment(error)) {
        if (names.size() == most_entries) break;
        names.push_back(entry->path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::optional<std::string> RootedFiles::resolve(const std::string& path) const {
    const auto real = inside(path);
    if (!real) return std::nullopt;
    return "/" + real->lexically_relative(root_).string();
}

void RootedFiles::add_text(MachinePart& part, const char* name, const std::string& path) const {
    auto found = read(path);
    if (found.text)
        add_fact(part, name, std::move(*found.text), path);
    else if (!found.missing)
        add_unreadable(part, name, path, found.why);
}

void RootedFiles::add_number(MachinePart& part, const char* name, const std::string& path) const {
    auto found = read(path);
    if (!found.text) {
        if (!found.missing) add_unreadable(part, name, path, found.why);
        return;
    }
    if (const auto number = whole_number(*found.text))
        add_fact(part, name, *number, path);
    else
        add_fact(part, name, std::move(*found.text), path);
}

}  // namespace hopbench

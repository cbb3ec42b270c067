#include "harness/run/run_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "harness/model/error.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> own_names{"report.json",   "samples.bin", "machine.json",
                                                    "journal.jsonl", "logs",        "work",
                                                    "sim-root",      "fixes",       "evidence"};

/// ".report.json.1234.tmp": left behind by a killed process.
bool is_temporary(const std::string& name) {
    return name.starts_with(".") && name.ends_with(".tmp") &&
           std::any_of(own_names.begin(), own_names.end(), [&](std::string_view own) {
               return std::string_view(name).substr(1).starts_with(own);
           });
}

/// Left behind by a run killed before its journal was there: nothing in it was measured.
bool is_scratch(const std::string& name) {
    return name == "sim-root" || is_temporary(name);
}

std::vector<std::string> names_in(const fs::path& root) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(root, error), end; !error && it != end; it.increment(error))
        names.push_back(it->path().filename().string());
    if (error) throw usage_error(root.string(), error.message(), "name a directory you can read");
    return names;
}

[[noreturn]] void fail(const fs::path& path, const std::string& why) {
    throw usage_error(path.string(), why, "name a writable directory with free space");
}

void create(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) fail(path, error.message());
}

void remove_tree(const fs::path& path) {
    std::error_code error;
    fs::remove_all(path, error);
    if (error) fail(path, error.message());
}

}  // namespace

void RunDirectory::check(const fs::path& root, Existing existing) {
    std::error_code error;
    const auto status = fs::status(root, error);
    if (!fs::exists(status)) return;
    if (!fs::is_directory(status))
        throw usage_error(root.string(), "is no directory", "name a new directory");
    const auto names = names_in(root);
    const bool begun = std::find(names.begin(), names.end(), "journal.jsonl") != names.end();
    const bool nothing_yet = std::all_of(names.begin(), names.end(), is_scratch);
    if (begun ? existing != Existing::refuse : nothing_yet) return;
    if (begun)
        throw usage_error(root.string(), "holds a run already",
                          "name a new directory, go on with --resume or replace it with --force");
    throw usage_error(root.string(), "is not empty and holds no run of hopbench",
                      "name a new or empty directory");
}

RunDirectory::RunDirectory(fs::path root, Existing existing) : root_(std::move(root)) {
    check(root_, existing);
    create(root_);
    lock_ = FileDescriptor(open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!lock_) fail(root_, std::strerror(errno));
    if (flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            throw usage_error(root_.string(), "another hopbench is running in it",
                              "wait for its end or name another directory");
        fail(root_, std::strerror(errno));
    }
    check(root_, existing);  // now that nobody else can change it
    if (existing == Existing::replace)
        for (const auto name : own_names) remove_tree(root_ / name);
}

void RunDirectory::create_folders() const {
    create(logs());
    create(work());
}

void RunDirectory::remove_scratch() const {
    remove_tree(work());
    remove_tree(sim_root());
    for (const auto& name : names_in(root_))
        if (is_temporary(name)) remove_tree(root_ / name);
}

}  // namespace hopbench

#include "tests/sim/nccl/debug_log.hpp"

#include <strings.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace hopbench::sim::nccl {
namespace {

constexpr std::size_t kLongestLine = 1023;  // NCCL cuts a line there

const char* variable(const char* name) {
    return std::getenv(name);
}

DebugLog::Level level_of(const char* text) {
    using Level = DebugLog::Level;
    static constexpr std::array<std::pair<const char*, Level>, 5> kNames{
        {{"VERSION", Level::version},
         {"WARN", Level::warn},
         {"INFO", Level::info},
         {"ABORT", Level::abort},
         {"TRACE", Level::trace}}};
    if (text == nullptr) return Level::none;
    for (const auto& [name, level] : kNames)
        if (strcasecmp(text, name) == 0) return level;
    return Level::none;
}

std::uint32_t bit_of(const std::string& name) {
    static constexpr std::array<std::pair<const char*, Subsystem>, 17> kNames{
        {{"INIT", Subsystem::init},
         {"COLL", Subsystem::coll},
         {"P2P", Subsystem::p2p},
         {"SHM", Subsystem::shm},
         {"NET", Subsystem::net},
         {"GRAPH", Subsystem::graph},
         {"TUNING", Subsystem::tuning},
         {"ENV", Subsystem::env},
         {"ALLOC", Subsystem::alloc},
         {"CALL", Subsystem::call},
         {"PROXY", Subsystem::proxy},
         {"NVLS", Subsystem::nvls},
         {"BOOTSTRAP", Subsystem::bootstrap},
         {"REG", Subsystem::reg},
         {"PROFILE", Subsystem::profile},
         {"RAS", Subsystem::ras},
         {"ALL", Subsystem::all}}};
    for (const auto& [known, subsystem] : kNames)
        if (strcasecmp(name.c_str(), known) == 0) return static_cast<std::uint32_t>(subsystem);
    return 0;
}

// "INIT,ENV" adds to nothing; "^NET" takes from everything.
std::uint32_t mask_of(const char* text) {
    if (text == nullptr)
        return static_cast<std::uint32_t>(Subsystem::init | Subsystem::bootstrap | Subsystem::env);
    const bool inverted = *text == '^';
    std::uint32_t mask = inverted ? ~0U : 0U;
    std::string word;
    for (const char* at = inverted ? text + 1 : text;; ++at) {
        if (*at != ',' && *at != '\0') {
            word.push_back(*at);
            continue;
        }
        const auto bits = bit_of(word);
        mask = inverted ? mask & ~bits : mask | bits;
        word.clear();
        if (*at == '\0') return mask;
    }
}

std::string short_host_name() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
    const std::string text(name.data());
    return text.substr(0, text.find('.'));
}

std::string expanded(const char* pattern, const std::string& host) {
    std::string path;
    for (const char* at = pattern; *at != '\0'; ++at) {
        if (*at != '%' || at[1] == '\0') {
            path.push_back(*at);
            continue;
        }
        ++at;
        if (*at == '%')
            path.push_back('%');
        else if (*at == 'h')
            path.append(host);
        else if (*at == 'p')
            path.append(std::to_string(getpid()));
        else
            path.append({'%', *at});
    }
    return path;
}

std::string now_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    std::array<char, 64> text{};
    const auto length = std::strftime(text.data(), text.size(), "[%F %T] ", &parts);
    return {text.data(), length};
}

}  // namespace

DebugLog& DebugLog::instance() {
    static DebugLog log;
    return log;
}

DebugLog::DebugLog()
    : level_(level_of(variable("NCCL_DEBUG"))),
      mask_(mask_of(variable("NCCL_DEBUG_SUBSYS"))),
      host_(short_host_name()) {
    const char* pattern = variable("NCCL_DEBUG_FILE");
    if (level_ > Level::version && pattern != nullptr && *pattern != '\0')
        file_ = std::fopen(expanded(pattern, host_).c_str(), "w");
}

DebugLog::~DebugLog() {
    if (file_ != nullptr) std::fclose(file_);
}

bool DebugLog::enabled(Subsystem subsystem) const {
    return level_ >= Level::info && (static_cast<std::uint32_t>(subsystem) & mask_) != 0;
}

std::string DebugLog::prefix(int device) const {
    return host_ + ':' + std::to_string(getpid()) + ':' + std::to_string(syscall(SYS_gettid)) +
           " [" + std::to_string(device) + "] ";
}

void DebugLog::info(Subsystem subsystem, int device, std::string_view text) {
    if (enabled(subsystem)) write(prefix(device).append("NCCL INFO ").append(text));
}

void DebugLog::warn(int device, std::string_view place, std::string_view text) {
    {
        const std::lock_guard<std::mutex> held(guard_);
        last_error_ = std::string(text.substr(0, kLongestLine));
    }
    if (!warns()) return;
    write('\n' + now_text() + prefix(device).append(place).append(" NCCL WARN ").append(text));
}

void DebugLog::version(std::string_view text) {
    if (prints_version()) write(std::string(text));
}

std::string DebugLog::last_error() const {
    const std::lock_guard<std::mutex> held(guard_);
    return last_error_;
}

void DebugLog::write(std::string line) {
    if (line.size() > kLongestLine) line.resize(kLongestLine);
    line.push_back('\n');
    const std::lock_guard<std::mutex> held(guard_);
    std::FILE* out = file_ != nullptr ? file_ : stdout;
    std::fwrite(line.data(), 1, line.size(), out);
    std::fflush(out);
}

}  // namespace hopbench::sim::nccl

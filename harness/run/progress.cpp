#include "harness/run/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "harness/report/plain_text.hpp"

namespace hopbench {
namespace {

constexpr double line_seconds = 10;
constexpr std::size_t said_width = 5000;  ///< a reason may hold another program's output

/// What goes wrong on stderr (its reader left, a full disk) must not end a run: nobody is told.
void put(const std::string& text) noexcept {
    (void)std::fputs(text.c_str(), stderr);
}

std::size_t terminal_width() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

}  // namespace

std::string describe_duration(double seconds) {
    if (seconds < 99.5) return fmt::format("{:.0f} s", seconds);
    if (seconds < 599.5) {
        const auto whole = std::llround(seconds);
        return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    }
    const auto minutes = std::llround(seconds / 60);
    if (minutes < 60) return fmt::format("{} min", minutes);
    return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string describe(const ProgressState& state) {
    const int percent = state.total > 0 ? 100 * state.done / state.total : 0;
    auto text = fmt::format("{}/{} invocations, {} %", state.done, state.total, percent);
    if (!state.variant.empty()) text += fmt::format(", {}", state.variant);
    text += fmt::format(", {} elapsed", describe_duration(state.elapsed));
    if (state.left) text += fmt::format(", {} left", describe_duration(*state.left));
    return text;
}

StderrProgress::StderrProgress() : terminal_(isatty(STDERR_FILENO) == 1) {}

void StderrProgress::update(const ProgressState& state) {
    if (terminal_) {
        put("\r\033[K" + describe(state).substr(0, terminal_width() - 1));
        drawn_ = true;
    } else if (state.elapsed >= next_line_) {
        put(fmt::format("hopbench: {}\n", describe(state)));
        next_line_ = state.elapsed + line_seconds;
    }
}

void StderrProgress::finish(const ProgressState& state) {
    clear();
    put(fmt::format("hopbench: {}\n", describe(state)));
}

void StderrProgress::say(const std::string& text) {
    clear();
    put(fmt::format("hopbench: {}\n", reporting::one_line(text, said_width)));
}

void StderrProgress::clear() {
    if (!drawn_) return;
    put("\r\033[K");
    drawn_ = false;
}

}  // namespace hopbench

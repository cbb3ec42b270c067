#include "harness/cli/output.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "harness/model/error.hpp"
#include "harness/report/durable_file.hpp"

namespace hopbench::cli {

void write_stdout(std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0)
            throw usage_error("stdout", std::strerror(errno),
                              "keep its reader open, or name a file with -o");
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void write_answer(std::string_view text, const OutputOptions& options) {
    if (options.file.empty()) return write_stdout(text);
    write_durably(options.file, text, options.force ? Overwrite::yes : Overwrite::no);
}

void check_answer_file(const OutputOptions& options) {
    std::error_code ignored;
    if (!options.force && !options.file.empty() && std::filesystem::exists(options.file, ignored))
        throw usage_error(options.file.string(), "exists already",
                          "name another file or add --force");
}

bool colour_wanted() {
    const char* no_colour = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return isatty(STDOUT_FILENO) == 1 && !(no_colour && *no_colour) &&
           !(terminal && std::string_view(terminal) == "dumb");
}

int output_width() {
    winsize size{};
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40;
    return known ? size.ws_col : 100;
}

}  // namespace hopbench::cli

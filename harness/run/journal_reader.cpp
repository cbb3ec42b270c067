#include <climits>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/model/error.hpp"
#include "harness/protocol/json_fields.hpp"
#include "harness/run/journal.hpp"

namespace hopbench {
namespace {

using nlohmann::json;
using protocol::Fields;

constexpr const char* remedy = "the journal is damaged; start anew in another directory";

JournalHeader read_header(const json& line, const std::string& where) {
    const Fields fields(line, where, remedy);
    if (fields.text("schema") != "hopbench.journal/1")
        fields.fail("field \"schema\" is \"" + fields.text("schema") +
                    "\", not \"hopbench.journal/1\"");
    JournalHeader header{.plan_sha256 = fields.text("plan_sha256"),
                         .tool_version = fields.text("tool_version"),
                         .started = fields.text("started"),
                         .host = fields.text("host"),
                         .command = fields.text("command"),
                         .options = {}};
    const Fields options(fields.at("options"), where + ": options", remedy);
    for (const auto& [name, value] : fields.at("options").items())
        header.options[name] = options.text(name.c_str());
    return header;
}

Status read_status(const Fields& fields) {
    const auto word = fields.text("status");
    const auto status = parse_status(word);
    if (!status) fields.fail("field \"status\" has unknown value \"" + word + "\"");
    return *status;
}

bool read_has_samples(const Fields& fields) {
    const auto& samples = fields.at("has_samples");
    if (!samples.is_boolean()) fields.fail("field \"has_samples\" is neither true nor false");
    return samples.get<bool>();
}

JournalJob read_job(const Fields& fields) {
    return {.ordinal = fields.integer<int>("ordinal", 0, INT_MAX),
            .block = fields.integer<int>("block", 0, INT_MAX),
            .position = fields.integer<int>("position", 0, INT_MAX),
            .variant = fields.text("variant"),
            .status = read_status(fields),
            .reason = fields.text("reason"),
            .has_samples = read_has_samples(fields),
            .wall_seconds = fields.number("wall_seconds")};
}

void read_session_event(JournalContent& content, const Fields& fields, bool begins) {
    const auto name = fields.text("name");
    if (begins) {
        content.session_jobs.push_back({.name = name,
                                        .started = fields.text("started"),
                                        .boot_id = fields.text("boot_id"),
                                        .reason = {}});
        return;
    }
    if (content.session_jobs.empty() || content.session_jobs.back().name != name)
        fields.fail("field \"name\" names an invocation that was not begun");
    auto& job = content.session_jobs.back();
    job.ended = true;
    job.status = read_status(fields);
    job.reason = fields.text("reason");
    job.has_samples = read_has_samples(fields);
    job.wall_seconds = fields.number("wall_seconds");
    content.wall_seconds += job.wall_seconds;
}

void read_event(JournalContent& content, const json& line, const std::string& where) {
    const Fields fields(line, where, remedy);
    const auto event = fields.text("event");
    if (event == "complete") {
        content.complete = true;
        return;
    }
    if (event == "begin-session-job" || event == "end-session-job")
        return read_session_event(content, fields, event == "begin-session-job");
    const int block = fields.integer<int>("block", 0, INT_MAX);
    if (event == "begin-block") {
        content.blocks.push_back({.block = block,
                                  .started = fields.text("started"),
                                  .boot_id = fields.text("boot_id"),
                                  .jobs = {},
                                  .retries = {}});
        return;
    }
    if (content.blocks.empty() || content.blocks.back().block != block)
        fields.fail("field \"block\" names a block that was not begun");
    auto& current = content.blocks.back();
    if (event == "end-job") {
        current.jobs.push_back(read_job(fields));
    } else if (event == "retry-job") {
        current.retries.push_back(fields.text("what"));
    } else if (event == "end-block") {
        current.ended = true;
        content.wall_seconds += fields.number("wall_seconds");
    } else {
        fields.fail("field \"event\" has unknown value \"" + event + "\"");
    }
}

}  // namespace

JournalContent read_journal(const std::filesystem::path& file) {
    JournalContent content;
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found) return content;
    // Opening a pipe would wait for its writer.
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw usage_error(file.string(), "is no plain file", remedy);
    std::ifstream in(file, std::ios::binary);
    if (!in) throw usage_error(file.string(), "cannot be read", "check its permissions");
    std::string text;
    for (std::size_t number = 1; std::getline(in, text); ++number) {
        if (in.eof()) break;  // no newline: the writer died in this line
        const std::string where = file.string() + ": line " + std::to_string(number);
        const json line = json::parse(text, nullptr, false);
        if (line.is_discarded()) {
            // Blocks of a file reach the disk in any order: after a power cut the last line may
            // have its length and not its text.
            if (in.peek() == std::ifstream::traits_type::eof()) break;
            throw usage_error(where, "not valid JSON", remedy);
        }
        if (number == 1)
            content.header = read_header(line, where);
        else
            read_event(content, line, where);
        content.good_bytes += text.size() + 1;
    }
    return content;
}

}  // namespace hopbench

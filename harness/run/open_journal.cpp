#include <fmt/format.h>

#include "harness/model/error.hpp"
#include "harness/run/host_facts.hpp"
#include "harness/run/session.hpp"

namespace hopbench {
namespace {

namespace fs = std::filesystem;

JournalHeader new_header(const SessionSetup& setup) {
    return {.plan_sha256 = setup.plan.sha256,
            .tool_version = setup.frame.tool_version,
            .started = utc_now(),
            .host = setup.facts.host,
            .command = setup.command,
            .options = setup.options};
}

void check_same_run(const JournalHeader& header, const SessionSetup& setup,
                    const fs::path& journal) {
    std::string differences;
    auto options = setup.options;
    for (const auto& [name, value] : header.options) options.try_emplace(name, "");
    for (const auto& [name, mine] : options) {
        const auto found = header.options.find(name);
        const std::string theirs = found == header.options.end() ? "" : found->second;
        if (mine != theirs)
            differences += fmt::format("{}{} was \"{}\" and is \"{}\"",
                                       differences.empty() ? "" : ", ", name, theirs, mine);
    }
    if (differences.empty() && header.plan_sha256 != setup.plan.sha256)
        differences = fmt::format("the plan itself (it was made by version {}, this is {})",
                                  header.tool_version, setup.frame.tool_version);
    if (!differences.empty())
        throw usage_error(journal.string(), "another run was begun here: " + differences,
                          "repeat the options of the first start, or name another directory");
}

}  // namespace

JournalContent open_journal(const SessionSetup& setup, const RunDirectory& directory) {
    auto content = read_journal(directory.journal());
    if (content.header) {
        check_same_run(*content.header, setup, directory.journal());
        return content;
    }
    // A header cut by a kill: nothing was measured yet.
    std::error_code ignored;  // what cannot be removed cannot be written either, and that is said
    fs::remove(directory.journal(), ignored);
    const JournalWriter begun(directory.journal(), new_header(setup));
    return read_journal(directory.journal());
}

}  // namespace hopbench

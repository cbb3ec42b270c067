#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/plan/plan.hpp"
#include "harness/run/assembler.hpp"
#include "harness/run/journal.hpp"
#include "harness/run/launcher.hpp"
#include "harness/run/machine_facts.hpp"
#include "harness/run/progress.hpp"
#include "harness/run/run_directory.hpp"

namespace hopbench {

/// What a variant changed outside of its environment.
struct VariantFiles {
    std::filesystem::path root = "/";     ///< tree of sys/ and proc/ that its jobs see
    std::filesystem::path topology = {};  ///< what NCCL_TOPO_FILE names; empty: it is not set
    std::vector<std::string> notes = {};  ///< of the fixes, for people
};

/// A run, ready to be started.
struct SessionSetup {
    Plan plan;
    MachineFacts facts;
    ReportFrame frame;
    std::vector<Environment> environments;    ///< by variant, without what belongs to a job
    std::vector<VariantFiles> variant_files;  ///< by variant
    std::filesystem::path bench_directory;
    int parallel = 1;                            ///< invocations of one block at a time
    double deadline_seconds = 0;                 ///< of one invocation
    double session_deadline_seconds = 0;         ///< of one before the blocks
    std::map<std::string, std::string> options;  ///< must be equal on --resume
    std::string command;
};

enum class Outcome {
    complete,
    interrupted,       ///< by the user; what was measured is kept
    already_complete,  ///< nothing was done
};

struct SessionResult {
    Outcome outcome = Outcome::complete;
    std::optional<Report> report;  ///< as written; none where no block was complete
    int blocks_done = 0;
    int failed_invocations = 0;
    int failed_numbers = 0;  ///< cells × invocations without a number
    int faults = 0;          ///< of those, what is no plain "not supported"
    int not_applied = 0;     ///< variants whose treatment is not proven
};

/// Reads the directory's journal, or begins one: before anything else is written, so that whatever
/// a kill leaves behind is known as a run of hopbench. Throws Error (exit 2) naming what differs
/// when the journal belongs to a run with another plan or other options.
[[nodiscard]] JournalContent open_journal(const SessionSetup& setup, const RunDirectory& directory);

/// Runs the blocks in order, skipping those that `earlier` (of open_journal) holds; writes journal,
/// machine.json and, at the end or when interrupted, samples.bin and report.json. Samples files are
/// removed once both are durable. `interrupts` counts the user's signals. Throws Error (exit 2)
/// when the disk refuses; the journal then still allows --resume.
[[nodiscard]] SessionResult run_session(const SessionSetup& setup, const RunDirectory& directory,
                                        const JournalContent& earlier, Launcher& launcher,
                                        Progress& progress, const std::function<int()>& interrupts);

}  // namespace hopbench

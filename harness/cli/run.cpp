#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "harness/cli/format_option.hpp"
#include "harness/cli/margin_option.hpp"
#include "harness/cli/plan_text.hpp"
#include "harness/cli/run_flags.hpp"
#include "harness/cli/subcommand.hpp"
#include "harness/compare/compare.hpp"
#include "harness/report/report_reader.hpp"
#include "harness/run/captured_machine.hpp"
#include "harness/run/interrupt.hpp"
#include "harness/run/locate.hpp"
#include "harness/run/subprocess_launcher.hpp"
#include "harness/run/variant_files.hpp"

namespace hopbench::cli {
namespace {

struct RunCommand {
    RunFlags flags;
    std::filesystem::path directory;
    bool dry_run = false, resume = false, force = false, gate = false;
    bool require_conclusive = false;
};

Existing existing_of(const RunCommand& command) {
    if (command.resume && command.force)
        throw usage_error("--resume and --force", "one goes on, the other begins anew",
                          "give one of them");
    if (command.resume) return Existing::resume;
    return command.force ? Existing::replace : Existing::refuse;
}

void announce(const PreparedRun& run, const JournalContent& earlier, Progress& progress) {
    progress.say(announce_machine(run));
    progress.say(announce_work(run));
    if (run.setup.plan.request.blocks < 8)
        progress.say("below 8 blocks every comparison is inconclusive by definition");
    for (const auto& note : run.setup.plan.notes) progress.say(note);
    if (earlier.blocks.empty()) return;
    const auto ended = std::count_if(earlier.blocks.begin(), earlier.blocks.end(),
                                     [](const JournalBlock& block) { return block.ended; });
    progress.say(fmt::format("going on with a run begun {}: {} of {} blocks are there",
                             earlier.header->started, ended, run.setup.plan.request.blocks));
}

/// The machine that the baseline meets; the benches tell their part themselves.
Machine capture_baseline(const PreparedRun& run) {
    const auto& root = run.setup.variant_files.front().root;
    return capture_machine(root.empty() ? "/" : root,
                           {.hopbench = executable_directory() / "hopbench",
                            .bench = {},
                            .bench_missing = {},
                            .environment = run.setup.environments.front()});
}

SessionResult run_prepared(PreparedRun& run, const RunDirectory& directory) {
    const Interrupt interrupt;  // before the journal: what is begun ends in order
    StderrProgress progress;
    const auto earlier = open_journal(run.setup, directory);
    if (!earlier.complete) announce(run, earlier, progress);
    if (!earlier.complete) {
        lay_out_variants(run, directory);
        run.setup.facts.captured = capture_baseline(run);
    }
    SubprocessLauncher launcher(interrupt.wake_fd());
    return run_session(run.setup, directory, earlier, launcher, progress,
                       [&] { return interrupt.count(); });
}

/// Prints the comparison of all candidates; its exit code is the run's.
Exit gate(const Report& report, bool require_conclusive) {
    CompareOptions options;
    options.require_conclusive = require_conclusive;
    const auto comparison = compare_variants(report, "", {}, options);
    const FormatOptions screen;
    write_stdout(render_comparison(comparison, format_of(screen), render_options(screen, false)));
    return comparison.exit;
}

std::string summary_text(const SessionResult& result, const PreparedRun& run,
                         const RunDirectory& directory) {
    const auto report = directory.report().string();
    std::string text;
    if (result.outcome == Outcome::already_complete)
        return fmt::format("this run is complete; nothing was done: {}\n", report);
    if (result.outcome == Outcome::interrupted && !result.report)
        text = "interrupted before the first block was complete: there is no report yet\n";
    else if (result.outcome == Outcome::interrupted)
        text = fmt::format("interrupted: {} holds {} of {} blocks\n", report, result.blocks_done,
                           run.setup.plan.request.blocks);
    else
        text = fmt::format(
            "{}: {} cells, {} blocks{}\n", report, result.report->cells.size(), result.blocks_done,
            result.failed_numbers > 0 || result.failed_invocations > 0 ? "" : ", no failures");
    if (result.failed_invocations > 0)
        text += fmt::format("{} of {} invocations failed; see {}\n", result.failed_invocations,
                            run.setup.plan.jobs.size(), directory.logs().string());
    if (result.failed_numbers > 0)
        text += fmt::format("{} numbers are missing; `hopbench report {}` gives their reasons\n",
                            result.failed_numbers, report);
    if (result.not_applied > 0)
        text += fmt::format("{} variants are not applied; compare will not judge them\n",
                            result.not_applied);
    if (result.outcome == Outcome::interrupted)
        return text + "go on: the same command with --resume\n";
    return text + fmt::format("compare: hopbench compare {}\n", report);
}

Exit run_command(const RunCommand& command) {
    const auto existing = existing_of(command);
    if (!command.dry_run) {
        if (command.directory.empty())
            throw usage_error("-o", "no directory for the results is named", "add -o DIR");
        RunDirectory::check(command.directory, existing);
    }
    auto run = prepare(command.flags);
    if (command.dry_run) {
        write_stdout(plan_text(run));
        return Exit::ok;
    }
    const RunDirectory directory(command.directory, existing);
    const auto result = run_prepared(run, directory);
    if (!command.gate || result.outcome == Outcome::interrupted)
        write_stdout(summary_text(result, run, directory));
    if (result.outcome == Outcome::interrupted) return Exit::interrupted;
    if (!command.gate)
        return result.faults > 0 || result.not_applied > 0 ? Exit::findings : Exit::ok;
    return gate(result.report ? *result.report : read_report(directory.report()),
                command.require_conclusive);
}

}  // namespace

void add_run(CLI::App& application, Action& action) {
    auto* command = application.add_subcommand(
        "run", "Measure: baseline, baseline-control and variants, interleaved in blocks");
    auto flags = std::make_shared<RunCommand>();
    add_run_flags(*command, flags->flags);
    command
        ->add_option("-o,--output", flags->directory,
                     "Directory of report.json, samples.bin, machine.json,\n"
                     "journal.jsonl, logs/, evidence/ and fixes/")
        ->type_name("DIR");
    command->add_flag("--require-conclusive", flags->require_conclusive,
                      "With --gate: exit 3 when a group is inconclusive");
    command->add_flag("--force", flags->force, "Replace a run that DIR holds");
    command->add_flag("--resume", flags->resume, "Go on with a run that was ended");
    command->add_flag("--dry-run", flags->dry_run, "Print the plan and end");
    command->add_flag("--gate", flags->gate,
                      "Compare every variant with the baseline afterwards; exit code as\n"
                      "compare's");
    command->footer(
        "Examples:\n  hopbench run --variant queues:CUDA_DEVICE_MAX_CONNECTIONS=1 -o "
        "results/runs/queues\n"
        "  hopbench run --simulate tests/machines/proxmox-vm-8x-rtx-pro-6000.json \\\n"
        "      --variant slow:HOPBENCH_SIM_SET=scale.cross_numa_latency=1.10 -o /tmp/hopbench "
        "--gate\n"
        "  hopbench run --simulate tests/machines/proxmox-vm-8x-rtx-pro-6000.json \\\n"
        "      --variants topo-xml,sysfs,sysfs+topo-xml -o results/runs/topology\n"
        "  hopbench run --cases 'hostcopy/*' --bind none --bind gpu-local -o results/runs/bound\n"
        "  hopbench run --suite standard --gpus 0-3 --dry-run\n\n"
        "A case that fails is a record and the run goes on; it then ends with exit 1, as it does "
        "when a\nvariant was not applied.\n"
        "Ctrl-C keeps the complete blocks in a report (exit 130); --resume goes on from there.");
    command->callback([flags, &action] { action = [flags] { return run_command(*flags); }; });
}

}  // namespace hopbench::cli

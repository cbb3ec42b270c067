#include "tests/unit/bench_p2p/scripted_child.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "bench/p2p/step.hpp"
#include "bench/p2p/step_child.hpp"
#include "harness/protocol/samples_line.hpp"

namespace hopbench::testing {
namespace {

void say(const std::string& line) {
    std::cout << line << '\n' << std::flush;
}

/// True once in the life of the parent.
bool first_time() {
    const auto mark =
        std::filesystem::temp_directory_path() / ("hopbench-scripted-" + std::to_string(getppid()));
    if (std::filesystem::exists(mark)) return false;
    std::ofstream(mark) << "killed\n";
    return true;
}

void answer(const CaseName& name) {
    CaseRecord record = step_record(name);
    const int how = name.dst.value_or(0);
    record.notes["pid"] = getpid();
    if (how == lost) {
        record.status = Status::crashed;
        record.reason = "the context is lost";
    }
    if (how == refusing && name.method == "enable") {
        record.status = Status::refused;
        record.reason = "no";
    }
    say("done " + samples_case_line(record));
}

void serve(const std::string& line) {
    const CaseName name = parse_case_name(line).value();
    const int how = name.dst.value_or(0);
    if (how == killed_always || (how == killed_once && first_time())) raise(SIGKILL);
    say("try " + line);
    if (how == segfault) {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    if (how == stubborn) {
        signal(SIGTERM, SIG_IGN);
        for (;;) pause();
    }
    if (how == late) sleep(1);
    if (how == lying) {
        say("done nothing");
        return;
    }
    if (how == boasting) {
        CaseName other = name;
        other.dst = fine;
        return answer(other);
    }
    if (how == babbling) {
        say("");
        say("try " + line);
        say(std::string(100'000, 'x'));
    }
    answer(name);
}

}  // namespace

int scripted_child(int argc, char** argv) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (argc != 4) return 2;
    const int source = std::atoi(std::strrchr(argv[3], ',') + 1);  // the highest of its devices
    if (source == silent) {
        std::cerr << "first line\nno memory left\n";
        return 5;
    }
    if (source == unfit) {
        say("unfit CUDA devices\tthe driver shows none\tload it");
        return 4;
    }
    say("ready");
    for (std::string line; std::getline(std::cin, line);) serve(line);
    return 0;
}

}  // namespace hopbench::testing

int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], hopbench::step_child_option) == 0)
        return hopbench::testing::scripted_child(argc, argv);
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}

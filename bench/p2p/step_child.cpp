#include "bench/p2p/step_child.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <charconv>
#include <iostream>
#include <string>

#include "bench/common/samples_header.hpp"
#include "bench/common/termination.hpp"
#include "bench/p2p/step.hpp"
#include "harness/model/error.hpp"
#include "harness/protocol/samples_line.hpp"

namespace hopbench {
namespace {

void say(const std::string& line) {
    const WritingSection writing;
    std::cout << line << '\n' << std::flush;
}

/// Creates the contexts of these devices. What fails is met again, and recorded, by a step.
void prepare(Machine& machine, std::string_view devices) {
    for (int index = 0; !devices.empty();) {
        const auto [end, error] =
            std::from_chars(devices.data(), devices.data() + devices.size(), index);
        if (error != std::errc{}) return;
        devices.remove_prefix(static_cast<std::size_t>(end - devices.data()));
        if (!devices.empty()) devices.remove_prefix(1);
        if (index < 0 || index >= machine.size()) continue;
        try {
            (void)machine.device(index);
        } catch (const CudaError&) {
        }
    }
}

void serve(Machine& machine, std::uint64_t seed) {
    PeerSession peers;
    bool lost = false;
    for (std::string line; !lost && std::getline(std::cin, line);) {
        const auto name = parse_case_name(line);
        if (!name || !name->src || !name->dst || !step_index(*name)) return;
        say("try " + line);
        const CaseRecord record = try_step(machine, peers, seed, *name, lost);
        say("done " + samples_case_line(record));
    }
}

int unfit(const Error& error) {
    say("unfit " + error.subject() + "\t" + error.why() + "\t" + error.remedy());
    return static_cast<int>(error.code());
}

}  // namespace

int step_child_main(int argc, char** argv, const BenchProgram& program) {
    // Nobody else would end a child that hangs once its parent is gone.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    install_termination_handler();
    try {
        Machine machine;
        if (argc == 3 && std::string_view(argv[2]) == "facts") {
            say("facts " + samples_header_line(samples_header(machine, "none", program)));
            return 0;
        }
        if (argc != 4) throw usage_error("command line", "this is hopbench's own option", "");
        prepare(machine, argv[3]);
        say("ready");
        serve(machine, std::stoull(argv[2]));
        return 0;
    } catch (const Error& error) {
        return unfit(error);
    } catch (const CudaError& error) {
        return unfit(unfit_error("CUDA", error.what(), "check the driver and the devices"));
    } catch (const std::exception& error) {
        return unfit(usage_error(program.name, error.what(), "free memory and try again"));
    }
}

}  // namespace hopbench

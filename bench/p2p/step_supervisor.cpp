#include "bench/p2p/step_supervisor.hpp"

#include <signal.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <set>

#include "bench/p2p/raw_time.hpp"
#include "bench/p2p/step.hpp"
#include "bench/p2p/step_process.hpp"
#include "harness/model/error.hpp"
#include "harness/protocol/samples_line.hpp"

namespace hopbench {
namespace {

constexpr double init_seconds = 120;  ///< CUDA on many GPUs, nothing kept alive between processes
constexpr int max_starts = 2;         ///< of children that do not come up, for one source

std::string seconds_text(double seconds) {
    std::string text = std::to_string(seconds);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text + " s";
}

bool takes_word(std::string& line, std::string_view word) {
    if (!line.starts_with(word)) return false;
    line.erase(0, word.size());
    return true;
}

/// "WHAT\tWHY\tREMEDY" of a child that cannot work.
Error unfit(const std::string& text) {
    const auto first = text.find('\t');
    const auto second = first == std::string::npos ? first : text.find('\t', first + 1);
    if (second == std::string::npos) return unfit_error("CUDA", text, "check the driver");
    return unfit_error(text.substr(0, first), text.substr(first + 1, second - first - 1),
                       text.substr(second + 1));
}

std::string pair_text(const CaseName& name) {
    return std::to_string(name.src.value_or(-1)) + "," + std::to_string(name.dst.value_or(-1));
}

/// The steps of one source, in order, each in a living child.
class Supervisor {
  public:
    Supervisor(const IsolatedRequest& request, const std::function<void(CaseRecord&&)>& done)
        : request_(request), done_(done), begin_(raw_time()) {}

    void run(std::deque<CaseName> steps) {
        child_.reset();
        failed_starts_ = 0;
        for (; !steps.empty(); steps.pop_front()) {
            CaseRecord record = step_record(steps.front());
            if (!excluded(record) && started(steps, record)) attempt(record);
            if (record.name.method == std::string_view("enable"))
                enabled_[pair_text(record.name)] = record.status;
            done_(std::move(record));
        }
        if (child_) (void)child_->end(true);
        child_.reset();
    }

  private:
    /// Steps that are not begun, and why.
    bool excluded(CaseRecord& record) const {
        const CaseName& name = record.name;
        for (const auto& gpu : {name.src, name.dst})
            if (quarantined_.contains(gpu.value_or(-1)))
                return conclude(record, Status::wedged,
                                "not tried: a process that could not be ended holds GPU " +
                                    std::to_string(*gpu));
        const auto enabled = enabled_.find(pair_text(name));
        if (step_definitions()[*step_index(name)].needs_enable && enabled != enabled_.end() &&
            enabled->second != Status::ok)
            return conclude(
                record, Status::not_supported,
                "not tried: needs enable, which was " + std::string(to_string(enabled->second)));
        if (request_.all_seconds > 0 && raw_time() - begin_ > request_.all_seconds)
            return conclude(record, Status::hung,
                            "not tried: earlier steps have used up the time of this run, " +
                                seconds_text(request_.all_seconds));
        return false;
    }

    static bool conclude(CaseRecord& record, Status status, std::string reason) {
        record.status = status;
        record.reason = std::move(reason);
        return true;
    }

    /// Makes sure that a child is up; else the record says why there is none.
    bool started(const std::deque<CaseName>& steps, CaseRecord& record) {
        if (child_) return true;
        if (failed_starts_ >= max_starts) {
            record.status = start_status_;
            record.reason = "not tried: " + start_reason_;
            return false;
        }
        std::set<int> devices;
        for (const CaseName& step : steps) devices.insert({*step.src, *step.dst});
        std::string list;
        for (const int device : devices) list += (list.empty() ? "" : ",") + std::to_string(device);
        child_ = std::make_unique<StepProcess>(std::vector{std::to_string(request_.seed), list});
        std::string line;
        const auto wait = child_->receive(line, raw_time() + init_seconds);
        if (wait == StepProcess::Wait::line && line == "ready") return true;
        ++failed_starts_;
        const bool said = wait == StepProcess::Wait::line && takes_word(line, "unfit ");
        const bool slow = wait == StepProcess::Wait::timeout;
        std::replace(line.begin(), line.end(), '\t', ' ');
        const Ending ending = end_child(record.name, !slow);
        start_status_ = !ending.gone ? Status::wedged : slow ? Status::hung : Status::crashed;
        start_reason_ = said   ? line
                        : slow ? "CUDA was not initialised in " + seconds_text(init_seconds)
                               : "a process that initialises CUDA ended with " + describe(ending);
        record.status = start_status_;
        record.reason = start_reason_;
        return false;
    }

    void attempt(CaseRecord& record) {
        for (int tries = 1;; ++tries) {
            const std::string name = format_case_name(record.name);
            (void)child_->send(name);
            const double until = raw_time() + request_.step_seconds;
            std::string line;
            bool tried = false;
            StepProcess::Wait wait;
            while ((wait = child_->receive(line, until)) == StepProcess::Wait::line) {
                if (line == "try " + name) tried = true;
                if (tried && takes_word(line, "done ")) return finished(record, line);
            }
            const Ending ending = end_child(record.name, wait != StepProcess::Wait::timeout);
            // A process that somebody else killed says nothing about the step, once.
            const bool foreign = ending.gone && !ending.ended && ending.signalled &&
                                 ending.code == SIGKILL && tries == 1;
            if (foreign && started({record.name}, record)) continue;
            lost(record, ending, wait == StepProcess::Wait::timeout);
            return;
        }
    }

    void finished(CaseRecord& record, const std::string& line) {
        try {
            CaseRecord answer = parse_samples_case_line(line, "a child of hopbench-p2p");
            if (answer.name != record.name)
                throw usage_error("a child of hopbench-p2p", "answered for another case", "");
            record = std::move(answer);
        } catch (const Error& error) {
            record.status = Status::crashed;
            record.reason = std::string("its answer is no record: ") + error.what();
        }
        if (record.status == Status::crashed) (void)end_child(record.name, true);
    }

    void lost(CaseRecord& record, const Ending& ending, bool slow) const {
        if (!ending.gone)
            conclude(record, Status::wedged,
                     "did not end within " + seconds_text(request_.step_seconds) +
                         ", and its process ends neither by SIGTERM nor by SIGKILL");
        else if (slow)
            conclude(record, Status::hung,
                     "did not end within " + seconds_text(request_.step_seconds) +
                         "; its process was ended");
        else
            conclude(record, Status::crashed, "its process ended with " + describe(ending));
        record.verification.note = "the step did not finish";
    }

    Ending end_child(const CaseName& name, bool listens) {
        const Ending ending = child_->end(listens);
        child_.reset();
        if (!ending.gone) quarantined_.insert({*name.src, *name.dst});
        return ending;
    }

    const IsolatedRequest& request_;
    const std::function<void(CaseRecord&&)>& done_;
    double begin_;
    std::unique_ptr<StepProcess> child_;
    int failed_starts_ = 0;
    Status start_status_ = Status::ok;
    std::string start_reason_;
    std::map<std::string, Status> enabled_;
    std::set<int> quarantined_;
};

}  // namespace

SamplesHeader describe_in_child() {
    StepProcess child({"facts"});
    std::string line;
    const auto wait = child.receive(line, raw_time() + init_seconds);
    if (wait == StepProcess::Wait::line && takes_word(line, "facts "))
        return parse_samples_header_line(line, "a child of hopbench-p2p");
    if (wait == StepProcess::Wait::line && takes_word(line, "unfit ")) throw unfit(line);
    const bool slow = wait == StepProcess::Wait::timeout;
    const Ending ending = child.end(!slow);
    throw unfit_error("CUDA",
                      slow ? "did not answer within " + seconds_text(init_seconds)
                           : "a process that asks for the devices ended with " + describe(ending),
                      "check the driver and the devices");
}

void run_steps(const IsolatedRequest& request, const std::function<void(CaseRecord&&)>& done) {
    std::vector<int> sources;
    std::map<int, std::vector<CaseName>> by_source;
    for (const auto& planned : request.cases) {
        const CaseName& name = planned.name;
        if (!name.src || !name.dst)
            throw usage_error(format_case_name(name), "the case needs src and dst", "name both");
        if (!by_source.contains(*name.src)) sources.push_back(*name.src);
        by_source[*name.src].push_back(name);
    }
    Supervisor supervisor(request, done);
    for (const int source : sources) {
        auto& steps = by_source[source];
        std::stable_sort(steps.begin(), steps.end(), [](const CaseName& a, const CaseName& b) {
            return std::pair(*a.dst, step_index(a)) < std::pair(*b.dst, step_index(b));
        });
        supervisor.run({steps.begin(), steps.end()});
    }
}

}  // namespace hopbench

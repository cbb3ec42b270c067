#include "bench/p2p/matrix_text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace hopbench {
namespace {

using Cells = std::map<std::pair<int, int>, const CaseRecord*>;

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.insert(0, width - text.size(), ' ');
    return text;
}

std::string heading(const SamplesHeader& header) {
    std::string text = "Peer capabilities: " + std::to_string(header.devices.size()) + " GPU" +
                       (header.devices.size() == 1 ? "" : "s");
    if (!header.devices.empty()) text += ", " + header.devices.front().name;
    if (header.model) text += "\nSIMULATED by model " + header.model->name + ": no hardware facts";
    return text + "\n";
}

std::string matrix(const Cells& cells) {
    std::set<int> sources, destinations;
    std::size_t width = 3;
    for (const auto& [pair, record] : cells) {
        sources.insert(pair.first);
        destinations.insert(pair.second);
        width = std::max(width, to_string(record->status).size());
    }
    constexpr std::size_t first = 10;
    std::string text = padded("src \\ dst", first);
    for (const int destination : destinations)
        text += "  " + padded(std::to_string(destination), width);
    text += '\n';
    for (const int source : sources) {
        text += padded(std::to_string(source), first);
        for (const int destination : destinations) {
            const auto cell = cells.find({source, destination});
            text += "  " +
                    padded(cell == cells.end() ? "-" : std::string(to_string(cell->second->status)),
                           width);
        }
        text += '\n';
    }
    return text;
}

std::string step_text(const std::string& step, const Cells& cells) {
    const Status status = cells.begin()->second->status;
    const bool agree = std::all_of(cells.begin(), cells.end(),
                                   [&](const auto& cell) { return cell.second->status == status; });
    if (agree)
        return "\n" + step + ": " + std::string(to_string(status)) + " for all " +
               std::to_string(cells.size()) + (cells.size() == 1 ? " pair\n" : " pairs\n");
    return "\n" + step + ":\n" + matrix(cells);
}

/// Each reason once, with the pairs it holds for.
std::string reasons_text(std::span<const CaseRecord> records) {
    struct Reason {
        std::string what, pairs;
        int count = 0;
    };
    constexpr int most_named = 8;
    std::vector<Reason> reasons;
    for (const auto& record : records) {
        if (record.reason.empty()) continue;
        const std::string what =
            record.name.method + " " + std::string(to_string(record.status)) + ": " + record.reason;
        auto known = std::find_if(reasons.begin(), reasons.end(),
                                  [&](const Reason& reason) { return reason.what == what; });
        if (known == reasons.end()) known = reasons.insert(known, {.what = what, .pairs = {}});
        if (++known->count <= most_named)
            known->pairs += (known->pairs.empty() ? "" : ", ") +
                            std::to_string(record.name.src.value_or(-1)) + ">" +
                            std::to_string(record.name.dst.value_or(-1));
    }
    std::string text;
    for (const auto& [what, pairs, count] : reasons) {
        text += "  " + what + "\n    pairs " + pairs;
        if (count > most_named) text += " and " + std::to_string(count - most_named) + " more";
        text += '\n';
    }
    return text.empty() ? text : "\nReasons:\n" + text;
}

}  // namespace

std::string capability_text(const SamplesHeader& header, std::span<const CaseRecord> records) {
    std::vector<std::string> steps;
    std::map<std::string, Cells> by_step;
    for (const auto& record : records) {
        if (!by_step.contains(record.name.method)) steps.push_back(record.name.method);
        by_step[record.name.method][{record.name.src.value_or(-1), record.name.dst.value_or(-1)}] =
            &record;
    }
    std::string text = heading(header);
    for (const auto& step : steps) text += step_text(step, by_step[step]);
    return text + reasons_text(records);
}

}  // namespace hopbench

#include "harness/report/comparison_json.hpp"

#include "harness/report/cell_writer.hpp"
#include "harness/report/json_members.hpp"

// Every struct is unpacked by structured bindings: a new field does not compile until it is
// written.

namespace hopbench::reporting {
namespace {

void append_effect(std::string& out, const std::optional<Effect>& effect) {
    if (!effect) {
        out += "null";
        return;
    }
    const auto& [theta, se, critical, low, high, blocks, interval] = *effect;
    ObjectLine line(out);
    line.number("theta", theta).number("se", se).number("critical", critical);
    line.number("low", low).number("high", high).number("blocks", blocks);
    line.flag("interval", interval);
    line.close();
}

void append_cell_result(std::string& out, const CellResult& cell) {
    const auto& [key, statistic, verdict, effect, margin, base_value, head_value, unit, better,
                 watch, flags, why] = cell;
    ObjectLine line(out);
    append_cell_key(line.member("key"), key);
    line.text("statistic", statistic).text("verdict", to_string(verdict));
    append_effect(line.member("effect"), effect);
    line.number("margin", margin).number("base_value", base_value);
    line.number("head_value", head_value).text("unit", unit).text("better", to_string(better));
    line.flag("watch", watch).texts("flags", flags).text("why", why);
    line.close();
}

void append_group_key(std::string& out, const GroupKey& key) {
    const auto& [family, metric, statistic, pair_class, band] = key;
    ObjectLine line(out);
    line.text("family", family).text("metric", metric).text("statistic", statistic);
    line.text("class", to_string(pair_class)).text("band", to_string(band));
    line.close();
}

void append_group(std::string& out, const GroupResult& group) {
    const auto& [key, head, verdict, effect, margin_kind, margin, base_value, head_value, unit,
                 better, cells, worst, flags, why, lean] = group;
    ObjectLine line(out);
    append_group_key(line.member("group"), key);
    line.text("head", head).text("verdict", to_string(verdict));
    append_effect(line.member("effect"), effect);
    line.text("margin_kind", to_string(margin_kind)).number("margin", margin);
    line.number("base_value", base_value).number("head_value", head_value).text("unit", unit);
    line.text("better", to_string(better)).number("cells", cells);
    if (worst)
        append_cell_result(line.member("worst"), *worst);
    else
        line.member("worst") += "null";
    line.texts("flags", flags).text("why", why).text("lean", lean);
    line.close();
}

void append_control(std::string& out, const ControlResult& control) {
    const auto& [present, passed, failures, groups] = control;
    ObjectLine line(out);
    line.flag("present", present).flag("passed", passed).texts("failures", failures);
    append_json_lines(line.member("groups"), groups, append_group);
    line.close();
}

void append_contrast(std::string& out, const Contrast& contrast) {
    const auto& [base, head, groups, cells, unmatched, applied, treatment, perceived] = contrast;
    ObjectLine line(out);
    line.text("base", base).text("head", head).flag("applied", applied);
    line.text("treatment", treatment).texts("perceived", perceived);
    append_json_lines(line.member("groups"), groups, append_group);
    append_json_lines(line.member("cells"), cells, append_cell_result);
    append_json_texts(line.member("unmatched"), unmatched);
    line.close();
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
    const auto& [mode, base_source, head_source, simulated, identity, differences, incomparable,
                 assumptions, warnings, margins, family_level, control, contrasts, worse, better,
                 same, inconclusive, exit, headline] = comparison;
    std::string out;
    JsonMembers member(out);
    member.text("schema", "hopbench.comparison/1");
    member.text("headline", headline);
    append_json_number(member("exit"), static_cast<int>(exit));
    member("simulated") += simulated ? "true" : "false";
    ObjectLine counts(member("counts"));
    counts.number("worse", worse).number("better", better).number("same", same);
    counts.number("inconclusive", inconclusive);
    counts.close();
    member.text("mode", mode);
    member.text("base_source", base_source);
    member.text("head_source", head_source);
    member.text("identity", identity);
    append_json_texts(member("differences"), differences);
    append_json_texts(member("incomparable"), incomparable);
    append_json_texts(member("assumptions"), assumptions);
    append_json_texts(member("warnings"), warnings);
    ObjectLine epsilons(member("margins"));
    for (const auto& [kind, epsilon] : margins) epsilons.number(to_string(kind), epsilon);
    epsilons.close();
    append_json_number(member("family_level"), family_level);
    append_control(member("control"), control);
    append_json_lines(member("contrasts"), contrasts, append_contrast);
    member.close();
    return out;
}

}  // namespace hopbench::reporting

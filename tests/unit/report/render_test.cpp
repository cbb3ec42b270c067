#include "harness/report/render.hpp"
#include "harness/model/size_text.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/report/contrast_section.hpp"
#include "harness/report/format_value.hpp"
#include "harness/report/plain_text.hpp"
#include "tests/unit/report/fixture.hpp"

namespace hopbench {
namespace {

using namespace reporting;

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

bool has_control_characters(const std::string& text) {
    for (const char c : text)
        if (static_cast<unsigned char>(c) < ' ' && c != '\n') return true;
    return false;
}

TEST(FormatValue, ReadsLikePeopleWriteIt) {
    EXPECT_EQ(format_value(1.42e-6, "s"), "1.42 µs");
    EXPECT_EQ(format_value(1.3e-5, "s"), "13.0 µs");
    EXPECT_EQ(format_value(0.063896, "s"), "63896 µs");
    EXPECT_EQ(format_value(5e-8, "s"), "0.0500 µs");
    EXPECT_EQ(format_value(5.5e10, "B/s"), "55.0 GB/s");
    EXPECT_EQ(format_value(std::nan(""), "s"), "–");
    EXPECT_EQ(size_text(4), "4 B");
    EXPECT_EQ(size_text(4097), "4097 B");
    EXPECT_EQ(size_text(1048576), "1 MiB");
    EXPECT_EQ(format_change(-0.17), "−17 %");
    EXPECT_EQ(format_change(0.09997), "+10 %");
    EXPECT_EQ(format_change(0.0123), "+1.2 %");
    EXPECT_EQ(format_change(0), "0.00 %");
    EXPECT_EQ(format_percent(0.05), "5 %");
}

TEST(ChangeText, HasTheFormPeopleLike) {
    const Effect effect{.theta = std::log(1.18 / 1.42),
                        .se = std::log(1.01) / 3,
                        .critical = 3,
                        .low = 0,
                        .high = 0,
                        .blocks = 10};
    EXPECT_EQ(change_text(1.42e-6, 1.18e-6, "s", Better::lower, effect),
              "1.42 µs ± 1 % → 1.18 µs (−17 %)");
    auto none = effect;
    none.interval = false;
    EXPECT_EQ(change_text(1.42e-6, 1.18e-6, "s", Better::lower, none), "1.42 µs → 1.18 µs (−17 %)");
    // More is better: a θ below zero is a larger value.
    EXPECT_EQ(change_text(50e9, 55e9, "B/s", Better::higher, Effect{.theta = -std::log(1.1)}),
              "50.0 GB/s ± 0 % → 55.0 GB/s (+10 %)");
}

TEST(PlainText, NeutralisesWhatATerminalWouldObey) {
    EXPECT_EQ(plain_text("µ→± ok"), "µ→± ok");
    EXPECT_EQ(plain_text("\x1b[2J\n\x7f"), "\uFFFD[2J\uFFFD\uFFFD");
    EXPECT_EQ(plain_text("a\tb"), "a b");
    EXPECT_EQ(plain_text("\xff\xc0\x80"), "\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(plain_text("\u202Eevil\u009b"), "\uFFFDevil\uFFFD");
    EXPECT_EQ(display_width("µ→±"), 3u);
    EXPECT_EQ(shortened("µ→±x", 3), "µ→…");
    EXPECT_EQ(one_line("a\nb\x1b[31m", 20), "a b\uFFFD[31m");
    EXPECT_EQ(one_line(std::string("a\0b", 3), 20), "a\uFFFDb");
    EXPECT_EQ(one_line(std::string(9000, 'x'), 5000).size(), 4999 + std::string("…").size());
}

TEST(RenderReport, SaysSimulatedFirstInEveryFormat) {
    const auto report = fixture::full_report();
    EXPECT_EQ(first_line(render_report(report, Format::text, {})).rfind("SIMULATED", 0), 0u);
    EXPECT_EQ(first_line(render_report(report, Format::markdown, {})).rfind("## SIMULATED", 0), 0u);
    EXPECT_TRUE(holds(render_report(report, Format::json, {}), "\"simulated\": true"));
    auto real = report;
    real.model.reset();
    real.identity = {.gpu_model = "Example GPU", .gpu_count = 4, .simulated = false, .methods = {}};
    for (auto& gpu : real.gpus) gpu.name = "Example GPU";
    EXPECT_EQ(first_line(render_report(real, Format::text, {})).rfind("measured", 0), 0u);
    EXPECT_FALSE(holds(render_report(real, Format::text, {}), "SIMULATED"));
}

TEST(RenderReport, FoldsAlikePairsAndShowsAllOnDemand) {
    auto report = fixture::full_report();
    for (auto& cell : report.cells)
        if (cell.key.bytes == 4)
            for (auto& value : cell.invocations.median) value = 1.3e-5;
    const auto folded = render_report(report, Format::text, {});
    EXPECT_TRUE(holds(folded, "all 12 pairs alike: 13.0 µs to 13.0 µs")) << folded;
    EXPECT_TRUE(holds(folded, "2 more measured and shown in part here"));
    const auto all =
        render_report(report, Format::text, {.color = false, .width = 100, .all = true});
    EXPECT_FALSE(holds(all, "alike"));
    EXPECT_TRUE(holds(all, "variant slow"));
}

TEST(RenderReport, FailuresComeWithTheirReason) {
    const auto text = render_report(fixture::full_report(), Format::text, {});
    EXPECT_TRUE(holds(text, "refused"));
    EXPECT_TRUE(holds(text, "peer mapping resources exhausted"));
    EXPECT_TRUE(holds(text, "✗"));
}

TEST(RenderReport, CollectivesBySizeWithDerivedBandwidths) {
    auto report = fixture::full_report();
    Cell cell = report.cells.front();
    cell.key = {.family = "allreduce",
                .method = "nccl-tests-in-place",
                .metric = "time",
                .src = std::nullopt,
                .dst = std::nullopt,
                .bytes = 1'000'000,
                .direction = "",
                .engine = "nccl/float/sum",
                .host_node = std::nullopt};
    cell.pair_class = PairClass::collective;
    for (auto& value : cell.invocations.median) value = 1e-4;
    report.cells = {cell};
    const auto text = render_report(report, Format::text, {});
    EXPECT_TRUE(holds(text, "1000000 B        100         10.00         15.00")) << text;
}

TEST(RenderReport, CapabilitiesThatContradictEachOtherAreFindings) {
    auto report = fixture::fabric_report();
    auto text = render_report(report, Format::text, {});
    EXPECT_TRUE(holds(text, "finding: enable refused although the driver says the pair can: 3→0"));
    EXPECT_TRUE(holds(text, "finding: ce_push corrupt although access was granted: 0→3"));
    EXPECT_TRUE(holds(text, "CORRUPT"));
    EXPECT_FALSE(holds(text, "1→2 (cudaDeviceCanAccessPeer says no)"))
        << "what the machine says it cannot is no finding";
    std::erase_if(report.capabilities,
                  [](const Capability& one) { return one.status != Status::ok; });
    for (auto& one : report.capabilities)
        if (one.step == "attributes") one.notes["can_access"] = 0;
    text = render_report(report, Format::text, {});
    EXPECT_TRUE(holds(text, "attributes: no for all 12 pairs"));
    EXPECT_TRUE(holds(text,
                      "finding: enable ok although the driver says the pair cannot: 0→1, 0→2, "
                      "0→3, 1→0 and 6 more pairs"));
    EXPECT_TRUE(holds(text, "ce_push: ok for all 9 pairs"));
    EXPECT_FALSE(holds(text, "REFUSED"));
    const auto json = render_report(report, Format::json, {});
    EXPECT_TRUE(holds(json, "{\"step\":\"ce_push\",\"pairs\":9,\"status\":{\"ok\":9}}"));
}

TEST(RenderReport, HostCopiesByNodeAndCollectivesByRanks) {
    const auto text = render_report(fixture::fabric_report(), Format::text, {});
    EXPECT_TRUE(holds(text, "55.2 local  38.1 remote"));
    EXPECT_TRUE(holds(text, "nccl/float/sum · 4 ranks · variant topo-xml"));
    EXPECT_FALSE(holds(text, "variant baseline-control"));
    EXPECT_TRUE(holds(text, "1 MiB        185          5.67          8.51"))
        << "busbw = algbw · 2(n−1)/n of 4 ranks";
    EXPECT_TRUE(holds(text, "and 11 more"));
}

TEST(RenderReport, NcclAndBindingsAreShownWhereTheyAreKnown) {
    auto report = fixture::fabric_report();
    auto text = render_report(report, Format::text, {});
    EXPECT_TRUE(holds(text, "what NCCL perceived"));
    EXPECT_TRUE(holds(text, "fell back to simple order  no"));
    EXPECT_TRUE(holds(text, "gpu-local  64-127  bind:1"));
    EXPECT_TRUE(holds(text, "host pages unverified: move_pages: EPERM"));
    report.nccl.clear();
    report.bindings.resize(1);
    report.placements.resize(1);
    text = render_report(report, Format::text, {});
    EXPECT_FALSE(holds(text, "NCCL perceived"));
    EXPECT_FALSE(holds(text, "bindings, as requested"));
    report.bindings.clear();
    for (auto& cell : report.cells)
        for (auto& index : cell.invocations.placement) index = 9;
    EXPECT_TRUE(holds(render_report(report, Format::text, {.all = true}), "pairs"));
}

TEST(RenderReport, EmptyReportIsNoCrash) {
    for (const auto format : {Format::text, Format::markdown, Format::json})
        EXPECT_FALSE(render_report(Report{}, format, {}).empty());
}

TEST(RenderReport, NumbersWhoseMeanOverflowsAreNoCrash) {
    auto report = fixture::full_report();
    for (auto& cell : report.cells)
        for (auto& median : cell.invocations.median) median = 1.7e308;
    for (const auto format : {Format::text, Format::markdown, Format::json})
        EXPECT_FALSE(holds(render_report(report, format, {}), "inf"));
}

TEST(RenderComparison, HeadlineThenMarkerThenChangesThenBasis) {
    const auto text = render_comparison(fixture::full_comparison(), Format::text, {});
    EXPECT_EQ(first_line(text), fixture::full_comparison().headline);
    const auto marker = text.find("SIMULATED"), basis = text.find("rests on"),
               worse = text.find("✗ worse"), better = text.find("✓ better");
    EXPECT_LT(marker, worse);
    EXPECT_LT(worse, better);
    EXPECT_LT(better, basis);
    EXPECT_NE(basis, std::string::npos);
    EXPECT_TRUE(holds(text, "4 groups not shown: 1 same, 1 inconclusive (1 leaning worse)"));
    EXPECT_FALSE(holds(text, "= same"));
    EXPECT_TRUE(holds(render_comparison(fixture::full_comparison(), Format::text,
                                        {.color = false, .width = 100, .all = true}),
                      "= same"));
}

TEST(RenderComparison, ColourOnlyAdds) {
    const auto comparison = fixture::full_comparison();
    const auto plain = render_comparison(comparison, Format::text, {});
    EXPECT_FALSE(has_control_characters(plain));
    auto coloured = render_comparison(comparison, Format::text, {.color = true});
    EXPECT_TRUE(has_control_characters(coloured));
    for (auto at = coloured.find('\x1b'); at != std::string::npos; at = coloured.find('\x1b'))
        coloured.erase(at, coloured.find('m', at) + 1 - at);
    EXPECT_EQ(coloured, plain);
}

TEST(RenderComparison, MarkdownIsEscapedAndBounded) {
    auto comparison = fixture::full_comparison();
    const auto small = render_comparison(comparison, Format::markdown,
                                         {.color = false, .width = 100, .all = true});
    EXPECT_FALSE(has_control_characters(small));
    EXPECT_FALSE(holds(render_report(fixture::full_report(), Format::markdown, {}), "<b>"));
    for (int i = 0; i < 200'000; ++i)
        comparison.contrasts[0].unmatched.push_back("latency/oneshot/src:0 <script> | cell");
    const auto large = render_comparison(comparison, Format::markdown,
                                         {.color = false, .width = 100, .all = true});
    EXPECT_LE(large.size(), 1u << 20);
    EXPECT_TRUE(holds(large, "Cut here at 1 MiB"));
    EXPECT_FALSE(holds(large, "<script>"));
}

TEST(RenderComparison, JsonHasNoInfinities) {
    auto comparison = fixture::full_comparison();
    auto& effect = *comparison.contrasts[0].groups[0].effect;
    effect.critical = effect.high = INFINITY;
    effect.interval = false;
    const auto json = render_comparison(comparison, Format::json, {});
    EXPECT_TRUE(holds(json, "\"critical\":null"));
    EXPECT_FALSE(holds(json, "inf,"));
    EXPECT_FALSE(has_control_characters(json));
}

}  // namespace
}  // namespace hopbench

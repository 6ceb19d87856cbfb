// SPDX-License-Identifier: GPL-3.0-or-later
// The sections that lead from a step to its parts.
#include "core/analysis/graph_leftovers.h"
#include "core/analysis/graph_nodes.h"
#include "core/analysis/pattern_groups.h"
#include "core/analysis/step_breakdown.h"
#include "core/report/content_parts.h"

namespace nv {

using namespace content;

namespace {

std::string nsPerStep(DurationNs sum, std::size_t periods)
{
    return orDash(perStep(sum, periods), text::duration);
}

std::string timesPerStep(std::uint64_t count, std::size_t periods)
{
    return orDash(perStep(count, periods), text::number);
}

std::string pidText(const TraceModel& trace, ProcessId process)
{
    return process.isNone() ? "—" : std::to_string(trace.processes[process()].pid);
}

std::string choiceText(const StepBreakdown& found)
{
    switch (found.choice) {
    case StepChoice::Generation:
        return "of " + std::to_string(found.generationRequests.value_or(0))
               + " generation requests and no context request";
    case StepChoice::Regular:
        return "regular in the steady state";
    case StepChoice::All:
        return "all there are";
    case StepChoice::None:
        break;
    }
    return "none";
}

std::string stepSentence(const StepBreakdown& found)
{
    std::string out = text::count(found.steps) + " steps (" + choiceText(found) + "), "
                      + text::count(found.leftOut) + " others left out.";
    if (found.walls.count > 0)
        out += " From begin to begin: mean " + ns(found.walls.avg) + ", p50 " + ns(found.walls.p50)
               + ", p95 " + ns(found.walls.p95) + ".";
    if (found.gaps && found.gaps->count > 0)
        out += " From an end to the next begin: p50 " + ns(found.gaps->p50) + ".";
    if (found.walls.count > 0 || (found.gaps && found.gaps->count > 0))
        out += " " + std::string(text::kP50Meaning);
    return out;
}

TextTable ranksTable(const TraceModel& trace, const StepBreakdown& found)
{
    TextTable table;
    table.caption = "Per rank and step";
    table.columns = {{"rank", true}, {"process", true}, {"periods", true}, {"wall clock", true},
                     {"busy", true}, {"kernels", true}, {"replays", true}};
    for (std::size_t r = 0; r < found.ranks.size(); ++r) {
        const StepRank& rank = found.ranks[r];
        table.rows.push_back({{std::to_string(r)},
                              {pidText(trace, rank.process)},
                              {text::count(rank.periods)},
                              {nsPerStep(rank.wall, rank.periods)},
                              {orDash(rank.busyPerStep(), text::duration)},
                              {timesPerStep(rank.kernels, rank.periods)},
                              {timesPerStep(rank.replays, rank.periods)}});
    }
    return table;
}

TextTable rangesTable(const StepRank& rank)
{
    TextTable table;
    table.caption = "NVTX ranges, per step";
    table.columns = {{"range"}, {"calls", true}, {"inclusive", true}, {"self", true}};
    addRows(table, rank.ranges, [&](const StepRangeRow& row) -> std::vector<TextCell> {
        return {name(row.name),
                {timesPerStep(row.calls, rank.periods)},
                {nsPerStep(row.inclusive, rank.periods)},
                {nsPerStep(row.self, rank.periods)}};
    });
    table.note += "Cut at the steps.";
    return table;
}

TextTable stepKernelsTable(const TraceModel& trace, const StepRank& rank)
{
    TextTable table;
    table.caption = "Kernels, per step";
    table.columns = {{"kernel"}, {"launches", true}, {"time", true}};
    addRows(table, rank.kernelNames, [&](const StepKernelRow& row) -> std::vector<TextCell> {
        return {name(trace.names.display(row.shortName)),
                {timesPerStep(row.count, rank.periods)},
                {nsPerStep(static_cast<DurationNs>(row.total), rank.periods)}};
    });
    table.note += "Whole durations.";
    return table;
}

TextTable stepApiTable(const StepRank& rank)
{
    TextTable table;
    table.caption = "CUDA API, per step";
    table.columns = {{"call"}, {"class"}, {"calls", true}, {"time", true}};
    addRows(table, rank.api, [&](const StepApiRow& row) -> std::vector<TextCell> {
        return {name(row.name),
                {row.cls},
                {timesPerStep(row.calls, rank.periods)},
                {nsPerStep(row.total, rank.periods)}};
    });
    table.note += "Cut at the steps.";
    return table;
}

std::string graphSentence(const GraphSummary& summary, const GraphLeftovers& leftovers)
{
    if (!summary.coverageByCount)
        return leftovers.reason;
    if (summary.launches == 0 && *summary.coverageByCount == 0.0)
        return "No graph was launched in this window.";
    return "Graphs hold " + text::percent(*summary.coverageByCount) + " of the kernels and "
           + orDash(summary.coverageByTime, text::percent) + " of their time, in "
           + text::count(summary.launches) + " launches.";
}

TextTable eagerTable(const ReportInput& input, const GraphLeftovers& leftovers)
{
    TextTable table;
    table.caption = "Kernels launched one by one";
    table.columns = {{"kernel"},         {"launches", true},   {"idle before", true},
                     {"GPU time", true}, {"suspicious", true}, {"range"}};
    addRows(table, input.tables.graphs.eager, [&](const EagerRow& row) -> std::vector<TextCell> {
        const std::optional<std::uint64_t> suspicious = leftovers.suspicious(row.demangled);
        return {name(input.trace().names.display(row.demangled)),
                {text::count(row.count)},
                {ns(row.gapBefore)},
                {ns(row.total)},
                {suspicious ? text::count(*suspicious) : "—"},
                name(row.nvtx)};
    });
    table.note += "Suspicious: a GEMM, a norm or a collective inside a step that also launches "
                  "graphs.";
    return table;
}

TextTable replaysTable(const GraphNodes& found)
{
    TextTable table;
    table.caption = "Graphs";
    table.columns = {
        {"graph", true}, {"recorded as"}, {"nodes", true}, {"replays", true},
        {"mean", true},  {"p95", true},   {"max", true},   {"gaps between nodes", true}};
    addRows(table, found.graphs, [&](const GraphRow& row) -> std::vector<TextCell> {
        return {{std::to_string(table.rows.size() + 1)},
                {row.isWhole ? "whole replays" : "nodes"},
                {row.nodes ? text::count(*row.nodes) : "—"},
                {text::count(row.spans.count)},
                {ns(row.spans.avg)},
                {ns(row.spans.p95)},
                {ns(row.spans.max)},
                {row.gaps ? ns(*row.gaps) : "—"}};
    });
    return table;
}

std::string meanGap(const GraphNodeRow& row)
{
    return row.gaps == 0 ? "—" // the first node of its replay
                         : ns(static_cast<double>(row.gapBefore) / static_cast<double>(row.gaps));
}

TextTable nodesTable(const TraceModel& trace, const GraphNodes& found)
{
    TextTable table;
    table.caption = "Nodes, folded over the replays of their graph";
    table.columns = {{"node"},       {"graph", true}, {"runs", true}, {"total", true},
                     {"mean", true}, {"p95", true},   {"max", true},  {"mean gap before", true}};
    addRows(table, found.nodes, [&](const GraphNodeRow& row) -> std::vector<TextCell> {
        return {name(opLabel(trace, row.longest)),
                {std::to_string(row.graph + 1)},
                {text::count(row.stats.count)},
                {ns(row.stats.total)},
                {ns(row.stats.avg)},
                {ns(row.stats.p95)},
                {ns(row.stats.max)},
                {meanGap(row)}};
    });
    table.note += "Whole durations.";
    return table;
}

} // namespace

Section stepCostSection(const ReportInput& input)
{
    const StepBreakdown found = stepBreakdown(input.analysis, input.window(), {}, {});
    Section section;
    section.title = "Cost of a step";
    if (!found.reason.empty() || found.ranks.empty()) {
        section.paragraphs.push_back({found.reason, true});
        return section;
    }
    section.paragraphs.push_back({stepSentence(found)});
    if (!found.isEnough())
        section.paragraphs.push_back({"Fewer than " + std::to_string(kEnoughSteps)
                                      + " steps: too few to speak of a steady cost."});
    const TraceModel& trace = input.trace();
    const StepRank& rank = found.ranks.front();
    section.tables = {ranksTable(trace, found), rangesTable(rank), stepKernelsTable(trace, rank),
                      stepApiTable(rank)};
    std::erase_if(section.tables, [](const TextTable& table) { return table.rows.empty(); });
    if (found.ranks.size() > 1)
        section.paragraphs.push_back(
            {"Ranges, kernels and calls are those of rank 0; analyze --json has all ranks."});
    return section;
}

Section patternSection(const ReportInput& input)
{
    const RepeatingPattern found = repeatingPattern(input.analysis, input.window(), {});
    Section section;
    section.title = "What repeats inside a step";
    if (!found.isFound())
        return section;
    const TraceModel& trace = input.trace();
    const auto layers = static_cast<double>(found.repetitions);
    section.paragraphs.push_back({text::count(found.kernels.size()) + " kernels from one "
                                      + trace.names.display(found.anchor) + " to the next, "
                                      + text::count(found.repetitions) + " times a step.",
                                  true});
    TextTable table;
    table.columns = {{"group"},          {"kernels"},           {"operation"}, {"gaps", true},
                     {"per step", true}, {"of the gaps", true}, {"priority"}};
    addRows(table, found.groups, [&](const PatternGroup& group) -> std::vector<TextCell> {
        const double gap = found.mean(group.gap);
        return {{group.label},
                {std::to_string(group.first) + "–" + std::to_string(group.last)},
                {group.operation, true},
                {ns(gap)},
                {ns(gap * layers)},
                {text::percent(group.share)},
                {std::string(gapPriorityKey(group.priority))}};
    });
    table.note += "Mean of " + text::count(found.matched) + " repetitions in "
                  + text::count(found.steps) + " steps, " + text::count(found.others)
                  + " with other kernels left out.";
    section.tables.push_back(std::move(table));
    return section;
}

Section graphsSection(const ReportInput& input)
{
    Section section;
    section.title = "CUDA graphs";
    const GraphSummary& summary = input.tables.graphs;
    const GraphLeftovers leftovers =
        graphLeftovers(input.analysis, input.window(), summary, input.only, {});
    const GraphNodes nodes = graphNodes(input.analysis, input.window(), input.only, {});
    if (summary.eager.empty() && nodes.graphs.empty())
        return section; // nothing ran that a graph could hold
    section.paragraphs.push_back({graphSentence(summary, leftovers), true});
    const bool hasGraphs = !nodes.graphs.empty() || summary.launches > 0;
    if (!hasGraphs)
        return section;
    if (leftovers.unknown > 0)
        section.paragraphs.push_back({"Of " + text::count(leftovers.unknown)
                                      + " kernels nothing says how they were launched."});
    if (!nodes.reason.empty())
        section.paragraphs.push_back({nodes.reason, true});
    section.tables = {replaysTable(nodes), nodesTable(input.trace(), nodes),
                      eagerTable(input, leftovers)};
    std::erase_if(section.tables, [](const TextTable& table) { return table.rows.empty(); });
    return section;
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/graphs/graph_tables.h"

#include "core/analysis/tables/table_parts.h"
#include "ui/format.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"

namespace nv {
namespace {

const EagerRow& eagerAt(const GraphAnswer& answer, std::size_t i)
{
    return answer.found->summary.eager[i];
}

const GraphNodeRow& nodeAt(const GraphAnswer& answer, std::size_t i)
{
    return answer.found->nodes.nodes[i];
}

const PatternGroup& groupAt(const GraphAnswer& answer, std::size_t i)
{
    return answer.found->pattern.groups[i];
}

QString text(const char* utf8)
{
    return QString::fromUtf8(utf8);
}

FixedUnit unitOf(std::size_t rows, const Get<double>& get)
{
    return durationUnitOf(rows, get, UnitBy::Largest);
}

Column suspicionColumn(const GraphAnswer& answer)
{
    Column out = remarkColumn(
        {text("left out of graphs"), text("suspicious_count"),
         text("Launches of a GEMM, a norm or a collective inside a step that also launches graphs: "
              "something keeps them from being captured."),
         128},
        [answer](std::size_t i) {
            const auto count = answer.found->leftovers.suspicious(eagerAt(answer, i).demangled);
            if (!count)
                return format::unknown();
            return *count == 0 ? QString() : format::count(*count);
        });
    out.key = [answer](std::size_t i) {
        const auto count = answer.found->leftovers.suspicious(eagerAt(answer, i).demangled);
        return count ? SortKey(*count) : SortKey();
    };
    return out;
}

Get<std::optional<double>> nodeNumber(const GraphAnswer& answer, double DurationStats::*field)
{
    return [answer, field](std::size_t i) { return std::optional(nodeAt(answer, i).stats.*field); };
}

Get<std::optional<DurationNs>> nodeTime(const GraphAnswer& answer, Ns DurationStats::*field)
{
    return [answer, field](std::size_t i) {
        return std::optional(static_cast<DurationNs>(nodeAt(answer, i).stats.*field));
    };
}

void addNodeTimes(Table& table, const GraphAnswer& answer)
{
    const auto total = unitOf(table.rows, [&](std::size_t i) {
        return static_cast<double>(nodeAt(answer, i).stats.total);
    });
    const auto one = unitOf(table.rows, [&](std::size_t i) { return nodeAt(answer, i).stats.avg; });
    auto& out = table.columns;
    out.push_back(durationColumn({text("total"), text("total_ns"), text("All its runs."), 84},
                                 total, nodeTime(answer, &DurationStats::total)));
    out.push_back(averageColumn({text("mean"), text("avg_ns"), text("Of one run."), 72}, one,
                                nodeNumber(answer, &DurationStats::avg)));
    out.push_back(durationColumn(
        {text("p95"), text("p95_ns"), text("95 of 100 runs take no longer (nearest rank)."), 72},
        one, nodeTime(answer, &DurationStats::p95)));
    out.push_back(durationColumn({text("max"), text("max_ns"), text("The longest run."), 72}, one,
                                 nodeTime(answer, &DurationStats::max)));
    const auto gap = [answer](std::size_t i) -> std::optional<double> {
        const GraphNodeRow& row = nodeAt(answer, i);
        if (row.gaps == 0)
            return std::nullopt;
        return static_cast<double>(row.gapBefore) / static_cast<double>(row.gaps);
    };
    out.push_back(averageColumn(
        {text("gap before"), text("gap_before_avg_ns"),
         text("Mean time since the latest end of an earlier node of the same replay on its "
              "device."),
         112},
        one, gap, text("It is the first node of its replay.")));
}

void addGaps(Table& table, const GraphAnswer& answer)
{
    const RepeatingPattern& pattern = answer.found->pattern;
    const auto gap = [answer](std::size_t i) {
        return answer.found->pattern.mean(groupAt(answer, i).gap);
    };
    const auto layers = static_cast<double>(pattern.repetitions);
    const auto perStep = [gap, layers](std::size_t i) { return gap(i) * layers; };
    auto& out = table.columns;
    out.push_back(averageColumn(
        {text("gaps"), text("gap_avg_ns"),
         text("Time on the stream before its kernels, of one repetition."), 84},
        unitOf(table.rows, gap), [gap](std::size_t i) { return std::optional(gap(i)); }));
    out.push_back(
        averageColumn({text("per step"), text("gap_step_avg_ns"),
                       text("Gaps of one repetition times the repetitions in a step."), 100},
                      unitOf(table.rows, perStep),
                      [perStep](std::size_t i) { return std::optional(perStep(i)); }));
    out.push_back(
        shareColumn({text("share"), text("share"), text("Of the gaps of one repetition."), 64},
                    [answer](std::size_t i) { return groupAt(answer, i).share; }));
    Column priority = textColumn(
        {text("priority"), text("priority"), text("High from 40 % of the gaps, medium from 25 %."),
         72},
        [answer](std::size_t i) { return fromUtf8(gapPriorityKey(groupAt(answer, i).priority)); },
        {});
    priority.key = [answer](std::size_t i) {
        return SortKey(static_cast<std::int64_t>(groupAt(answer, i).priority));
    };
    out.push_back(std::move(priority));
}

} // namespace

std::shared_ptr<const GraphFindings> graphFindings(const Analysis& analysis, const Window& window,
                                                   const std::stop_token& stop)
{
    auto found = std::make_shared<GraphFindings>();
    TableContext context(analysis, window, {}, stop);
    found->summary = graphSummary(context);
    found->leftovers = graphLeftovers(analysis, window, found->summary, {}, stop);
    found->nodes = graphNodes(analysis, window, {}, stop);
    found->pattern = repeatingPattern(analysis, window, stop);
    if (stop.stop_requested())
        return nullptr;
    return found;
}

Table eagerTable(const GraphAnswer& answer)
{
    Table table;
    table.rows = answer.found->summary.eager.size();
    table.id = [answer](std::size_t i) {
        return std::uint64_t{eagerAt(answer, i).demangled.value};
    };
    auto& out = table.columns;
    out.push_back(wide(
        nameColumn({text("kernel"), text("name"), text("Kernels that no graph has launched."), 150},
                   [answer](std::size_t i) {
                       const QString name =
                           fromUtf8(answer.trace().names.display(eagerAt(answer, i).demangled));
                       return NameCell{name, name, {}};
                   })));
    out.push_back(countColumn({text("launches"), text("count"), text("In the window."), 68},
                              [answer](std::size_t i) { return eagerAt(answer, i).count; }));
    const auto gaps = unitOf(table.rows, [&](std::size_t i) {
        return static_cast<double>(eagerAt(answer, i).gapBefore);
    });
    out.push_back(durationColumn(
        {text("idle before"), text("gap_before_ns"),
         text("Time of the window in which the device was idle until one of them began."), 116},
        gaps, [answer](std::size_t i) { return std::optional(eagerAt(answer, i).gapBefore); }));
    const auto totals = unitOf(
        table.rows, [&](std::size_t i) { return static_cast<double>(eagerAt(answer, i).total); });
    out.push_back(
        durationColumn({text("GPU time"), text("total_ns"), text("Whole durations."), 104}, totals,
                       [answer](std::size_t i) {
                           return std::optional(static_cast<DurationNs>(eagerAt(answer, i).total));
                       }));
    out.push_back(suspicionColumn(answer));
    out.push_back(textColumn(
        {text("NVTX range"), text("nvtx"),
         text("Innermost range around the launch with the largest gap before it."), 110},
        [answer](std::size_t i) { return fromUtf8(eagerAt(answer, i).nvtx); },
        text("No NVTX range of the launching thread is open there.")));
    return table;
}

Table graphNodeTable(const GraphAnswer& answer)
{
    Table table;
    table.rows = answer.found->nodes.nodes.size();
    table.id = [answer](std::size_t i) {
        return std::uint64_t{nodeAt(answer, i).graph} << 32 | nodeAt(answer, i).longest.value;
    };
    auto& out = table.columns;
    out.push_back(wide(nameColumn(
        {text("graph node"), text("name"), text("What it runs.  A row leads to its longest run."),
         150},
        [answer](std::size_t i) {
            const OpIndex op = nodeAt(answer, i).longest;
            return NameCell{opName(answer.trace(), op), opFullName(answer.trace(), op), {}};
        })));
    out.push_back(countColumn(
        {text("graph"), text("graph"), text("Graphs are numbered by their first replay."), 52},
        [answer](std::size_t i) { return nodeAt(answer, i).graph + 1; }));
    out.push_back(countColumn({text("runs"), text("count"), text("Over all replays."), 60},
                              [answer](std::size_t i) { return nodeAt(answer, i).stats.count; }));
    addNodeTimes(table, answer);
    return table;
}

Table patternTable(const GraphAnswer& answer)
{
    Table table;
    table.rows = answer.found->pattern.groups.size();
    table.id = [answer](std::size_t i) { return std::uint64_t{groupAt(answer, i).first}; };
    auto& out = table.columns;
    out.push_back(nameColumn({text("group"), text("name"), text("In the order they run."), 52},
                             [answer](std::size_t i) {
                                 const QString label = fromUtf8(groupAt(answer, i).label);
                                 return NameCell{label, label, {}};
                             }));
    Column kernels = textColumn(
        {text("kernels"), text("kernels"), text("Positions from the anchor on, which is 0."), 72},
        [answer](std::size_t i) -> QString {
            const PatternGroup& group = groupAt(answer, i);
            return QString::number(group.first) + text("–") + QString::number(group.last);
        },
        {});
    kernels.key = [answer](std::size_t i) {
        return SortKey(std::uint64_t{groupAt(answer, i).first});
    };
    out.push_back(std::move(kernels));
    out.push_back(wide(textColumn(
        {text("operation"), text("operation"), text("What the group is built around, by name."),
         96},
        [answer](std::size_t i) { return fromUtf8(groupAt(answer, i).operation); }, {})));
    addGaps(table, answer);
    return table;
}

QString graphHeadline(const GraphAnswer& answer)
{
    const GraphSummary& summary = answer.found->summary;
    if (!summary.coverageByCount)
        return fromUtf8(answer.found->leftovers.reason);
    if (summary.launches == 0 && *summary.coverageByCount == 0.0)
        return QStringLiteral("No graph was launched in this window.");
    return QStringLiteral("Graphs hold %1 of the kernels and %2 of their time, in %3 launches.")
        .arg(format::percent(summary.coverageByCount), format::percent(summary.coverageByTime),
             format::count(summary.launches));
}

QString eagerCaption(const GraphAnswer& answer)
{
    const std::uint64_t unknown = answer.found->leftovers.unknown;
    QString out = QStringLiteral("kernels launched one by one");
    if (unknown > 0)
        out += QStringLiteral(" · of %1 launches nothing says how").arg(format::count(unknown));
    return out;
}

QString nodesCaption(const GraphAnswer& answer)
{
    const GraphNodes& nodes = answer.found->nodes;
    if (!nodes.reason.empty())
        return fromUtf8(nodes.reason);
    std::uint64_t replays = 0;
    for (const GraphRow& graph : nodes.graphs)
        replays += graph.spans.count;
    return QStringLiteral("nodes of %1 graphs over %2 replays")
        .arg(format::count(nodes.graphs.size()), format::count(replays));
}

QString patternCaption(const GraphAnswer& answer)
{
    const RepeatingPattern& pattern = answer.found->pattern;
    if (!pattern.isFound())
        return fromUtf8(pattern.reason);
    return QStringLiteral("%1 kernels from one %2 to the next, %3 times a step · mean of %4 "
                          "repetitions in %5 steps, %6 others left out")
        .arg(format::count(pattern.kernels.size()),
             fromUtf8(answer.trace().names.display(pattern.anchor)),
             format::count(pattern.repetitions), format::count(pattern.matched),
             format::count(pattern.steps), format::count(pattern.others));
}

} // namespace nv

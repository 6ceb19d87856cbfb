// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/rules/copy_rows.h"

#include "core/analysis/stats/memory_operations.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"
#include "core/trace/row_source.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace nv {
namespace {

constexpr std::array<std::string_view, 1> kGreenContext = {"greenContextId"};

std::string_view tableOf(OpKind kind)
{
    return kind == OpKind::Memcpy ? "CUPTI_ACTIVITY_KIND_MEMCPY" : "CUPTI_ACTIVITY_KIND_MEMSET";
}

struct Copy
{
    std::uint32_t op = 0;
    std::int64_t green = 0; ///< 0: none
};

struct Match
{
    Ns duration = 0;
    Copy copy;
    CallNameId call;
};

class CopySearch
{
public:
    CopySearch(const CopyRule& rule, const TraceModel& trace)
        : m_rule(rule)
        , m_trace(trace)
    {
        for (const CallName& name : trace.callNames)
            m_takesName.push_back(!name.text.isNone() && !trace.names.isDangling(name.text)
                                  && rule.takesCall(trace.names.text(name.text)));
    }

    Status findCopies(const StatsFilter& filter, const std::stop_token& stop)
    {
        NV_TRY(greens, readGreens(stop));
        for (const std::uint32_t op : keptOps(m_trace, m_rule.kind, filter)) {
            if (m_trace.ops.correlation[op] == kNoCorrelation
                || !m_rule.takesCopy(m_trace.copy(OpIndex(op))))
                continue;
            const std::size_t row = m_trace.ops.fileOrder[op];
            const bool hasGreen = greens != nullptr && row < greens->size();
            m_copies.push_back({op, hasGreen ? greens->columns[0].integerOr(row, 0) : 0});
        }
        std::stable_sort(m_copies.begin(), m_copies.end(),
                         [this](const Copy& a, const Copy& b) { return isBefore(a, b); });
        return Nothing{};
    }

    Result<std::vector<Match>> findMatches(const std::stop_token& stop) const
    {
        std::vector<Match> matches;
        const std::vector<std::uint32_t> calls = keptCalls(m_trace, {});
        for (std::size_t i = 0; i < calls.size(); ++i) {
            if (shouldStop(stop, i))
                return statsCancelled();
            const CallNameId name = m_trace.calls.name[calls[i]];
            if (!m_takesName[name()])
                continue;
            for (const Copy& copy : copiesOf(m_trace.calls.correlation[calls[i]]))
                matches.push_back(
                    {m_trace.ops.end[copy.op] - m_trace.ops.start[copy.op], copy, name});
        }
        std::stable_sort(matches.begin(), matches.end(),
                         [](const Match& a, const Match& b) { return a.duration > b.duration; });
        return matches;
    }

private:
    Result<RawTablePtr> readGreens(const std::stop_token& stop) const
    {
        const std::string_view table = tableOf(m_rule.kind);
        if (m_trace.fileRows == nullptr || !m_trace.fileRows->has(table, kGreenContext[0]))
            return RawTablePtr{};
        return m_trace.fileRows->read(table, kGreenContext, stop);
    }

    auto placeOf(const Copy& copy) const
    {
        const Stream& stream = m_trace.streams[m_trace.ops.stream[copy.op]()];
        const CopyVariant& what = m_trace.copy(OpIndex(copy.op));
        const std::int64_t process =
            stream.process.isNone() ? kMinNs : m_trace.processes[stream.process()].globalId;
        return std::tuple(m_trace.devices[stream.device()].number.value_or(kMinNs), stream.context,
                          copy.green, stream.number, process, what.bytes, what.copyKind,
                          what.srcKind, what.dstKind);
    }

    bool isBefore(const Copy& a, const Copy& b) const
    {
        const OpTable& ops = m_trace.ops;
        const auto key = [&](const Copy& copy) {
            return std::tuple(ops.correlation[copy.op], ops.start[copy.op], ops.end[copy.op]);
        };
        if (key(a) != key(b))
            return key(a) < key(b);
        return placeOf(a) < placeOf(b);
    }

    std::span<const Copy> copiesOf(std::int64_t correlation) const
    {
        const auto before = [this](const Copy& copy, std::int64_t id) {
            return m_trace.ops.correlation[copy.op] < id;
        };
        const auto after = [this](std::int64_t id, const Copy& copy) {
            return id < m_trace.ops.correlation[copy.op];
        };
        const auto first = std::lower_bound(m_copies.begin(), m_copies.end(), correlation, before);
        const auto last = std::upper_bound(first, m_copies.end(), correlation, after);
        return {first, last};
    }

    CopyRule m_rule;
    const TraceModel& m_trace;
    std::vector<bool> m_takesName; ///< by callNames
    std::vector<Copy> m_copies;    ///< by correlation id
};

StatsRow rowOf(const TraceModel& trace, const CopyRule& rule, const Match& match)
{
    const OpIndex op(match.copy.op);
    const CopyVariant& what = trace.copy(op);
    const Stream& stream = trace.streams[trace.ops.stream[op()]()];
    const auto& device = trace.devices[stream.device()].number;
    StatsRow row{match.duration, trace.ops.start[op()]};
    if (rule.kind == OpKind::Memcpy)
        row.push_back(memoryKindCell(what.srcKind));
    row.push_back(memoryKindCell(what.dstKind));
    row.emplace_back(what.bytes);
    row.push_back(stream.process.isNone() ? StatsCell()
                                          : StatsCell(trace.processes[stream.process()].pid));
    row.push_back(device ? StatsCell(*device) : StatsCell());
    row.emplace_back(stream.context);
    row.push_back(match.copy.green == 0 ? StatsCell() : StatsCell(match.copy.green));
    row.push_back(stream.number < 0 ? StatsCell() : StatsCell(stream.number));
    row.emplace_back(std::string(trace.names.text(trace.callNames[match.call()].text)));
    return row;
}

std::vector<StatsColumn> columnsOf(const CopyRule& rule)
{
    std::vector<StatsColumn> columns{{"Duration", StatsUnit::Time}, {"Start", StatsUnit::Time}};
    if (rule.kind == OpKind::Memcpy)
        columns.insert(columns.end(), {{"Src Kind"}, {"Dst Kind"}});
    else
        columns.push_back({"Memory Kind"});
    columns.insert(columns.end(), {{"Bytes", StatsUnit::Memory},
                                   {"PID"},
                                   {"Device ID"},
                                   {"Context ID"},
                                   {"Green Context ID"},
                                   {"Stream ID"},
                                   {"API Name"}});
    return columns;
}

} // namespace

Result<StatsTable> copyRows(const CopyRule& rule, const TraceModel& trace,
                            const StatsRequest& request, const StatsFilter& filter,
                            const std::stop_token& stop)
{
    const bool isCopy = rule.kind == OpKind::Memcpy;
    if (trace.counts[isCopy ? TableKind::Memcpy : TableKind::Memset] == 0)
        return missingTable(request,
                            isCopy ? "this trace holds no copies" : "this trace holds no memsets");
    if (trace.counts[TableKind::Runtime] == 0)
        return missingTable(request, "this trace holds no CUDA API calls");
    NV_TRY(own, ruleFilter(trace, request, filter));
    CopySearch search(rule, trace);
    if (Status found = search.findCopies(own, stop); !found)
        return found.error();
    NV_TRY(matches, search.findMatches(stop));
    StatsTable table;
    table.columns = columnsOf(rule);
    for (std::size_t i = 0; i < ruleRows(request, matches.size()); ++i)
        table.rows.push_back(rowOf(trace, rule, matches[i]));
    return table;
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/raw_rows.h"

#include <algorithm>

namespace nv {

Result<RawTablePtr> readRaw(const TraceModel& trace, std::string_view table,
                            std::span<const std::string_view> columns, const std::stop_token& stop)
{
    if (!trace.fileRows)
        return RawTablePtr{};
    return trace.fileRows->read(table, columns, stop);
}

bool hasTable(const TraceModel& trace, std::string_view table)
{
    return trace.fileRows && trace.fileRows->has(table);
}

std::optional<std::int64_t> integerAt(const RawColumn& column, std::size_t row)
{
    return column.isInteger(row) ? std::optional(column.values[row]) : std::nullopt;
}

StatsCell integerCell(const RawColumn& column, std::size_t row)
{
    return column.isInteger(row) ? StatsCell(column.values[row]) : StatsCell();
}

std::optional<std::int64_t> differenceAt(const RawColumn& end, const RawColumn& start,
                                         std::size_t row)
{
    std::int64_t difference = 0;
    if (!end.isInteger(row) || !start.isInteger(row)
        || __builtin_sub_overflow(end.values[row], start.values[row], &difference))
        return std::nullopt;
    return difference;
}

RawFilter::RawFilter(const TraceModel& trace, const StatsFilter& filter)
    : m_time(filter.time)
{
    if (!filter.process.isNone())
        m_globalPid = trace.processes[filter.process()].globalId;
    if (!filter.thread.isNone())
        m_globalTid = trace.threads[filter.thread()].globalId;
}

bool RawFilter::keepsTime(const FilterColumns& columns, std::size_t row) const
{
    if (!m_time)
        return true;
    if (!columns.start.isInteger(row))
        return false;
    const Ns start = columns.start.values[row];
    if (!columns.end.isInteger(row))
        return m_time->contains(start);
    return keptByNsys(start, columns.end.values[row], *m_time);
}

bool RawFilter::keeps(const FilterColumns& columns, std::size_t row) const
{
    if (!keepsTime(columns, row))
        return false;
    if (columns.globalTid != nullptr) {
        const std::optional<std::int64_t> id = integerAt(*columns.globalTid, row);
        if (m_globalTid)
            return id == m_globalTid;
        constexpr std::uint64_t kProcessMask = 0xFFFFFFFFFF000000ULL;
        return !m_globalPid
               || (id
                   && static_cast<std::int64_t>(static_cast<std::uint64_t>(*id) & kProcessMask)
                          == *m_globalPid);
    }
    return columns.globalPid == nullptr || !m_globalPid
           || integerAt(*columns.globalPid, row) == m_globalPid;
}

Result<RawNames> RawNames::read(const TraceModel& trace, std::span<const RawColumn* const> columns,
                                const std::stop_token& stop)
{
    std::vector<std::int64_t> ids;
    for (const RawColumn* column : columns)
        for (std::size_t row = 0; row < column->values.size(); ++row)
            if (column->isInteger(row))
                ids.push_back(column->values[row]);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    RawNames names;
    if (ids.empty() || !trace.fileRows)
        return names;
    NV_TRY(texts, trace.fileRows->strings(ids, stop));
    names.m_texts = std::move(texts);
    return names;
}

std::optional<std::string_view> RawNames::text(std::optional<std::int64_t> id) const
{
    const auto found = id ? m_texts.find(*id) : m_texts.end();
    return found == m_texts.end() ? std::nullopt : std::optional<std::string_view>(found->second);
}

StatsCell RawNames::cell(std::optional<std::int64_t> id) const
{
    const std::optional<std::string_view> found = text(id);
    return found ? StatsCell(std::string(*found)) : StatsCell();
}

} // namespace nv

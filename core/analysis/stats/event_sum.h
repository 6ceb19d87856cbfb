// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/aggregate.h"
#include "core/analysis/stats/raw_rows.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How long did the events of some tables take, per name?  What the reports about MPI, OpenMP,
/// OpenACC and video have in common.
/// Shape: groups of a source and a name; a row without an end is counted and has no duration; rows
/// that end before they start count as the negative number the real tool sums up.
/// Cost: O(n log groups).  Errors: MissingTable when the file has none of the tables, those of
/// RowSource, Cancelled.  Thread: pure.  Source: nsys.md 2.17, 0.2.
namespace nv {

struct EventSource
{
    std::string_view table;
    std::string_view label; ///< "p2p"; groups are ordered by it where their totals are equal
};

struct EventGroup
{
    std::size_t source = 0;
    std::optional<std::int64_t> nameId;
    std::optional<std::string> name; ///< nullopt: NULL, or an id the file does not hold
    std::int64_t rows = 0;
    std::optional<Aggregate> stats; ///< nullopt: no row has a duration
};

/// Where in the program an event comes from.
struct EventPlace
{
    bool hasFile = false;                 ///< the row refers to a file
    std::optional<std::string_view> file; ///< nullopt: none, or an id the trace does not hold
    std::optional<std::int64_t> line;
};

/// The text a row is grouped by instead of its name id.
using EventText = std::optional<std::string> (*)(std::optional<std::string_view> name,
                                                 const EventPlace& place);

struct EventQuestion
{
    std::span<const EventSource> sources;
    std::string_view nameColumn; ///< of string ids
    std::string_view missing;    ///< "this trace holds no MPI events"
    EventText text = nullptr;    ///< null: grouped by source and name id
};

/// Total descending, none last; then by source, then by name id, or by text: NULL first.
Result<std::vector<EventGroup>> eventGroups(const TraceModel& trace, const StatsRequest& request,
                                            const EventQuestion& question,
                                            const StatsFilter& filter, const std::stop_token& stop);

/// The seven figures of each group, then what `tail` appends.
template <class Tail>
void appendEventRows(StatsTable& table, const std::vector<EventGroup>& groups, const Tail& tail)
{
    std::int64_t sum = 0;
    for (const EventGroup& group : groups)
        sum = addSaturated(sum, group.stats ? group.stats->total : 0);
    for (const EventGroup& group : groups) {
        StatsRow& row = table.rows.emplace_back();
        if (group.stats)
            appendSeven(row, *group.stats, sum);
        else
            row = {{}, {}, {}, {}, {}, {}, {}, 0.0};
        row[2] = group.rows;
        tail(row, group);
    }
}

inline StatsCell textCell(const std::optional<std::string>& text)
{
    return text ? StatsCell(*text) : StatsCell();
}

} // namespace nv

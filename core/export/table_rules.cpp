// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/table_rules.h"

#include "core/sqlite/database.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

template <std::size_t N>
bool isOneOf(std::string_view name, const std::array<std::string_view, N>& names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Of things that stay, though a column of times says since when.
constexpr std::array<std::string_view, 3> kEntities{"DIAGNOSTIC_EVENT", "ANALYSIS_DETAILS",
                                                    "MPI_COMMUNICATORS"};
/// How much is in use at an instant depends on all that came before.
constexpr std::array<std::string_view, 4> kRunningTotals{
    "CUDA_GPU_MEMORY_USAGE_EVENTS", "CUDA_GPU_MEMORY_POOL_EVENTS", "GPU_MEMORY_USAGE_EVENTS",
    "GPU_MEMORY_BUDGET_EVENTS"};
constexpr std::array<std::string_view, 2> kOverheads{"PROFILER_OVERHEAD",
                                                     "CUPTI_ACTIVITY_KIND_OVERHEAD"};
constexpr std::array<std::string_view, 3> kExcluded{"TARGET_INFO_SYSTEM_ENV", "ProcessStreams",
                                                    "ANALYSIS_FILE"};
constexpr std::array<std::string_view, 5> kOneRow{
    "PROFILER_OVERHEAD", "CUPTI_ACTIVITY_KIND_OVERHEAD", "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
    "NVTX_EVENTS", "OSRT_API"};

struct Times
{
    std::string begin;
    std::string end; ///< empty: an instant
};

Times timesOf(const SourceTable& table)
{
    struct Names
    {
        std::string_view begin;
        std::string_view end;
    };

    constexpr std::array<Names, 3> kSpans{
        {{"start", "end"}, {"startedat", "endedat"}, {"openedat", "closedat"}}};
    for (const Names& names : kSpans)
        if (table.has(names.begin) && table.has(names.end))
            return {"t." + table.columnOf(names.begin), "t." + table.columnOf(names.end)};
    if (table.has("start"))
        return {"t." + table.columnOf("start"), {}};
    if (table.has("timestamp") && table.has("rawtimestamp"))
        return {"coalesce(t." + table.columnOf("timestamp") + ", t."
                    + table.columnOf("rawtimestamp") + ")",
                {}};
    for (const std::string_view name : {"timestamp", "rawtimestamp"})
        if (table.has(name))
            return {"t." + table.columnOf(name), {}};
    return {};
}

std::string atLeast(const std::string& time, Ns limit)
{
    // SQLite reads the smallest integer as a real.
    return limit == kMinNs ? std::string("1") : time + " >= " + std::to_string(limit);
}

/// The end may be NULL: of what was never closed, and of an NVTX mark.
std::string touchesWindow(const SourceTable& table, const Times& times, TimeRange window)
{
    std::string out = "typeof(" + times.begin + ") = 'integer' AND " + times.begin
                      + " <= " + std::to_string(window.end);
    if (isOneOf(table.name, kRunningTotals))
        return out;
    if (times.end.empty())
        return out + " AND " + atLeast(times.begin, window.begin);
    std::string open = times.end + " IS NULL";
    if (table.name == "NVTX_EVENTS" && table.has("eventtype"))
        open += " AND (t." + table.columnOf("eventtype") + " NOT IN (34, 65) OR "
                + atLeast(times.begin, window.begin) + ")";
    return out + " AND (typeof(" + times.end + ") = 'integer' AND "
           + atLeast(times.end, window.begin) + " OR " + open + ")";
}

/// Of disjoint stretches only the first that ends late enough can begin early enough.
std::string touchesStretch(std::string_view stretches, const std::string& thread,
                           const Times& times)
{
    const std::string end = times.end.empty() ? times.begin : times.end;
    return "(SELECT s.begin FROM " + std::string(stretches) + " s WHERE s.thread = " + thread
           + " AND s.last >= " + times.begin + " ORDER BY s.last LIMIT 1) <= " + end;
}

std::string hasPair(const SourceTable& table)
{
    const char* owner = table.has("globaltid") ? "globaltid" : "globalpid";
    if (!table.has("correlationid") || !table.has(owner))
        return {};
    return "EXISTS (SELECT 1 FROM " + std::string(kPairs) + " p WHERE p.correlation = t."
           + table.columnOf("correlationid") + " AND p.process = t." + table.columnOf(owner)
           + " >> 24)";
}

/// Of CUDA's tables: work and the calls that issued it stay together.
void addCudaRules(const SourceTable& table, const Times& times, std::string& out)
{
    if (!table.name.starts_with("CUPTI_ACTIVITY_KIND_"))
        return;
    if (const std::string pair = hasPair(table); !pair.empty())
        out += " OR " + pair;
    if (!times.begin.empty() && !times.end.empty())
        out += " OR EXISTS (SELECT 1 FROM " + std::string(kLone)
               + " l WHERE l.start = " + times.begin + " AND l.\"end\" = " + times.end + ")";
}

} // namespace

std::string SourceTable::columnOf(std::string_view column) const
{
    const auto it = spelling.find(std::string(column));
    return it == spelling.end() ? std::string() : sqlite::quoted(it->second);
}

TableRole roleOf(const SourceTable& table)
{
    if (isOneOf(table.name, kExcluded))
        return TableRole::Excluded;
    if (table.name == "StringIds" && table.has("id") && table.has("value"))
        return TableRole::Strings;
    if (table.name == "CUDA_GRAPH_EVENTS" || table.name == "CUDA_GRAPH_NODE_EVENTS")
        return TableRole::Graph;
    if (table.name.ends_with("_CALLCHAINS") && table.has("id"))
        return TableRole::Chain;
    const bool isEntity = isOneOf(table.name, kEntities) || table.name.starts_with("ENUM_")
                          || table.name.starts_with("TARGET_INFO_")
                          || table.name.starts_with("META_DATA_");
    if (isEntity)
        return TableRole::Entity;
    // Events without a time of their own belong to a call.
    const bool isByCall = table.name.starts_with("CUPTI_ACTIVITY_KIND_") && !hasPair(table).empty();
    return timesOf(table).begin.empty() && !isByCall ? TableRole::Entity : TableRole::Event;
}

std::string keepCondition(const SourceTable& table, TimeRange window)
{
    const Times times = timesOf(table);
    std::string out =
        times.begin.empty() ? std::string("0") : "(" + touchesWindow(table, times, window) + ")";
    addCudaRules(table, times, out);
    if (times.begin.empty())
        return out;
    if (isOneOf(table.name, kOverheads))
        out += " OR " + touchesStretch(kStretches, std::to_string(kAnyThread), times);
    else if (table.has("globaltid") && !times.end.empty())
        out += " OR " + touchesStretch(kStretches, "t." + table.columnOf("globaltid"), times);
    if (table.name == "NVTX_EVENTS" && table.has("globaltid")) {
        out += " OR " + touchesStretch(kMoments, "t." + table.columnOf("globaltid"), times);
        if (table.has("eventtype")) // domains, categories, names of things
            out += " OR t." + table.columnOf("eventtype") + " NOT IN (34, 59, 60, 65, 70, 71)";
    }
    return out;
}

bool needsOneRow(std::string_view table)
{
    return isOneOf(table, kOneRow);
}

std::string beginOf(const SourceTable& table)
{
    return timesOf(table).begin;
}

} // namespace nv

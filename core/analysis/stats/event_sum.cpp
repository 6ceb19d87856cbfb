// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/event_sum.h"

#include "core/analysis/stats/keyed_durations.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace nv {
namespace {

enum EventColumn
{
    kStart,
    kEnd,
    kGlobalTid,
    kName,
    kFile,
    kLine,
    kColumns,
};

struct Key
{
    std::size_t source = 0;
    std::optional<std::int64_t> nameId;
    std::optional<std::string> text; ///< only of groups by text
    friend auto operator<=>(const Key&, const Key&) = default;
};

class EventGroups
{
public:
    EventGroups(const TraceModel& trace, const EventQuestion& question, const StatsFilter& filter)
        : m_trace(trace)
        , m_question(question)
        , m_filter(trace, filter)
    {}

    /// Adds the rows of one table; its absence is no error.
    Status add(std::size_t source, const std::stop_token& stop)
    {
        const std::array<std::string_view, kColumns> columns = {
            "start", "end", "globalTid", m_question.nameColumn, "srcFile", "lineNo"};
        NV_TRY(table, readRaw(m_trace, m_question.sources[source].table, columns, stop));
        if (!table)
            return Nothing{};
        const std::vector<RawColumn>& cells = table->columns;
        NV_TRY(names, RawNames::read(m_trace, {&cells[kName], &cells[kFile]}, stop));
        const FilterColumns columnsOfFilter{cells[kStart], cells[kEnd], &cells[kGlobalTid]};
        for (std::size_t row = 0; row < table->size(); ++row) {
            if (shouldStop(stop, row))
                return statsCancelled();
            if (!m_filter.keeps(columnsOfFilter, row))
                continue;
            const std::size_t group = groupOf(source, cells, row, names);
            ++m_groups[group].rows;
            if (const auto duration = differenceAt(cells[kEnd], cells[kStart], row))
                m_values[group].push_back(*duration);
        }
        return Nothing{};
    }

    std::vector<EventGroup> finish()
    {
        for (std::size_t i = 0; i < m_groups.size(); ++i)
            if (!m_values[i].empty())
                m_groups[i].stats = aggregate(m_values[i]);
        std::sort(m_groups.begin(), m_groups.end(), [this](const auto& a, const auto& b) {
            if (a.stats.has_value() != b.stats.has_value())
                return a.stats.has_value();
            if (a.stats && a.stats->total != b.stats->total)
                return a.stats->total > b.stats->total;
            if (m_question.text != nullptr)
                return a.name < b.name;
            const std::string_view labelOfA = m_question.sources[a.source].label;
            const std::string_view labelOfB = m_question.sources[b.source].label;
            return std::tie(labelOfA, a.source, a.nameId) < std::tie(labelOfB, b.source, b.nameId);
        });
        return std::move(m_groups);
    }

private:
    std::size_t groupOf(std::size_t source, const std::vector<RawColumn>& cells, std::size_t row,
                        const RawNames& names)
    {
        Key key{source, integerAt(cells[kName], row), {}};
        const std::optional<std::string_view> name = names.text(key.nameId);
        if (m_question.text != nullptr) {
            const std::optional<std::int64_t> file = integerAt(cells[kFile], row);
            const EventPlace place{file.has_value(), names.text(file),
                                   integerAt(cells[kLine], row)};
            key = {0, {}, m_question.text(name, place)};
        }
        const std::size_t group = m_keys.of(key);
        if (group == m_groups.size()) {
            EventGroup& made = m_groups.emplace_back();
            made.source = source;
            made.nameId = key.nameId;
            if (m_question.text != nullptr)
                made.name = key.text;
            else if (name)
                made.name = std::string(*name);
            m_values.emplace_back();
        }
        return group;
    }

    const TraceModel& m_trace;
    const EventQuestion& m_question;
    RawFilter m_filter;
    GroupKeys<Key> m_keys;
    std::vector<EventGroup> m_groups;
    std::vector<std::vector<std::int64_t>> m_values; ///< by group
};

} // namespace

Result<std::vector<EventGroup>> eventGroups(const TraceModel& trace, const StatsRequest& request,
                                            const EventQuestion& question,
                                            const StatsFilter& filter, const std::stop_token& stop)
{
    if (std::none_of(question.sources.begin(), question.sources.end(),
                     [&](const EventSource& source) { return hasTable(trace, source.table); }))
        return missingTable(request, question.missing);
    EventGroups groups(trace, question, filter);
    for (std::size_t i = 0; i < question.sources.size(); ++i)
        if (Status added = groups.add(i, stop); !added)
            return added.error();
    return groups.finish();
}

} // namespace nv

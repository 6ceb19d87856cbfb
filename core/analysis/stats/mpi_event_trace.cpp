// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/mpi_tables.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>
#include <memory>
#include <unordered_map>

/// A row per MPI event, by start, equal ones in the order of the tables, then of the file.  A thread
/// with several ranks has each of its events once per rank, ascending, as in the real tool.  Without a table of
/// ranks, where the real tool fails, the rank is empty.  Source: nsys.md 2.17.
namespace nv {
namespace {

enum MpiColumn
{
    kMpiStart,
    kMpiEnd,
    kMpiGlobalTid,
    kText,
    kTag,
    kPeer,
    kRoot,
    kSize,
    kRecvSize,
    kMpiColumns,
};

constexpr std::array<std::string_view, kMpiColumns> kMpiNames = {
    "start", "end", "globalTid", "textId", "tag", "remoteRank", "rootRank", "size", "recvSize"};
constexpr std::size_t kCollectives = 3; ///< in kMpiTables

struct MpiEntry
{
    std::uint32_t row = 0;
    std::uint32_t table = 0;
    std::optional<std::int64_t> start; ///< NULL first
    std::optional<std::int64_t> rank;
};

class MpiRows
{
public:
    MpiRows(const TraceModel& trace, const StatsFilter& filter)
        : m_trace(trace)
        , m_filter(trace, filter)
    {}

    Status read(const std::stop_token& stop)
    {
        if (Status ranks = readRanks(stop); !ranks)
            return ranks;
        std::vector<const RawColumn*> ids;
        for (std::size_t i = 0; i < kMpiTables.size(); ++i) {
            NV_TRY(table, readRaw(m_trace, kMpiTables.at(i).table, kMpiNames, stop));
            m_tables.at(i) = table;
            if (!table)
                continue;
            ids.push_back(&table->columns[kText]);
            if (Status selected = select(static_cast<std::uint32_t>(i), stop); !selected)
                return selected;
        }
        NV_TRY(texts, RawNames::read(m_trace, ids, stop));
        m_texts = std::move(texts);
        std::stable_sort(m_entries.begin(), m_entries.end(),
                         [](const MpiEntry& a, const MpiEntry& b) { return a.start < b.start; });
        return Nothing{};
    }

    std::size_t size() const { return m_entries.size(); }

    StatsRow row(std::size_t i) const
    {
        const MpiEntry& entry = m_entries[i];
        const std::vector<RawColumn>& cells = m_tables.at(entry.table)->columns;
        const auto cell = [&](MpiColumn column) { return integerCell(cells[column], entry.row); };
        const std::optional<std::int64_t> duration =
            differenceAt(cells[kMpiEnd], cells[kMpiStart], entry.row);
        StatsRow row = {cell(kMpiStart), cell(kMpiEnd),
                        duration ? StatsCell(*duration) : StatsCell(),
                        m_texts.cell(cells[kText], entry.row)};
        const std::optional<std::int64_t> tid = integerAt(cells[kMpiGlobalTid], entry.row);
        constexpr std::int64_t kIdMask = 0xFFFFFF;
        row.push_back(tid ? StatsCell(*tid >> 24 & kIdMask) : StatsCell());
        row.push_back(tid ? StatsCell(*tid & kIdMask) : StatsCell());
        row.push_back(cell(kTag));
        row.push_back(entry.rank ? StatsCell(*entry.rank) : StatsCell());
        row.push_back(cell(kPeer));
        row.push_back(cell(kRoot));
        const bool isCollective = entry.table == kCollectives;
        row.push_back(isCollective ? StatsCell() : cell(kSize));
        row.push_back(isCollective ? cell(kSize) : StatsCell());
        row.push_back(cell(kRecvSize));
        return row;
    }

private:
    Status readRanks(const std::stop_token& stop)
    {
        constexpr std::array<std::string_view, 2> kMpiColumns = {"globalTid", "rank"};
        NV_TRY(table, readRaw(m_trace, "MPI_RANKS", kMpiColumns, stop));
        for (std::size_t row = 0; table && row < table->size(); ++row)
            if (const auto tid = integerAt(table->columns[0], row))
                m_ranks[*tid].push_back(integerAt(table->columns[1], row));
        for (auto& [tid, ranks] : m_ranks)
            std::sort(ranks.begin(), ranks.end()); // so the real tool's join finds them
        return Nothing{};
    }

    Status select(std::uint32_t tableIndex, const std::stop_token& stop)
    {
        const RawTable& table = *m_tables.at(tableIndex);
        const FilterColumns columns{table.columns[kMpiStart], table.columns[kMpiEnd],
                                    &table.columns[kMpiGlobalTid]};
        for (std::size_t r = 0; r < table.size(); ++r) {
            if (shouldStop(stop, r))
                return statsCancelled();
            if (!m_filter.keeps(columns, r))
                continue;
            MpiEntry entry;
            entry.row = static_cast<std::uint32_t>(r);
            entry.table = tableIndex;
            entry.start = integerAt(table.columns[kMpiStart], r);
            const std::optional<std::int64_t> tid = integerAt(table.columns[kMpiGlobalTid], r);
            const auto ranks = tid ? m_ranks.find(*tid) : m_ranks.end();
            if (ranks == m_ranks.end()) {
                m_entries.push_back(entry);
                continue;
            }
            for (const std::optional<std::int64_t>& rank : ranks->second) {
                entry.rank = rank;
                m_entries.push_back(entry);
            }
        }
        return Nothing{};
    }

    const TraceModel& m_trace;
    RawFilter m_filter;
    std::array<RawTablePtr, kMpiTables.size()> m_tables;
    std::unordered_map<std::int64_t, std::vector<std::optional<std::int64_t>>> m_ranks;
    RawNames m_texts;
    std::vector<MpiEntry> m_entries;
};

} // namespace

Result<StatsTable> mpiEventTrace(const TraceModel& trace, const StatsRequest& request,
                                 const StatsFilter& filter, const std::stop_token& stop)
{
    if (std::none_of(kMpiTables.begin(), kMpiTables.end(),
                     [&](const EventSource& source) { return hasTable(trace, source.table); }))
        return missingTable(request, kNoMpi);
    const auto rows = std::make_shared<MpiRows>(trace, filter);
    if (Status read = rows->read(stop); !read)
        return read.error();

    StatsTable table;
    table.columns = {{"Start", StatsUnit::Time},
                     {"End", StatsUnit::Time},
                     {"Duration", StatsUnit::Time},
                     {"Event"},
                     {"Pid"},
                     {"Tid"},
                     {"Tag"},
                     {"Rank"},
                     {"PeerRank"},
                     {"RootRank"},
                     {"Size", StatsUnit::Memory},
                     {"CollSendSize", StatsUnit::Memory},
                     {"CollRecvSize", StatsUnit::Memory}};
    table.events = rows->size();
    table.eventRow = [rows](std::size_t i) { return rows->row(i); };
    return table;
}

} // namespace nv

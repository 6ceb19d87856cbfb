// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/nvtx_rows.h"

#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"
#include "core/trace/row_source.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace nv {
namespace {

constexpr std::string_view kTable = "NVTX_EVENTS";

enum NvtxColumn : std::size_t
{
    kStart,
    kEnd,
    kType,
    kText,
    kTextId,
    kThread,
    kEndThread,
    kDomain,
    kColumns,
};

constexpr std::array<std::string_view, kColumns> kNvtxNames = {
    "start", "end", "eventType", "text", "textId", "globalTid", "endGlobalTid", "domainId"};

constexpr std::int64_t kPushPopType = 59;
constexpr std::int64_t kStartEndType = 60;
constexpr std::int64_t kNvtxtPushPopType = 70;
constexpr std::int64_t kNvtxtStartEndType = 71;
constexpr std::int64_t kDomainType = 75;
constexpr std::int64_t kProcessBits = 0xFFFFFF000000;
constexpr std::int64_t kIdBits = 0xFFFFFF;
constexpr unsigned kPidShift = 24;

std::optional<NvtxStyle> nvtxStyleOf(std::int64_t eventType)
{
    switch (eventType) {
    case kPushPopType:
    case kNvtxtPushPopType:
        return NvtxStyle::PushPop;
    case kStartEndType:
    case kNvtxtStartEndType:
        return NvtxStyle::StartEnd;
    default:
        return std::nullopt;
    }
}

class NvtxReader
{
public:
    NvtxReader(const TraceModel& trace, const RawTable& raw, const NvtxQuery& query,
               const StatsFilter& filter)
        : m_raw(raw)
        , m_query(query)
        , m_filter(filter)
    {
        if (!filter.thread.isNone())
            m_thread = trace.threads[filter.thread()].globalId;
        if (!filter.process.isNone())
            m_process = trace.processes[filter.process()].globalId;
    }

    Result<NvtxRanges> read(const RowSource& source, const std::stop_token& stop)
    {
        for (std::size_t row = 0; row < m_raw.size(); ++row) {
            if (shouldStop(stop, row))
                return statsCancelled();
            if (keeps(row))
                m_kept.push_back(row);
        }
        if (Status registered = readRegistered(source, stop); !registered)
            return registered.error();
        for (const std::size_t row : m_kept)
            noteRow(row);
        m_out.lengthsKnown = m_latestEnd.has_value();
        for (std::size_t i = 0; i < m_kept.size(); ++i) {
            if (shouldStop(stop, i))
                return statsCancelled();
            addRange(m_kept[i]);
        }
        return std::move(m_out);
    }

private:
    std::optional<std::int64_t> cell(NvtxColumn column, std::size_t row) const
    {
        const RawColumn& cells = m_raw.columns[column];
        return cells.isInteger(row) ? std::optional(cells.values[row]) : std::nullopt;
    }

    std::optional<NvtxStyle> wantedStyle(std::size_t row) const
    {
        const auto style = nvtxStyleOf(cell(kType, row).value_or(0));
        if (!style)
            return style;
        const bool isWanted = *style == NvtxStyle::PushPop ? m_query.pushPop : m_query.startEnd;
        return isWanted ? style : std::nullopt;
    }

    bool keeps(std::size_t row) const
    {
        const auto start = cell(kStart, row);
        if (!start)
            return false;
        const auto thread = cell(kThread, row);
        if (m_thread && thread != m_thread)
            return false;
        if (m_process && (!thread || (*thread & ~kIdBits) != *m_process))
            return false;
        if (!m_filter.time)
            return true;
        const auto end = cell(kEnd, row);
        return end ? m_filter.keeps(*start, *end) : m_filter.time->contains(*start);
    }

    Status readRegistered(const RowSource& source, const std::stop_token& stop)
    {
        std::vector<std::int64_t> ids;
        for (const std::size_t row : m_kept)
            if (const auto id = cell(kTextId, row); id && wantedStyle(row))
                ids.push_back(*id);
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        if (ids.empty())
            return Nothing{};
        NV_TRY(texts, source.strings(ids, stop));
        for (const auto& [id, text] : texts)
            m_registered[id] = m_out.names.intern(text);
        return Nothing{};
    }

    /// What other rows need to know of this one: where open ranges end, which domains there are.
    void noteRow(std::size_t row)
    {
        const bool isDomain = cell(kType, row) == kDomainType;
        if (isDomain && m_query.announcements != Announcements::Ignore)
            noteDomain(row);
        if (!m_query.closedByAnyEvent && !wantedStyle(row))
            return;
        const Ns start = *cell(kStart, row);
        m_latestStart = std::max(m_latestStart, start);
        if (const auto end = cell(kEnd, row))
            m_latestEnd = std::max(m_latestEnd.value_or(kMinNs), *end);
    }

    struct Announcement
    {
        std::int64_t thread;
        NameId text; ///< none: by a registered string, or without a text: no prefix
    };

    void noteDomain(std::size_t row)
    {
        const auto thread = cell(kThread, row);
        const auto domain = cell(kDomain, row);
        if (!thread || !domain)
            return;
        auto& all = m_domains[{*domain, *thread & kProcessBits}];
        const bool isKnown =
            std::any_of(all.begin(), all.end(), [&](const auto& a) { return a.thread == *thread; });
        if (!isKnown)
            all.push_back({*thread, inlineText(row)});
    }

    NameId inlineText(std::size_t row)
    {
        const NameId text = m_raw.text(m_raw.columns[kText], row);
        return text.isNone() ? text : m_out.names.intern(m_raw.texts.text(text));
    }

    /// A registered string wins; one that the file lacks leaves the text.
    NameId textOf(std::size_t row)
    {
        if (const auto id = cell(kTextId, row))
            if (const auto it = m_registered.find(*id); it != m_registered.end())
                return it->second;
        return inlineText(row);
    }

    NameId prefixed(NameId domain, NameId text)
    {
        if (domain.isNone() || text.isNone())
            return text;
        NameId& name = m_prefixed[{domain, text}];
        if (name.isNone())
            name = m_out.names.intern(std::string(m_out.names.text(domain)) + ':'
                                      + std::string(m_out.names.text(text)));
        return name;
    }

    void addRange(std::size_t row)
    {
        const auto style = wantedStyle(row);
        if (!style || (!m_query.acrossThreads && cell(kEndThread, row)))
            return;
        NvtxRange range;
        range.start = *cell(kStart, row);
        range.end = cell(kEnd, row).value_or(m_latestEnd ? std::max(m_latestStart, *m_latestEnd)
                                                         : range.start);
        if (range.end < range.start && !m_query.mayEndBeforeStart)
            return;
        range.rowId = m_raw.rowIds[row];
        range.thread = cell(kThread, row).value_or(kNoThread);
        range.style = *style;
        const NameId text = textOf(row);
        const std::vector<Announcement>* all = announcementsOf(row);
        if (all == nullptr) {
            range.name = text;
            m_out.ranges.push_back(range);
            return;
        }
        const std::size_t times = m_query.announcements == Announcements::Each ? all->size() : 1;
        for (std::size_t i = 0; i < times; ++i) {
            range.name = prefixed((*all)[i].text, text);
            m_out.ranges.push_back(range);
        }
    }

    /// Null when there is none.
    const std::vector<Announcement>* announcementsOf(std::size_t row) const
    {
        const auto thread = cell(kThread, row);
        const auto domain = cell(kDomain, row);
        if (!thread || !domain)
            return nullptr;
        const auto it = m_domains.find({*domain, *thread & kProcessBits});
        return it == m_domains.end() ? nullptr : &it->second;
    }

    const RawTable& m_raw;
    NvtxQuery m_query;
    StatsFilter m_filter;
    std::optional<std::int64_t> m_thread;
    std::optional<std::int64_t> m_process;
    std::vector<std::size_t> m_kept;
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Announcement>> m_domains;
    std::unordered_map<std::int64_t, NameId> m_registered;
    std::map<std::pair<NameId, NameId>, NameId> m_prefixed;
    Ns m_latestStart = kMinNs;
    std::optional<Ns> m_latestEnd;
    NvtxRanges m_out;
};

} // namespace

std::vector<ThreadSpan> NvtxRanges::spans() const
{
    std::vector<ThreadSpan> spans;
    if (!lengthsKnown)
        return spans;
    spans.reserve(ranges.size());
    for (const NvtxRange& range : ranges)
        spans.push_back({range.thread, range.start, range.end});
    return spans;
}

Result<NvtxRanges> readNvtxRanges(const TraceModel& trace, const StatsRequest& request,
                                  const NvtxQuery& query, const StatsFilter& filter,
                                  const std::stop_token& stop)
{
    constexpr std::string_view kReason = "this trace holds no NVTX events";
    if (trace.fileRows == nullptr)
        return missingTable(request, kReason);
    NV_TRY(raw, trace.fileRows->read(kTable, kNvtxNames, stop));
    if (raw == nullptr || raw->size() == 0)
        return missingTable(request, kReason);
    return NvtxReader(trace, *raw, query, filter).read(*trace.fileRows, stop);
}

std::string rangeStack(const std::vector<NvtxRange>& ranges, const RangePositions& parents,
                       std::uint32_t range)
{
    RangePositions chain;
    for (std::uint32_t i = range; i != kNoRange; i = parents[i])
        chain.push_back(i);
    std::string stack;
    for (auto it = chain.rbegin(); it != chain.rend(); ++it)
        stack += ':' + std::to_string(ranges[*it].rowId);
    return stack;
}

const char* styleText(NvtxStyle style)
{
    return style == NvtxStyle::PushPop ? "PushPop" : "StartEnd";
}

StatsCell pidCell(std::int64_t globalTid)
{
    if (globalTid == kNoThread)
        return {};
    return (globalTid >> kPidShift) & kIdBits;
}

StatsCell tidCell(std::int64_t globalTid)
{
    if (globalTid == kNoThread)
        return {};
    return globalTid & kIdBits;
}

StatsCell nameCell(const NameTable& names, NameId name)
{
    if (name.isNone())
        return {};
    return std::string(names.text(name));
}

bool nameLess(const NameTable& names, NameId a, NameId b)
{
    if (a.isNone() || b.isNone())
        return a.isNone() && !b.isNone();
    return a != b && names.text(a) < names.text(b);
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/event_search.h"

#include "core/base/progress.h"
#include "core/base/text_pattern.h"
#include "core/scene/event_view.h"

#include <algorithm>

namespace nv::scene {
namespace {

/// What is known of a name: asked once, however many events carry it.
enum class Fits : std::uint8_t
{
    Unasked,
    No,
    Yes,
};

class Search
{
public:
    Search(const TraceModel& trace, const EventQuery& query, TextPattern pattern)
        : m_trace(trace)
        , m_query(query)
        , m_pattern(std::move(pattern))
        , m_kernels(trace.kernelVariants.size())
        , m_copies(trace.copyVariants.size())
        , m_graphs(trace.graphVariants.size())
        , m_calls(trace.callNames.size())
        , m_osCalls(trace.osCallNames.size())
        , m_ranges(trace.names.size())
    {}

    /// False when it was asked to stop.
    bool collect(EventKind kind, std::size_t count, std::vector<EventRef>& found,
                 const std::stop_token& stop)
    {
        const TimeColumns times = timeColumns(m_trace, kind);
        for (std::size_t i = 0; i < count; ++i) {
            if (shouldStop(stop, i))
                return false;
            const EventRef event{kind, static_cast<std::uint32_t>(i)};
            if (isInside(times.start[i], times.end[i]) && fits(event))
                found.push_back(event);
        }
        return true;
    }

private:
    /// An event without length lies where it begins.
    bool isInside(Ns begin, Ns end) const
    {
        if (!m_query.within)
            return true;
        return begin < m_query.within->end
               && (end > m_query.within->begin || begin == m_query.within->begin);
    }

    template <class Names>
    bool ask(Fits& known, Names names)
    {
        if (known == Fits::Unasked)
            known = names() ? Fits::Yes : Fits::No;
        return known == Fits::Yes;
    }

    bool isLabel(EventRef event) { return m_pattern.isIn(labelOf(m_trace, event)); }

    bool isEitherName(EventRef event)
    {
        return m_pattern.isIn(fullNameOf(m_trace, event)) || isLabel(event);
    }

    bool fits(EventRef event)
    {
        const std::uint32_t i = event.index;
        switch (event.kind) {
        case EventKind::Op:
            return fitsOp(event);
        case EventKind::Call:
            return ask(m_calls[m_trace.calls.name[i]()], [&] { return isEitherName(event); });
        case EventKind::OsCall:
            return ask(m_osCalls[m_trace.osCalls.name[i]()], [&] { return isLabel(event); });
        case EventKind::Range:
            if (m_trace.ranges.text[i].isNone())
                return false;
            return ask(m_ranges[m_trace.ranges.text[i]()], [&] { return isLabel(event); });
        case EventKind::Sync:
        case EventKind::Overhead:
            break;
        }
        return false;
    }

    bool fitsOp(EventRef event)
    {
        const std::uint32_t variant = m_trace.ops.variant[event.index];
        switch (m_trace.ops.kind[event.index]) {
        case OpKind::Kernel:
            return ask(m_kernels[variant], [&] { return isEitherName(event); });
        case OpKind::GraphReplay:
            return ask(m_graphs[variant], [&] { return isLabel(event); });
        case OpKind::Memcpy:
            return ask(m_copies[variant], [&] { return isLabel(event); });
        case OpKind::Memset:
            break;
        }
        return ask(m_memset, [&] { return isLabel(event); });
    }

    const TraceModel& m_trace;
    const EventQuery& m_query;
    TextPattern m_pattern;
    std::vector<Fits> m_kernels;
    std::vector<Fits> m_copies;
    std::vector<Fits> m_graphs;
    std::vector<Fits> m_calls;
    std::vector<Fits> m_osCalls;
    std::vector<Fits> m_ranges;
    Fits m_memset = Fits::Unasked;
};

/// `found` holds ascending runs that end where `ends` say.
void mergeByStart(const TraceModel& trace, std::vector<EventRef>& found,
                  const std::vector<std::size_t>& ends)
{
    const auto earlier = [&trace](EventRef a, EventRef b) {
        const Ns startA = timeColumns(trace, a.kind).start[a.index];
        const Ns startB = timeColumns(trace, b.kind).start[b.index];
        return startA != startB ? startA < startB : a < b;
    };
    const auto at = [&found](std::size_t i) {
        return found.begin() + static_cast<std::ptrdiff_t>(i);
    };
    for (std::size_t run = 1; run < ends.size(); ++run)
        std::inplace_merge(found.begin(), at(ends[run - 1]), at(ends[run]), earlier);
}

} // namespace

Result<std::vector<EventRef>> searchEvents(const TraceModel& trace, const EventQuery& query,
                                           const std::stop_token& stop)
{
    std::vector<EventRef> found;
    if (query.text.empty())
        return found;
    TextPattern pattern = TextPattern::words(query.text, query.isCaseSensitive);
    if (query.isExpression) {
        NV_TRY(expression, TextPattern::expression(query.text, query.isCaseSensitive));
        pattern = std::move(expression);
    }
    Search search(trace, query, std::move(pattern));
    const std::array<std::size_t, kSearchedKinds> counts{trace.ops.size(), trace.calls.size(),
                                                         trace.ranges.size(), trace.osCalls.size()};
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i < kSearchedKinds; ++i) {
        if (query.kinds[i] && !search.collect(static_cast<EventKind>(i), counts[i], found, stop))
            return Error{Errc::Cancelled, "The search was not finished.", {}};
        ends.push_back(found.size());
    }
    mergeByStart(trace, found, ends);
    return found;
}

} // namespace nv::scene

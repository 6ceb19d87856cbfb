// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/row_finder.h"
#include "core/base/progress.h"

#include <algorithm>

namespace nv {
namespace {

std::string_view styleOf(RangeKind kind)
{
    return kind == RangeKind::PushPop ? "PushPop" : "StartEnd";
}

/// The first event that starts at `start` and that `fits`.
template <class Fits>
std::vector<EventRef> firstAt(EventKind kind, const TimeColumn& starts, Ns start, Fits fits)
{
    for (auto at = std::lower_bound(starts.begin(), starts.end(), start);
         at != starts.end() && *at == start; ++at) {
        const auto i = static_cast<std::size_t>(at - starts.begin());
        if (fits(i))
            return {{kind, static_cast<std::uint32_t>(i)}};
    }
    return {};
}

} // namespace

/// Under a filter of time the real tool loses the rows that announce domains, and with them the
/// prefix.
bool RowFinder::isRangeNamed(std::uint32_t range, std::optional<std::string_view> name) const
{
    const NameId id = m_trace.ranges.text[range];
    const DomainId domain = m_trace.ranges.domain[range];
    const NameId domainName = domain.isNone() ? NameId::none() : m_trace.domains[domain()].name;
    if (id.isNone() || m_trace.names.isDangling(id))
        return !name;
    const std::string_view text = m_trace.names.text(id);
    if (!name)
        return false;
    if (domainName.isNone())
        return *name == text;
    const std::string_view prefix = m_trace.names.text(domainName);
    const bool isPrefixed = name->size() == prefix.size() + 1 + text.size()
                            && name->starts_with(prefix) && (*name)[prefix.size()] == ':'
                            && name->ends_with(text);
    return isPrefixed || (m_filter.time && *name == text);
}

bool RowFinder::keepsRange(std::uint32_t range) const
{
    const RangeTable& ranges = m_trace.ranges;
    if (ranges.kind[range] == RangeKind::Mark || !isAllowed(ranges.thread[range]))
        return false;
    if (m_filter.time && ranges.isOpen[range] != 0)
        return m_filter.time->contains(ranges.start[range]);
    return m_filter.keeps(ranges.start[range], ranges.end[range]);
}

std::vector<EventRef> RowFinder::ranges(std::string_view nameTitle)
{
    const auto name = m_cells.text(nameTitle);
    const auto style = m_cells.text("Style");
    const std::string_view report = m_request.report->name;
    return collect(EventKind::Range, m_trace.ranges.size(), [&](std::size_t i) {
        const auto range = static_cast<std::uint32_t>(i);
        const RangeKind kind = m_trace.ranges.kind[i];
        if (style ? *style != styleOf(kind)
                  : (report.find("pushpop") != std::string_view::npos && kind != RangeKind::PushPop)
                        || (report.find("startend") != std::string_view::npos
                            && kind != RangeKind::StartEnd))
            return false;
        return keepsRange(range) && isRangeNamed(range, name);
    });
}

bool RowFinder::isInside(CallIndex call, const std::vector<ThreadRanges>& ranges) const
{
    const ThreadId thread = m_trace.calls.thread[call()];
    if (thread.isNone())
        return false;
    const ThreadRanges& own = ranges[thread()];
    const auto after =
        std::upper_bound(own.start.begin(), own.start.end(), m_trace.calls.start[call()]);
    return after != own.start.begin()
           && own.latestEnd[static_cast<std::size_t>(after - own.start.begin()) - 1]
                  >= m_trace.calls.end[call()];
}

std::vector<EventRef> RowFinder::kernelsInRanges()
{
    const KernelMatch match = kernelMatch("Kernel Name");
    const auto name = m_cells.text("NVTX Range");
    const auto style = m_cells.text("Style");
    // A row without a style is about kernels outside of all ranges.
    std::vector<ThreadRanges> perThread(m_trace.threads.size());
    for (std::uint32_t r = 0; r < m_trace.ranges.size(); ++r) {
        const ThreadId thread = m_trace.ranges.thread[r];
        if (thread.isNone() || !keepsRange(r))
            continue;
        if (style && (*style != styleOf(m_trace.ranges.kind[r]) || !isRangeNamed(r, name)))
            continue;
        ThreadRanges& own = perThread[thread()];
        const Ns end = m_trace.ranges.end[r];
        own.start.push_back(m_trace.ranges.start[r]);
        own.latestEnd.push_back(own.latestEnd.empty() ? end : std::max(own.latestEnd.back(), end));
    }
    return collect(EventKind::Op, m_trace.ops.size(), [&](std::size_t i) {
        if (!keepsOp(i, OpKind::Kernel) || !match(i, m_trace.ops.variant[i]))
            return false;
        const CallIndex call = m_trace.ops.call[i];
        if (call.isNone() || !keepsCall(call()))
            return !m_cells.integer("TID");
        return isOfThread(m_trace.calls.thread[call()])
               && isInside(call, perThread) == style.has_value();
    });
}

std::vector<EventRef> RowFinder::op(std::string_view start, std::string_view duration)
{
    const OpTable& ops = m_trace.ops;
    const auto at = m_cells.integer(start);
    const auto length = m_cells.integer(duration);
    if (!at || !length)
        return {};
    const auto api = m_cells.integer("API Start");
    return firstAt(EventKind::Op, ops.start, *at, [&](std::size_t i) {
        const Stream& stream = m_trace.streams[ops.stream[i]()];
        if (ops.end[i] - *at != *length || !m_cells.agrees("CorrId", ops.correlation[i])
            || !m_cells.agrees("Strm", stream.number) || !m_cells.agrees("Stream ID", stream.number)
            || !m_cells.agrees("Ctx", stream.context)
            || !m_cells.agrees("Context ID", stream.context))
            return false;
        if (!api)
            return ops.kind[i] != OpKind::GraphReplay
                   && (!m_cells.has("Src Kind") || ops.kind[i] == OpKind::Memcpy)
                   && (!m_cells.has("Memory Kind") || ops.kind[i] == OpKind::Memset);
        const CallIndex call = ops.call[i];
        return ops.kind[i] == OpKind::Kernel && !call.isNone()
               && m_trace.calls.start[call()] == *api;
    });
}

std::vector<EventRef> RowFinder::call()
{
    const CallTable& calls = m_trace.calls;
    const auto at = m_cells.integer("Start");
    const auto length = m_cells.integer("Duration");
    if (!at || !length)
        return {};
    return firstAt(EventKind::Call, calls.start, *at, [&](std::size_t i) {
        return calls.end[i] - *at == *length && m_cells.agrees("CorrID", calls.correlation[i])
               && isOfThread(calls.thread[i]);
    });
}

std::vector<EventRef> RowFinder::range(std::string_view start, std::string_view duration)
{
    const RangeTable& ranges = m_trace.ranges;
    const auto at = m_cells.integer(start);
    const auto length = m_cells.integer(duration);
    const auto name = m_cells.text("Name");
    if (!at)
        return {};
    return firstAt(EventKind::Range, ranges.start, *at, [&](std::size_t i) {
        const bool isAsLong = ranges.isOpen[i] != 0 || !length || ranges.end[i] - *at == *length;
        return isAsLong && ranges.kind[i] != RangeKind::Mark && isOfThread(ranges.thread[i])
               && isRangeNamed(static_cast<std::uint32_t>(i), name);
    });
}

std::optional<TimeRange> RowFinder::stretch() const
{
    const auto start = m_cells.integer("Start");
    const auto length = m_cells.integer("Duration");
    if (!start || !length)
        return std::nullopt;
    return TimeRange{*start, addSaturated(*start, *length)};
}

} // namespace nv

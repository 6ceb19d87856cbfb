// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/row_events.h"

#include <algorithm>
#include <cmath>

namespace nv {
namespace {

/// Calls `visit(i)` for every row the tables of this window count; false from it ends the walk.
template <class Visit>
void forKeptRows(const TimeColumn& start, const TimeColumn& end, const Window& window, Visit visit)
{
    const bool isAll = window.source == WindowSource::All;
    // Rows ascend by start, and none that starts at or after the window's end is kept unless its
    // end lies inside, which it cannot.
    const auto stop =
        isAll ? start.end() : std::lower_bound(start.begin(), start.end(), window.range.end);
    const auto n = static_cast<std::size_t>(stop - start.begin());
    for (std::size_t i = 0; i < n; ++i) {
        if ((isAll || keptByNsys(start[i], end[i], window.range)) && !visit(i))
            return;
    }
}

template <class Matches>
std::optional<std::size_t> longestRow(const TimeColumn& start, const TimeColumn& end,
                                      const Window& window, Matches matches)
{
    std::optional<std::size_t> best;
    Ns longest = -1;
    forKeptRows(start, end, window, [&](std::size_t i) {
        if (const Ns length = end[i] - start[i]; length > longest && matches(i)) {
            longest = length;
            best = i;
        }
        return true;
    });
    return best;
}

bool isLaunchOf(const TraceModel& trace, std::size_t op, NameId demangled)
{
    return trace.ops.kind[op] == OpKind::Kernel
           && trace.kernelVariants[trace.ops.variant[op]].demangled == demangled;
}

bool isTransferOf(const TraceModel& trace, std::size_t op, const TransferRow& row)
{
    const OpKind kind = trace.ops.kind[op];
    if (kind != (row.isMemset ? OpKind::Memset : OpKind::Memcpy))
        return false;
    const CopyVariant& copy = trace.copyVariants[trace.ops.variant[op]];
    if (copy.dstKind != row.dstKind)
        return false;
    return row.isMemset || (copy.copyKind == row.copyKind && copy.srcKind == row.srcKind);
}

/// Edges from `least` to `most` in steps of one factor, rounded to whole ns without doubles.
std::vector<Ns> logEdges(Ns least, Ns most, std::size_t maxBins)
{
    const double lo = std::log(static_cast<double>(std::max<Ns>(least, 1)));
    const double hi = std::log(static_cast<double>(std::max<Ns>(most, 1)));
    std::vector<Ns> edges{least};
    for (std::size_t i = 1; i < maxBins; ++i) {
        const double at = lo + (hi - lo) * static_cast<double>(i) / static_cast<double>(maxBins);
        const auto edge = static_cast<Ns>(std::llround(std::exp(at)));
        if (edge > edges.back() && edge < most)
            edges.push_back(edge);
    }
    edges.push_back(std::max(most, addSaturated(edges.back(), 1)));
    return edges;
}

} // namespace

std::optional<OpIndex> longestLaunch(const TraceModel& trace, const Window& window,
                                     NameId demangled)
{
    const auto row = longestRow(trace.ops.start, trace.ops.end, window,
                                [&](std::size_t i) { return isLaunchOf(trace, i, demangled); });
    return row ? std::optional(OpIndex(*row)) : std::nullopt;
}

Result<std::vector<EventRef>> launchesOf(const TraceModel& trace, const Window& window,
                                         NameId demangled, const std::stop_token& stop)
{
    std::vector<EventRef> launches;
    bool isCancelled = false;
    forKeptRows(trace.ops.start, trace.ops.end, window, [&](std::size_t i) {
        if (isLaunchOf(trace, i, demangled))
            launches.push_back({EventKind::Op, static_cast<std::uint32_t>(i)});
        isCancelled = shouldStop(stop, i);
        return !isCancelled;
    });
    if (isCancelled)
        return Error{Errc::Cancelled, "The search for launches was not finished.", {}};
    return launches;
}

std::optional<OpIndex> longestTransfer(const TraceModel& trace, const Window& window,
                                       const TransferRow& row)
{
    const auto op = longestRow(trace.ops.start, trace.ops.end, window,
                               [&](std::size_t i) { return isTransferOf(trace, i, row); });
    return op ? std::optional(OpIndex(*op)) : std::nullopt;
}

std::string apiRowName(const TraceModel& trace, CallNameId name)
{
    const CallName& call = trace.callNames[name()];
    return call.base.empty() ? trace.names.display(call.text) : call.base;
}

std::optional<CallIndex> longestCall(const TraceModel& trace, const Window& window,
                                     std::string_view rowName)
{
    std::vector<bool> isNamed(trace.callNames.size());
    for (std::size_t n = 0; n < isNamed.size(); ++n)
        isNamed[n] = apiRowName(trace, CallNameId(n)) == rowName;
    const auto row = longestRow(trace.calls.start, trace.calls.end, window, [&](std::size_t i) {
        const CallNameId name = trace.calls.name[i];
        return !name.isNone() && isNamed[name()];
    });
    return row ? std::optional(CallIndex(*row)) : std::nullopt;
}

DurationHistogram durationHistogram(std::span<const Ns> durations, std::size_t maxBins)
{
    if (durations.empty() || maxBins == 0)
        return {};
    const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
    DurationHistogram out;
    out.edges = logEdges(*least, *most, maxBins);
    out.counts.resize(out.edges.size() - 1);
    for (const Ns d : durations) {
        const auto above = std::upper_bound(out.edges.begin(), out.edges.end(), d);
        const auto bin = static_cast<std::size_t>(above - out.edges.begin()) - 1;
        ++out.counts[std::min(bin, out.counts.size() - 1)];
    }
    return out;
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/twin_events.h"

#include "core/analysis/row_events.h"
#include "core/base/progress.h"

#include <algorithm>

namespace nv {
namespace {

bool isInWindow(const TimeColumns& columns, const Window& window, std::size_t i)
{
    return window.source == WindowSource::All
           || keptByNsys(columns.start[i], columns.end[i], window.range);
}

/// The kept rows of a table that `isTwin(row)` lets pass.  Rows ascend by start, so none behind the
/// window's end can be kept.
template <class IsTwin>
std::vector<std::uint32_t> collect(const TimeColumn& start, const TimeColumn& end,
                                   const Window& window, const std::stop_token& stop, IsTwin isTwin)
{
    const auto past = window.source == WindowSource::All
                          ? start.end()
                          : std::lower_bound(start.begin(), start.end(), window.range.end);
    const auto n = static_cast<std::size_t>(past - start.begin());
    const TimeColumns columns{start, end};
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < n && !shouldStop(stop, i); ++i) {
        if (isTwin(i) && isInWindow(columns, window, i))
            rows.push_back(static_cast<std::uint32_t>(i));
    }
    return rows;
}

/// Which variants of the operation's kind count as its own; the others do too where names and
/// shape are equal and only registers or devices differ.
std::vector<bool> twinVariants(const TraceModel& trace, OpIndex op)
{
    const auto flagged = [](const auto& variants, auto isTwin) {
        std::vector<bool> flags(variants.size());
        std::transform(variants.begin(), variants.end(), flags.begin(), isTwin);
        return flags;
    };
    switch (trace.ops.kind[op()]) {
    case OpKind::Kernel:
        return flagged(trace.kernelVariants, [own = trace.kernel(op)](const KernelVariant& kernel) {
            return kernel.demangled == own.demangled && kernel.shape == own.shape;
        });
    case OpKind::GraphReplay:
        return flagged(trace.graphVariants,
                       [own = trace.graphVariants[trace.ops.variant[op()]]](
                           const GraphVariant& graph) { return graph == own; });
    case OpKind::Memcpy:
        return flagged(trace.copyVariants, [own = trace.copy(op)](const CopyVariant& copy) {
            return copy.bytes == own.bytes && copy.copyKind == own.copyKind
                   && copy.srcKind == own.srcKind && copy.dstKind == own.dstKind;
        });
    case OpKind::Memset:
        break;
    }
    return flagged(trace.copyVariants, [own = trace.copy(op)](const CopyVariant& copy) {
        return copy.bytes == own.bytes && copy.dstKind == own.dstKind;
    });
}

NameId domainName(const TraceModel& trace, std::size_t range)
{
    const DomainId domain = trace.ranges.domain[range];
    return domain.isNone() ? NameId::none() : trace.domains[domain()].name;
}

/// One flag per name of calls: the API table counts these as one row.
std::vector<bool> twinCallNames(const TraceModel& trace, CallNameId own)
{
    std::vector<bool> flags(trace.callNames.size());
    const std::string row = apiRowName(trace, own);
    for (std::size_t i = 0; i < flags.size(); ++i)
        flags[i] = apiRowName(trace, CallNameId(i)) == row;
    return flags;
}

} // namespace

std::vector<std::uint32_t> twinsOf(const TraceModel& trace, const Window& window, EventRef event,
                                   const std::stop_token& stop)
{
    const std::uint32_t own = event.index;
    const auto rows = [&](const auto& table, auto isTwin) {
        return collect(table.start, table.end, window, stop, isTwin);
    };
    switch (event.kind) {
    case EventKind::Op: {
        const std::vector<bool> isTwin = twinVariants(trace, OpIndex(own));
        return rows(trace.ops, [&, kind = trace.ops.kind[own]](std::size_t i) {
            return trace.ops.kind[i] == kind && isTwin[trace.ops.variant[i]];
        });
    }
    case EventKind::Call: {
        const std::vector<bool> isTwin = twinCallNames(trace, trace.calls.name[own]);
        return rows(trace.calls, [&](std::size_t i) { return isTwin[trace.calls.name[i]()]; });
    }
    case EventKind::Range: {
        const RangeTable& ranges = trace.ranges;
        const bool isMark = ranges.kind[own] == RangeKind::Mark;
        return rows(ranges, [&, domain = domainName(trace, own)](std::size_t i) {
            return ranges.text[i] == ranges.text[own]
                   && (ranges.kind[i] == RangeKind::Mark) == isMark
                   && domainName(trace, i) == domain;
        });
    }
    case EventKind::OsCall: {
        const auto textOf = [&](std::size_t i) {
            return trace.osCallNames[trace.osCalls.name[i]()].text;
        };
        return rows(trace.osCalls,
                    [&, text = textOf(own)](std::size_t i) { return textOf(i) == text; });
    }
    case EventKind::Sync:
        return rows(trace.syncs,
                    [&](std::size_t i) { return trace.syncs.type[i] == trace.syncs.type[own]; });
    case EventKind::Overhead:
        break;
    }
    return rows(trace.overheads, [&](std::size_t i) {
        return trace.overheads.name[i] == trace.overheads.name[own];
    });
}

bool isCounted(const TraceModel& trace, const Window& window, EventRef event)
{
    return isInWindow(timeColumns(trace, event.kind), window, event.index);
}

} // namespace nv

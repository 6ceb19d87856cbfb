// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/budget_builder.h"
#include "core/base/progress.h"

namespace nv {
namespace {

/// Calls visit(part, inside) for the pieces of `range` in and out of the disjoint ranges `in`.
template <class Visit>
void split(TimeRange range, const std::vector<TimeRange>& in, Visit visit)
{
    auto it = std::upper_bound(in.begin(), in.end(), range.begin,
                               [](Ns t, TimeRange r) { return t < r.end; });
    Ns at = range.begin;
    for (; it != in.end() && it->begin < range.end; ++it) {
        if (it->begin > at)
            visit(TimeRange{at, it->begin}, false);
        const Ns end = std::min(it->end, range.end);
        visit(TimeRange{std::max(at, it->begin), end}, true);
        at = end;
    }
    if (at < range.end)
        visit(TimeRange{at, range.end}, false);
}

} // namespace

DeviceCut::DeviceCut(const BudgetBuilder& known, DeviceId device)
    : m_known(known)
    , m_trace(known.m_trace)
    , m_index(*known.m_out)
    , m_limits(known.m_limits)
    , m_device(known.m_trace.devices[device()])
    , m_runs(known.m_out->m_devices[device()])
{}

/// Everything from m_at to `until` is of this class.
void DeviceCut::emit(BudgetClass cls, Ns until)
{
    if (until <= m_at)
        return;
    if (m_runs.cls.empty() || m_runs.cls.back() != cls) {
        m_runs.start.push_back(m_at);
        m_runs.cls.push_back(cls);
    }
    m_at = until;
}

/// Those without length are neither busy nor the end of a gap.
std::vector<OpIndex> DeviceCut::opsWithLength() const
{
    const OpTable& table = m_trace.ops;
    std::vector<OpIndex> ops;
    ops.reserve(m_device.ops.size());
    for (const OpIndex op : m_device.ops)
        if (table.end[op()] > table.start[op()])
            ops.push_back(op);
    return ops;
}

/// When nobody knows what the processes of this device did on it.
DeviceCut::Ranges DeviceCut::lostRanges() const
{
    std::vector<bool> isHere(m_trace.processes.size());
    for (const OpIndex op : m_device.ops)
        if (const ProcessId p = m_trace.processOf(op); !p.isNone())
            isHere[p()] = true;
    Ranges lost;
    for (std::size_t p = 0; p < isHere.size(); ++p)
        if (isHere[p])
            lost.insert(lost.end(), m_known.m_lost[p].begin(), m_known.m_lost[p].end());
    return mergedRanges(std::move(lost));
}

void DeviceCut::run()
{
    const OpTable& table = m_trace.ops;
    const std::vector<OpIndex> ops = opsWithLength();
    const Ranges lost = lostRanges();

    std::vector<CallIndex> launch(ops.size()); // API row of the first op from here on that has one
    for (std::size_t i = ops.size(); i-- > 0;) {
        launch[i] = table.call[ops[i]()];
        if (launch[i].isNone() && i + 1 < ops.size())
            launch[i] = launch[i + 1];
    }

    Ns computeUntil = kMinNs;
    Ns communicationUntil = kMinNs;
    Ns transferUntil = kMinNs;
    OpIndex last; // the op that ends latest so far
    for (std::size_t i = 0; i <= ops.size(); ++i) {
        const bool isEnd = i == ops.size();
        const Ns next = isEnd ? kMaxNs : table.start[ops[i]()];
        // What is running until the next op starts; a class hides those after it.
        emit(BudgetClass::Compute, std::min(computeUntil, next));
        emit(BudgetClass::Communication, std::min(communicationUntil, next));
        emit(BudgetClass::Transfer, std::min(transferUntil, next));
        if (m_at < next)
            gap({m_at, next, last, isEnd ? OpIndex::none() : ops[i],
                 isEnd ? CallIndex::none() : launch[i]},
                lost);
        if (isEnd || shouldStop(m_known.m_stop, i))
            break;
        const std::size_t op = ops[i]();
        const OpKind kind = table.kind[op];
        Ns& until = kind == OpKind::Memcpy || kind == OpKind::Memset ? transferUntil
                    : kind == OpKind::Kernel && m_index.isCommunication(table.variant[op])
                        ? communicationUntil
                        : computeUntil;
        until = std::max(until, table.end[op]);
        if (last.isNone() || table.end[op] > table.end[last()])
            last = ops[i];
    }
    if (m_runs.start.empty()) { // an op that lasts from kMinNs on, or a stop at once
        m_runs.start.push_back(kMinNs);
        m_runs.cls.push_back(BudgetClass::None);
    }
    finishRuns();
}

void DeviceCut::gap(const Gap& gap, const Ranges& lost)
{
    m_runs.gaps.before.push_back(gap.before);
    m_runs.gaps.after.push_back(gap.after);
    m_runs.gaps.launch.push_back(gap.launch);
    split({gap.begin, gap.end}, lost, [&](TimeRange part, bool isLost) {
        if (isLost)
            emit(BudgetClass::Unknown, part.end);
        else if (gap.after.isNone())
            emit(BudgetClass::None, part.end);
        else
            explain(gap, part);
    });
}

void DeviceCut::explain(const Gap& gap, TimeRange part)
{
    if (gap.launch.isNone())
        return emit(BudgetClass::Unknown, part.end);
    const ThreadId thread = m_trace.calls.thread[gap.launch()];
    Context context;
    context.gap = gap;
    context.calls = &m_known.m_threads[thread()];
    context.launchEnd = m_trace.calls.end[gap.launch()];
    context.hasBefore = !gap.before.isNone();
    context.isDispatch =
        context.hasBefore
        && lengthBetween(gap.begin, gap.end) < static_cast<DurationNs>(m_limits.dispatchGapNs);
    if (context.hasBefore)
        context.waitsEnd = waitsEnd(thread, *context.calls, gap.begin);
    const ProcessId process = m_trace.threads[thread()].process;
    split(part, m_known.m_overheads[process()], [&](TimeRange piece, bool isProfiler) {
        if (isProfiler)
            emit(BudgetClass::Profiler, piece.end);
        else
            explainCalls(context, piece);
    });
}

/// The host waited until the queue was empty: the latest end of the sync-class calls it was in when
/// the gap began, or of the poll it had just done; nullopt when it did neither.
std::optional<Ns> DeviceCut::waitsEnd(ThreadId thread, const ThreadCalls& calls, Ns gapBegin)
{
    const ThreadCalls& syncs = m_known.m_syncCalls[m_trace.threads[thread()].process()];
    m_nearSync = syncs.firstAfter(gapBegin, m_nearSync);
    syncs.activeAt(m_nearSync, gapBegin, m_waiting);
    std::optional<Ns> end;
    for (const std::uint32_t at : m_waiting)
        end = std::max(end.value_or(kMinNs), syncs.end(at));
    if (end)
        return end;
    const std::size_t next = m_nearCall = calls.firstAfter(gapBegin, m_nearCall);
    if (next == 0 || next == calls.size())
        return std::nullopt;
    const Ns previousEnd = *calls.latestEnd(next);
    if (previousEnd > gapBegin
        || lengthBetween(previousEnd, calls.start(next))
               >= static_cast<DurationNs>(m_limits.hostPieceNs))
        return std::nullopt;
    calls.visitLatest(next, [&](std::size_t at) {
        if (m_index.callClass(calls.call(at)) == ApiClass::Sync)
            end = previousEnd;
    });
    return end;
}

/// Cuts `part` wherever a call of T begins or ends.
void DeviceCut::explainCalls(const Context& context, TimeRange part)
{
    const ThreadCalls& calls = *context.calls;
    Ns t = part.begin;
    std::size_t next = m_nearCall = calls.firstAfter(t, m_nearCall);
    calls.activeAt(next, t, m_active);
    std::optional<Ns> previousEnd = calls.latestEnd(next);
    while (t < part.end) {
        Ns until = next < calls.size() ? std::min(part.end, calls.start(next)) : part.end;
        for (const std::uint32_t at : m_active)
            until = std::min(until, calls.end(at));
        emit(classAt(context, t, next, previousEnd), until);
        t = until;
        m_active.erase(std::remove_if(m_active.begin(), m_active.end(),
                                      [&](std::uint32_t at) { return calls.end(at) <= t; }),
                       m_active.end());
        for (; next < calls.size() && calls.start(next) <= t; ++next) {
            previousEnd = std::max(previousEnd.value_or(kMinNs), calls.end(next));
            if (calls.end(next) > t)
                m_active.push_back(static_cast<std::uint32_t>(next));
        }
    }
}

BudgetClass DeviceCut::classAt(const Context& context, Ns t, std::size_t next,
                               std::optional<Ns> previousEnd) const
{
    if (t >= context.launchEnd)
        return context.isDispatch ? BudgetClass::Launch : BudgetClass::Queue;
    if (!m_active.empty())
        return classInCall(context);
    // A host piece.  It lies before L, so there is a next call.
    if (!previousEnd)
        return BudgetClass::Host;
    const Ns nextStart = context.calls->start(next);
    Ns begin = *previousEnd;
    if (context.waitsEnd && *context.waitsEnd <= nextStart)
        begin = std::max(begin, *context.waitsEnd);
    if (lengthBetween(begin, nextStart) >= static_cast<DurationNs>(m_limits.hostPieceNs))
        return BudgetClass::Host;
    return context.waitsEnd ? BudgetClass::Sync : BudgetClass::Launch;
}

/// Of several calls the class that comes first in the order compile, sync, alloc, launch.
BudgetClass DeviceCut::classInCall(const Context& context) const
{
    bool sync = false;
    bool alloc = false;
    bool allShort = true;
    for (const std::uint32_t at : m_active) {
        const CallIndex call = context.calls->call(at);
        const Ns length = context.calls->end(at) - context.calls->start(at);
        allShort = allShort && length <= m_limits.lazyCallNs;
        const bool beginsInGap =
            !context.hasBefore || context.calls->start(at) >= context.gap.begin;
        ApiClass cls = m_index.callClass(call);
        // A free that begins inside the gap waits for nothing.
        if (beginsInGap && m_index.traits(m_trace.calls.name[call()]).free)
            cls = length > m_limits.setupCallNs ? ApiClass::Compile : ApiClass::Alloc;
        if (cls == ApiClass::Compile)
            return BudgetClass::Compile;
        sync = sync || cls == ApiClass::Sync;
        alloc = alloc || cls == ApiClass::Alloc;
    }
    if (sync)
        return BudgetClass::Sync;
    if (alloc)
        return BudgetClass::Alloc;
    return context.waitsEnd && allShort ? BudgetClass::Sync : BudgetClass::Launch;
}

} // namespace nv

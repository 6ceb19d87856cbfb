// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/naive_budget.h"

namespace nv::test {
namespace {

using Instant = std::optional<Ns>;

} // namespace

bool NaiveBudget::isLost(DeviceId device, Ns t) const
{
    const CallTable& calls = m_trace.calls;
    const OpTable& ops = m_trace.ops;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (calls.thread[i].isNone() || !m_classes.traits(calls.name[i]).graphLaunch
            || calls.correlation[i] == kNoCorrelation)
            continue;
        const ProcessId process = m_trace.threads[calls.thread[i]()].process;
        bool usesDevice = false;
        bool hasOp = false;
        Ns end = kMinNs;
        for (std::size_t o = 0; o < ops.size(); ++o) {
            if (m_trace.processOf(OpIndex(o)) != process)
                continue;
            usesDevice = usesDevice || m_trace.deviceOf(OpIndex(o)) == device;
            hasOp = hasOp || ops.correlation[o] == calls.correlation[i];
            end = std::max(end, ops.end[o]);
        }
        bool isOwner = true;
        Instant wait;
        Ns waitStart = kMaxNs;
        for (std::size_t c = 0; c < calls.size(); ++c) {
            if (calls.thread[c].isNone() || m_trace.threads[calls.thread[c]()].process != process)
                continue;
            isOwner = isOwner && !(c > i && calls.correlation[c] == calls.correlation[i]);
            end = std::max(end, calls.end[c]);
            if (calls.start[c] >= calls.start[i] && calls.start[c] < waitStart
                && m_classes.callClass(CallIndex(c)) == ApiClass::Sync
                && !m_classes.traits(calls.name[c]).query) {
                waitStart = calls.start[c];
                wait = calls.end[c];
            }
        }
        if (usesDevice && isOwner && !hasOp && calls.start[i] <= t && t < wait.value_or(end))
            return true;
    }
    return false;
}

bool NaiveBudget::isProfiled(ProcessId process, Ns t) const
{
    const OverheadTable& table = m_trace.overheads;
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table.process[i] == process && table.start[i] <= t && t < table.end[i])
            return true;
    return false;
}

std::vector<std::size_t> NaiveBudget::callsAt(ThreadId thread, Ns t) const
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < m_trace.calls.size(); ++i)
        if (m_trace.calls.thread[i] == thread && m_trace.calls.start[i] <= t
            && t < m_trace.calls.end[i])
            out.push_back(i);
    return out;
}

std::optional<Ns> NaiveBudget::waitsEnd(ThreadId thread, Ns g0) const
{
    const CallTable& calls = m_trace.calls;
    Instant end;
    Instant previousEnd;
    Instant nextStart;
    bool previousIsSync = false;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const bool isSync = m_classes.callClass(CallIndex(i)) == ApiClass::Sync;
        if (!calls.thread[i].isNone()
            && m_trace.threads[calls.thread[i]()].process == m_trace.threads[thread()].process
            && isSync && calls.start[i] <= g0 && g0 < calls.end[i])
            end = std::max(end.value_or(kMinNs), calls.end[i]);
        if (calls.thread[i] != thread)
            continue;
        if (calls.start[i] > g0) {
            nextStart = std::min(nextStart.value_or(kMaxNs), calls.start[i]);
        } else if (!previousEnd || calls.end[i] >= *previousEnd) {
            previousIsSync = isSync || (previousEnd == calls.end[i] && previousIsSync);
            previousEnd = calls.end[i];
        }
    }
    if (end)
        return end;
    if (previousEnd && nextStart && *previousEnd <= g0 && previousIsSync
        && *nextStart - *previousEnd < m_limits.hostPieceNs)
        return previousEnd;
    return std::nullopt;
}

BudgetClass NaiveBudget::inGap(DeviceId device, Ns t) const
{
    const OpTable& ops = m_trace.ops;
    const CallTable& calls = m_trace.calls;
    Instant g0;
    Instant g1;
    CallIndex launch;
    for (const OpIndex op : m_trace.devices[device()].ops) {
        if (ops.end[op()] == ops.start[op()])
            continue;
        if (ops.start[op()] <= t) {
            g0 = std::max(g0.value_or(kMinNs), ops.end[op()]);
            continue;
        }
        if (!g1)
            g1 = ops.start[op()];
        if (launch.isNone())
            launch = ops.call[op()];
    }
    if (isLost(device, t))
        return BudgetClass::Unknown;
    if (!g1)
        return BudgetClass::None;
    if (launch.isNone())
        return BudgetClass::Unknown;
    const ThreadId thread = calls.thread[launch()];
    if (isProfiled(m_trace.threads[thread()].process, t))
        return BudgetClass::Profiler;
    if (t >= calls.end[launch()])
        return g0 && *g1 - *g0 < m_limits.dispatchGapNs ? BudgetClass::Launch : BudgetClass::Queue;
    const Instant waits = g0 ? waitsEnd(thread, *g0) : Instant();
    const auto active = callsAt(thread, t);
    bool isSync = false;
    bool isAlloc = false;
    bool allShort = true;
    for (const std::size_t call : active) {
        const Ns length = calls.end[call] - calls.start[call];
        ApiClass cls = m_classes.callClass(CallIndex(call));
        if (m_classes.traits(calls.name[call]).free && (!g0 || calls.start[call] >= *g0))
            cls = length > m_limits.setupCallNs ? ApiClass::Compile : ApiClass::Alloc;
        if (cls == ApiClass::Compile)
            return BudgetClass::Compile;
        isSync = isSync || cls == ApiClass::Sync;
        isAlloc = isAlloc || cls == ApiClass::Alloc;
        allShort = allShort && length <= m_limits.lazyCallNs;
    }
    if (isSync)
        return BudgetClass::Sync;
    if (isAlloc)
        return BudgetClass::Alloc;
    if (!active.empty())
        return waits && allShort ? BudgetClass::Sync : BudgetClass::Launch;
    Instant begin;
    Ns next = kMaxNs;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (calls.thread[i] != thread)
            continue;
        if (calls.start[i] <= t)
            begin = std::max(begin.value_or(kMinNs), calls.end[i]);
        else
            next = std::min(next, calls.start[i]);
    }
    if (!begin)
        return BudgetClass::Host;
    if (waits && *waits <= next)
        begin = std::max(*begin, *waits);
    if (next - *begin >= m_limits.hostPieceNs)
        return BudgetClass::Host;
    return waits ? BudgetClass::Sync : BudgetClass::Launch;
}

BudgetClass NaiveBudget::classAt(DeviceId device, Ns t) const
{
    const OpTable& ops = m_trace.ops;
    bool communicates = false;
    bool transfers = false;
    for (const OpIndex op : m_trace.devices[device()].ops) {
        if (t < ops.start[op()] || t >= ops.end[op()])
            continue;
        const OpKind kind = ops.kind[op()];
        if (kind == OpKind::Memcpy || kind == OpKind::Memset)
            transfers = true;
        else if (kind == OpKind::Kernel && m_classes.isCommunication(ops.variant[op()]))
            communicates = true;
        else
            return BudgetClass::Compute;
    }
    if (communicates)
        return BudgetClass::Communication;
    return transfers ? BudgetClass::Transfer : inGap(device, t);
}

} // namespace nv::test

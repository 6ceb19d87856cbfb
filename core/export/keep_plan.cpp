// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/keep_plan.h"

#include <algorithm>
#include <map>

namespace nv {
namespace {

constexpr int kProcessShift = 24; ///< of a globalTid: the thread; globalPid has zeros there

template <class T>
void sortUnique(std::vector<T>& values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

class Planner
{
public:
    Planner(const Analysis& analysis, TimeRange window, const std::stop_token& stop)
        : m_analysis(analysis)
        , m_trace(*analysis.trace)
        , m_index(*analysis.budget)
        , m_window(window)
        , m_stop(stop)
        , m_ops(m_trace.ops.size())
        , m_calls(m_trace.calls.size())
    {}

    Result<KeepPlan> run()
    {
        keepWhatTouches();
        for (std::size_t d = 0; d < m_trace.devices.size(); ++d)
            for (const Gap gap : m_index.gaps(DeviceId(d)))
                keepAround(gap);
        for (const Thread& thread : m_trace.threads) {
            keepNeighbours(thread, m_window.begin);
            keepNeighbours(thread, m_window.end);
        }
        keepKinds();
        m_stretches = disjointStretches(std::move(m_stretches));
        keepCallsOfStretches();
        settle();
        keepFirstLaunches();
        keepWaits();
        settle();
        if (m_stop.stop_requested())
            return Error{Errc::Cancelled, "Stopped.", {}};
        return plan();
    }

private:
    bool touches(Ns start, Ns end) const { return start <= m_window.end && end >= m_window.begin; }

    void keepOp(std::size_t op)
    {
        if (std::exchange(m_ops[op], 1) == 0)
            m_newOps.push_back(op);
    }

    void keep(OpIndex op)
    {
        if (!op.isNone())
            keepOp(op());
    }

    void keep(CallIndex call)
    {
        if (!call.isNone() && std::exchange(m_calls[call()], 1) == 0)
            m_newCalls.push_back(call());
    }

    ProcessId processOf(std::size_t call) const
    {
        const ThreadId thread = m_trace.calls.thread[call];
        return thread.isNone() ? ProcessId::none() : m_trace.threads[thread()].process;
    }

    void keepWhatTouches()
    {
        for (std::size_t i = 0; i < m_trace.ops.size(); ++i)
            if (touches(m_trace.ops.start[i], m_trace.ops.end[i]))
                keepOp(i);
        for (std::size_t i = 0; i < m_trace.calls.size(); ++i)
            if (touches(m_trace.calls.start[i], m_trace.calls.end[i]))
                keep(CallIndex(i));
    }

    void keepAround(const Gap& gap)
    {
        if (!touches(gap.begin, gap.end))
            return;
        keep(gap.before);
        keep(gap.after);
        keep(gap.launch);
        const bool isCut = gap.begin < m_window.begin || gap.end > m_window.end;
        if (!isCut || gap.launch.isNone() || m_trace.calls.thread[gap.launch()].isNone())
            return;
        const Thread& thread = m_trace.threads[m_trace.calls.thread[gap.launch()]()];
        // Before its first operation a device has waited for everything: that is no gap to explain.
        m_stretches.push_back(
            {thread.globalId, gap.before.isNone() ? m_window.begin : gap.begin, gap.end});
        if (gap.before.isNone())
            return;
        // Whether the host waited when the gap began decides about all of it.
        keepNeighbours(thread, gap.begin);
        keepNeighbours(thread, gap.end);
        for (std::size_t i = 0; i < m_trace.calls.size(); ++i)
            if (m_trace.calls.start[i] <= gap.begin && m_trace.calls.end[i] >= gap.begin
                && processOf(i) == thread.process)
                keep(CallIndex(i));
    }

    /// The calls of a thread between which `t` lies.
    void keepNeighbours(const Thread& thread, Ns t)
    {
        const CallTable& calls = m_trace.calls;
        const auto later =
            std::upper_bound(thread.calls.begin(), thread.calls.end(), t,
                             [&](Ns at, CallIndex call) { return at < calls.start[call()]; });
        if (later != thread.calls.end())
            keep(*later);
        Ns latest = kMinNs;
        for (auto it = thread.calls.begin(); it != later; ++it)
            latest = std::max(latest, calls.end[(*it)()]);
        for (auto it = thread.calls.begin(); it != later; ++it)
            if (calls.end[(*it)()] == latest)
                keep(*it);
    }

    /// The last of those that begin before the window, else the first.
    template <class Is>
    static std::optional<std::size_t> nearest(const TimeColumn& starts, Ns t, Is is)
    {
        std::optional<std::size_t> out;
        for (std::size_t i = 0; i < starts.size() && (starts[i] <= t || !out); ++i)
            if (is(i))
                out = i;
        return out;
    }

    void keepKinds()
    {
        const OpTable& ops = m_trace.ops;
        for (const OpKind kind :
             {OpKind::Kernel, OpKind::GraphReplay, OpKind::Memcpy, OpKind::Memset}) {
            bool isThere = false;
            for (std::size_t i = 0; i < ops.size() && !isThere; ++i)
                isThere = ops.kind[i] == kind && m_ops[i] != 0;
            if (isThere)
                continue;
            if (const auto op = nearest(ops.start, m_window.begin,
                                        [&](std::size_t i) { return ops.kind[i] == kind; }))
                keepOp(*op);
        }
        const auto isLaunch = [&](std::size_t call) {
            const ApiTraits& traits = m_index.traits(m_trace.calls.name[call]);
            return (traits.kernelLaunch || traits.graphLaunch)
                   && !m_trace.calls.thread[call].isNone();
        };
        const auto isAny = [](std::size_t) { return true; };
        keepKindOfCall(isLaunch);
        keepKindOfCall(isAny);
    }

    template <class Is>
    void keepKindOfCall(Is is)
    {
        for (std::size_t i = 0; i < m_calls.size(); ++i)
            if (m_calls[i] != 0 && is(i))
                return;
        if (const auto call = nearest(m_trace.calls.start, m_window.begin, is))
            keep(CallIndex(*call));
    }

    void keepCallsOfStretches()
    {
        const CallTable& calls = m_trace.calls;
        for (const ThreadStretch& stretch : m_stretches)
            for (const Thread& thread : m_trace.threads)
                if (thread.globalId == stretch.globalTid)
                    for (const CallIndex call : thread.calls)
                        if (calls.start[call()] <= stretch.last
                            && calls.end[call()] >= stretch.begin)
                            keep(call);
    }

    /// Until every kept call has its operations and every kept operation its call.
    void settle()
    {
        while (!m_newOps.empty() || !m_newCalls.empty()) {
            for (const std::size_t op : std::exchange(m_newOps, {}))
                keep(m_trace.ops.call[op]);
            for (const std::size_t call : std::exchange(m_newCalls, {})) {
                const auto [first, last] = m_trace.opsOf(CallIndex(call));
                for (auto op = first; op != last; ++op)
                    keep(*op);
            }
        }
    }

    /// The demangled name of the first kernel a call launched; none when it launched none.
    NameId firstKernel(std::size_t call) const
    {
        const auto [first, last] = m_trace.opsOf(CallIndex(call));
        for (auto op = first; op != last; ++op)
            if (m_trace.ops.kind[(*op)()] == OpKind::Kernel)
                return m_trace.kernel(*op).demangled;
        return {};
    }

    void keepFirstLaunches()
    {
        const CallTable& calls = m_trace.calls;
        std::map<std::pair<NameId, ProcessId>, bool> asked;
        for (std::size_t i = 0; i < calls.size(); ++i)
            if (m_calls[i] != 0
                && calls.end[i] - calls.start[i] > m_analysis.thresholds.budget.lazyCallNs)
                if (const NameId kernel = firstKernel(i); !kernel.isNone())
                    asked.emplace(std::pair(kernel, processOf(i)), false);
        if (asked.empty())
            return;
        for (std::size_t i = 0; i < calls.size(); ++i) {
            const NameId kernel = firstKernel(i);
            if (kernel.isNone())
                continue;
            const auto it = asked.find({kernel, processOf(i)});
            if (it != asked.end() && !std::exchange(it->second, true))
                keep(CallIndex(i));
        }
    }

    /// What a graph launch without any operation ran ends with the next wait of its process.
    void keepWaits()
    {
        const CallTable& calls = m_trace.calls;
        std::map<ProcessId, std::size_t> nextWait;
        for (std::size_t i = calls.size(); i-- > 0;) {
            const ApiTraits& traits = m_index.traits(calls.name[i]);
            const ProcessId process = processOf(i);
            if (m_index.callClass(CallIndex(i)) == ApiClass::Sync && !traits.query)
                nextWait[process] = i;
            const auto [first, last] = m_trace.opsOf(CallIndex(i));
            const auto wait = nextWait.find(process);
            if (!traits.graphLaunch || first != last || process.isNone())
                continue;
            const bool reaches =
                wait == nextWait.end() || calls.end[wait->second] >= m_window.begin;
            if (m_calls[i] == 0 && !(reaches && calls.start[i] <= m_window.end))
                continue;
            keep(CallIndex(i));
            if (wait != nextWait.end())
                keep(CallIndex(wait->second));
        }
    }

    KeepPlan plan() const
    {
        KeepPlan out;
        out.window = m_window;
        out.stretches = m_stretches;
        const OpTable& ops = m_trace.ops;
        for (std::size_t i = 0; i < ops.size(); ++i) {
            const ProcessId process = m_trace.processOf(OpIndex(i));
            if (m_ops[i] == 0)
                continue;
            if (ops.correlation[i] == kNoCorrelation || process.isNone())
                out.lone.emplace_back(ops.start[i], ops.end[i]);
            else
                out.pairs.emplace_back(ops.correlation[i],
                                       m_trace.processes[process()].globalId >> kProcessShift);
        }
        const CallTable& calls = m_trace.calls;
        for (std::size_t i = 0; i < calls.size(); ++i) {
            if (m_calls[i] == 0)
                continue;
            const ProcessId process = processOf(i);
            if (calls.correlation[i] == kNoCorrelation || process.isNone())
                out.lone.emplace_back(calls.start[i], calls.end[i]);
            else
                out.pairs.emplace_back(calls.correlation[i],
                                       m_trace.processes[process()].globalId >> kProcessShift);
            if (!process.isNone() && !touches(calls.start[i], calls.end[i]))
                out.moments.push_back(
                    {m_trace.threads[calls.thread[i]()].globalId, calls.start[i], calls.start[i]});
        }
        out.moments = disjointStretches(std::move(out.moments));
        sortUnique(out.pairs);
        sortUnique(out.lone);
        return out;
    }

    const Analysis& m_analysis;
    const TraceModel& m_trace;
    const BudgetIndex& m_index;
    TimeRange m_window;
    const std::stop_token& m_stop;
    std::vector<std::uint8_t> m_ops;   ///< 1: kept
    std::vector<std::uint8_t> m_calls; ///< 1: kept
    std::vector<std::size_t> m_newOps; ///< kept, their calls not yet
    std::vector<std::size_t> m_newCalls;
    std::vector<ThreadStretch> m_stretches;
};

} // namespace

std::vector<ThreadStretch> disjointStretches(std::vector<ThreadStretch> stretches)
{
    std::sort(stretches.begin(), stretches.end());
    std::vector<ThreadStretch> out;
    for (const ThreadStretch& next : stretches) {
        if (!out.empty() && out.back().globalTid == next.globalTid && next.begin <= out.back().last)
            out.back().last = std::max(out.back().last, next.last);
        else
            out.push_back(next);
    }
    return out;
}

Result<KeepPlan> keepPlan(const Analysis& analysis, const Window& window,
                          const std::stop_token& stop)
{
    if (window.source == WindowSource::All) {
        KeepPlan all;
        all.everything = true;
        all.window = window.range;
        return all;
    }
    return Planner(analysis, window.range, stop).run();
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/iteration_facts.h"

#include "core/analysis/time_cover.h"
#include "core/base/progress.h"

#include <algorithm>
#include <map>

namespace nv {
namespace {

class Instants
{
public:
    void add(Ns t) { m_times.push_back(t); }

    void finish() { std::sort(m_times.begin(), m_times.end()); }

    std::uint64_t within(TimeRange range) const
    {
        const auto first = std::lower_bound(m_times.begin(), m_times.end(), range.begin);
        const auto last = std::lower_bound(first, m_times.end(), std::max(range.begin, range.end));
        return static_cast<std::uint64_t>(last - first);
    }

private:
    std::vector<Ns> m_times;
};

/// What one rank, or everybody, did.
struct RankWork
{
    std::vector<TimeRange> busy;
    Instants kernels;
    Instants copies;
    Instants compileCalls;
};

class FactsBuilder
{
public:
    FactsBuilder(const TraceModel& trace, const SteadyState& steady, const Iterations& iterations)
        : m_trace(trace)
        , m_steady(steady)
        , m_iterations(iterations)
        , m_work(std::max<std::size_t>(iterations.ranks.size(), 1))
    {}

    std::vector<IterationFacts> build(std::span<const CallIndex> compileCalls,
                                      const std::stop_token& stop)
    {
        for (std::size_t i = 0; i < m_trace.ops.size() && !shouldStop(stop, i); ++i)
            addOp(i);
        for (const CallIndex call : compileCalls)
            addCompileCall(call);
        std::vector<TimeCover> covers;
        covers.reserve(m_work.size());
        for (RankWork& work : m_work) {
            covers.emplace_back(std::move(work.busy));
            work.kernels.finish();
            work.copies.finish();
            work.compileCalls.finish();
        }
        std::vector<IterationFacts> out;
        out.reserve(m_iterations.rows.size());
        for (const Iteration& row : m_iterations.rows) {
            const RankWork& work = m_work[row.rank];
            out.push_back({covers[row.rank].within(row.period()), work.kernels.within(row.period()),
                           work.copies.within(row.period()), work.compileCalls.within(row.period()),
                           std::nullopt, StepFlaw::None});
        }
        setRegular(out);
        return out;
    }

private:
    /// The work of the rank that a process is; null for processes that mark no step.
    RankWork* workOf(ProcessId process)
    {
        if (m_iterations.ranks.empty())
            return m_work.data();
        const auto it = std::find(m_iterations.ranks.begin(), m_iterations.ranks.end(), process);
        return it == m_iterations.ranks.end()
                   ? nullptr
                   : &m_work[static_cast<std::size_t>(it - m_iterations.ranks.begin())];
    }

    void addOp(std::size_t i)
    {
        RankWork* work = workOf(m_trace.processOf(OpIndex(i)));
        if (work == nullptr)
            return;
        const OpTable& ops = m_trace.ops;
        work->busy.push_back({ops.start[i], ops.end[i]});
        const bool isByCall = m_steady.edges == StepEdges::Host && !ops.call[i].isNone();
        const Ns t = isByCall ? m_trace.calls.start[ops.call[i]()] : ops.start[i];
        if (ops.kind[i] == OpKind::Kernel)
            work->kernels.add(t);
        else if (ops.kind[i] != OpKind::GraphReplay)
            work->copies.add(t);
    }

    void addCompileCall(CallIndex call)
    {
        const ThreadId thread = m_trace.calls.thread[call()];
        RankWork* work =
            workOf(thread.isNone() ? ProcessId::none() : m_trace.threads[thread()].process);
        if (work != nullptr)
            work->compileCalls.add(m_trace.calls.start[call()]);
    }

    /// A rank's step is that of the steady state which begins with a marker of the same step, or,
    /// projected to the device, carries the same text.
    void setRegular(std::vector<IterationFacts>& out) const
    {
        std::map<Ns, const Step*> byBegin;
        std::map<std::string_view, const Step*> byLabel;
        for (const Step& step : m_steady.steps) {
            byBegin.emplace(step.begin, &step);
            if (!step.label.empty())
                byLabel.emplace(step.label, &step);
        }
        std::vector<const Step*> ofStep(m_iterations.stepCount);
        for (const Iteration& row : m_iterations.rows) {
            const Step*& step = ofStep[row.index];
            if (const auto it = byBegin.find(row.range.begin); it != byBegin.end())
                step = it->second;
            else if (const auto same = byLabel.find(m_trace.names.text(row.label));
                     same != byLabel.end() && step == nullptr)
                step = same->second;
        }
        for (std::size_t i = 0; i < out.size(); ++i)
            if (const Step* step = ofStep[m_iterations.rows[i].index]) {
                out[i].regular = step->regular;
                out[i].flaw = step->flaw;
            }
    }

    const TraceModel& m_trace;
    const SteadyState& m_steady;
    const Iterations& m_iterations;
    std::vector<RankWork> m_work;
};

} // namespace

std::vector<IterationFacts> iterationFacts(const TraceModel& trace, const SteadyState& steady,
                                           std::span<const CallIndex> compileCalls,
                                           const Iterations& iterations,
                                           const std::stop_token& stop)
{
    return FactsBuilder(trace, steady, iterations).build(compileCalls, stop);
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/gallop.h"
#include "core/analysis/steps/marker_text.h"
#include "core/analysis/steps/regularity.h"

#include <algorithm>

namespace nv::stepfind {
namespace {

/// Sums of these tell multisets apart whatever the order of their members.
std::uint64_t mix(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

StepPhase phaseOf(std::string_view text)
{
    const auto step = parseForwardStep(text);
    if (!step)
        return StepPhase::None;
    if (step->contextRequests > 0)
        return StepPhase::Context;
    return step->generationRequests > 0 ? StepPhase::Generation : StepPhase::None;
}

struct Projected ///< a step's own ops
{
    bool hasOps = false;
    Ns firstStart = kMaxNs;
    Ns lastEnd = kMinNs;
};

class FactFinder
{
public:
    FactFinder(LaunchBook& book, const Candidate& candidate)
        : m_trace(book.trace())
        , m_launches(book.of(candidate.processes))
        , m_candidate(candidate)
        , m_compile(book.compileStarts(candidate.processes))
        , m_firstAt(m_trace.names.size() + 1, kMinNs)
    {
        for (const KernelVariant& v : m_trace.kernelVariants)
            m_kernelHash.push_back(mix(v.demangled.value));
        for (const GraphVariant& v : m_trace.graphVariants)
            m_graphHash.push_back(mix(~static_cast<std::uint64_t>(v.graphExecId)));
    }

    Result<StepSet> find(const std::stop_token& stop)
    {
        StepSet set;
        set.steps.resize(m_candidate.size());
        m_own.resize(m_candidate.size());
        std::size_t position = passOver(0, lowerBound(0, m_candidate.begin.front()));
        for (std::size_t i = 0; i < m_candidate.size(); ++i) {
            if (stop.stop_requested())
                return cancelled();
            StepFacts& step = set.steps[i];
            begin(step, i);
            const std::size_t last = lowerBound(position, step.hostEnd);
            for (; position < last; ++position) {
                if (shouldStop(stop, position))
                    return cancelled();
                take(step, m_own[i], m_launches.op[position]);
            }
            step.end = i + 1 < m_candidate.size() ? m_candidate.begin[i + 1] : step.hostEnd;
        }
        close(set.steps.back(), m_own.back());
        if (hostRunsAhead(set.steps))
            project(set);
        return set;
    }

private:
    std::size_t lowerBound(std::size_t from, Ns t) const
    {
        return lowerBoundFrom(m_launches.at, from, t);
    }

    std::size_t passOver(std::size_t from, std::size_t to)
    {
        Projected nobody;
        StepFacts nothing;
        for (; from < to; ++from)
            take(nothing, nobody, m_launches.op[from]);
        return to;
    }

    /// Names, edges on the host, compile calls.
    void begin(StepFacts& step, std::size_t i)
    {
        step.source = static_cast<std::uint32_t>(i);
        step.hostBegin = m_candidate.begin[i];
        step.begin = step.hostBegin;
        step.earlierWork = m_latestEnd;
        if (i + 1 < m_candidate.size())
            step.hostEnd = m_candidate.begin[i + 1];
        else
            step.hostEnd = m_candidate.end.empty() ? lastEndFrom(step) : m_candidate.end[i];
        if (!m_candidate.label.empty())
            step.phase = phaseOf(m_trace.names.text(m_candidate.label[i]));
        m_nextCompile = lowerBoundFrom(m_compile, m_nextCompile, step.hostBegin);
        step.compiles = m_nextCompile < m_compile.size() && m_compile[m_nextCompile] < step.hostEnd;
    }

    /// A method without ends lets its last step last until its own last op.
    Ns lastEndFrom(const StepFacts& step) const
    {
        Ns end = step.hostBegin;
        for (std::size_t k = lowerBound(0, step.hostBegin); k < m_launches.size(); ++k)
            end = std::max(end, m_trace.ops.end[m_launches.op[k]()]);
        return end;
    }

    void take(StepFacts& step, Projected& own, OpIndex op)
    {
        const std::size_t i = op();
        own.hasOps = true;
        own.firstStart = std::min(own.firstStart, m_trace.ops.start[i]);
        own.lastEnd = std::max(own.lastEnd, m_trace.ops.end[i]);
        m_latestEnd = std::max(m_latestEnd, m_trace.ops.end[i]);
        const std::uint32_t variant = m_trace.ops.variant[i];
        if (m_trace.ops.kind[i] == OpKind::Kernel) {
            step.kernels += m_kernelHash[variant];
            ++step.kernelCount;
            step.firstSeen = isFirst(op, variant) || step.firstSeen;
        } else if (m_trace.ops.kind[i] == OpKind::GraphReplay) {
            step.kernels += m_graphHash[variant];
            ++step.kernelCount;
        }
    }

    /// The call that launches a kernel for the first time may issue it more than once.
    bool isFirst(OpIndex op, std::uint32_t variant)
    {
        const NameId name = m_trace.kernelVariants[variant].demangled;
        Ns& first = name.isNone() ? m_firstAt.back() : m_firstAt[name()];
        const Ns at = m_trace.calls.start[m_trace.ops.call[op()]()];
        if (first == kMinNs)
            first = at;
        return first == at;
    }

    void close(StepFacts& step, const Projected& own) const
    {
        if (!m_candidate.end.empty())
            step.end = std::max(m_candidate.end.back(), own.hasOps ? own.lastEnd : step.hostBegin);
    }

    bool hostRunsAhead(const std::vector<StepFacts>& steps) const
    {
        std::size_t full = 0;
        std::size_t behind = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            full += m_own[i].hasOps ? 1 : 0;
            behind += m_own[i].hasOps && steps[i].earlierWork > steps[i].hostBegin ? 1 : 0;
        }
        return 2 * behind > full;
    }

    void project(StepSet& set) const
    {
        set.edges = StepEdges::Device;
        std::vector<StepFacts> full;
        for (std::size_t i = 0; i < set.steps.size(); ++i) {
            if (!m_own[i].hasOps)
                continue;
            StepFacts step = set.steps[i];
            step.begin = m_own[i].firstStart;
            step.end = m_own[i].lastEnd;
            if (!full.empty() && step.begin > full.back().begin)
                full.back().end = step.begin;
            full.push_back(step);
        }
        set.steps = std::move(full);
    }

    const TraceModel& m_trace;
    const Launches& m_launches;
    const Candidate& m_candidate;
    std::vector<Ns> m_compile;
    std::vector<Ns> m_firstAt; ///< by kernel name, kMinNs: not yet
    std::vector<std::uint64_t> m_kernelHash;
    std::vector<std::uint64_t> m_graphHash;
    std::vector<Projected> m_own;
    Ns m_latestEnd = kMinNs;
    std::size_t m_nextCompile = 0;
};

} // namespace

Result<StepSet> stepFacts(LaunchBook& book, const Candidate& candidate, const std::stop_token& stop)
{
    return FactFinder(book, candidate).find(stop);
}

} // namespace nv::stepfind

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stragglers.h"

#include "core/base/progress.h"

#include <algorithm>
#include <map>

namespace nv {
namespace {

constexpr double kStragglerShare = 0.80;

/// Start times of a collective in one step, per rank.
using Arrivals = std::vector<std::vector<Ns>>;
/// Of one step, by the short name.
using StepArrivals = std::map<std::uint32_t, Arrivals>;

class StragglerFinder
{
public:
    StragglerFinder(const Analysis& analysis, const Window& window)
        : m_trace(*analysis.trace)
        , m_index(*analysis.budget)
        , m_iterations(analysis.iterations)
        , m_window(window)
    {}

    Stragglers find(const std::stop_token& stop)
    {
        findRanks(stop);
        if (m_out.ranks.size() < 2)
            return std::move(m_out);
        collect(stop);
        for (auto& [step, ofStep] : m_steps)
            pair(ofStep);
        finish();
        return std::move(m_out);
    }

private:
    bool isCollective(std::size_t op) const
    {
        return m_trace.ops.kind[op] == OpKind::Kernel
               && m_index.isCommunication(m_trace.ops.variant[op]);
    }

    CommunicatingRank rankOf(std::size_t op) const
    {
        return {m_trace.processOf(OpIndex(op)), m_trace.deviceOf(OpIndex(op))};
    }

    std::size_t positionOf(const CommunicatingRank& rank) const
    {
        return static_cast<std::size_t>(std::find(m_out.ranks.begin(), m_out.ranks.end(), rank)
                                        - m_out.ranks.begin());
    }

    void findRanks(const std::stop_token& stop)
    {
        for (std::size_t i = 0; i < m_trace.ops.size() && !shouldStop(stop, i); ++i)
            if (isCollective(i) && positionOf(rankOf(i)) == m_out.ranks.size())
                m_out.ranks.push_back(rankOf(i));
        const auto key = [this](const CommunicatingRank& rank) {
            return std::pair(rank.process.isNone() ? kMinNs
                                                   : m_trace.processes[rank.process()].globalId,
                             rank.device());
        };
        std::sort(m_out.ranks.begin(), m_out.ranks.end(),
                  [&](const auto& a, const auto& b) { return key(a) < key(b); });
    }

    /// The step a kernel of a process starts in; nullopt outside of all.
    std::optional<std::size_t> stepAt(ProcessId process, Ns t)
    {
        if (m_iterations.rows.empty())
            return 0;
        const ProcessId marking = m_iterations.ranks.empty() ? ProcessId::none() : process;
        const auto [at, isNew] = m_rowsOf.try_emplace(marking.value);
        std::vector<const Iteration*>& rows = at->second;
        if (isNew)
            for (const Iteration& row : m_iterations.rows)
                if (row.process == marking)
                    rows.push_back(&row);
        const auto after = std::partition_point(
            rows.begin(), rows.end(), [t](const Iteration* row) { return row->range.begin <= t; });
        if (after == rows.begin())
            return std::nullopt;
        const Iteration& row = **std::prev(after);
        const bool isInWindow = m_window.source == WindowSource::All
                                || !row.period().intersect(m_window.range).isEmpty();
        return t < row.periodEnd && isInWindow ? std::optional(row.index) : std::nullopt;
    }

    void collect(const std::stop_token& stop)
    {
        for (std::size_t i = 0; i < m_trace.ops.size() && !shouldStop(stop, i); ++i) {
            const Ns start = m_trace.ops.start[i];
            if (!isCollective(i))
                continue;
            if (m_iterations.rows.empty() && m_window.source != WindowSource::All
                && (start < m_window.range.begin || start >= m_window.range.end))
                continue;
            const CommunicatingRank rank = rankOf(i);
            const std::optional<std::size_t> step = stepAt(rank.process, start);
            if (!step)
                continue;
            const NameId name = m_trace.kernel(OpIndex(i)).shortName;
            Arrivals& arrivals = m_steps[*step][name.value];
            arrivals.resize(m_out.ranks.size());
            arrivals[positionOf(rank)].push_back(start);
        }
    }

    /// All collectives of a step, or none.
    void pair(const StepArrivals& step)
    {
        for (const auto& [name, arrivals] : step)
            for (const std::vector<Ns>& ofRank : arrivals)
                if (ofRank.size() != arrivals.front().size()) {
                    ++m_out.refusedSteps;
                    return;
                }
        for (const auto& [name, arrivals] : step)
            for (std::size_t k = 0; k < arrivals.front().size(); ++k)
                note(name, arrivals, k);
    }

    void note(std::uint32_t name, const Arrivals& arrivals, std::size_t k)
    {
        const std::size_t ranks = arrivals.size();
        CollectiveLateness& out = m_collectives[name];
        out.latenessSum.resize(ranks);
        out.lastCount.resize(ranks);
        Ns earliest = kMaxNs;
        Ns latest = kMinNs;
        for (const std::vector<Ns>& ofRank : arrivals) {
            earliest = std::min(earliest, ofRank[k]);
            latest = std::max(latest, ofRank[k]);
        }
        std::size_t last = ranks;
        std::size_t lastRanks = 0;
        for (std::size_t r = 0; r < ranks; ++r) {
            out.latenessSum[r] += lengthBetween(earliest, arrivals[r][k]);
            if (arrivals[r][k] == latest) {
                last = r;
                ++lastRanks;
            }
        }
        if (lastRanks == 1)
            ++out.lastCount[last];
        ++out.count;
        ++m_out.instances;
    }

    void finish()
    {
        std::vector<std::uint64_t> last(m_out.ranks.size());
        for (auto& [name, collective] : m_collectives) {
            collective.name = name == NameId::kNone ? NameId::none() : NameId(name);
            for (std::size_t r = 0; r < last.size(); ++r)
                last[r] += collective.lastCount[r];
            m_out.collectives.push_back(std::move(collective));
        }
        std::stable_sort(m_out.collectives.begin(), m_out.collectives.end(),
                         [](const auto& a, const auto& b) { return a.count > b.count; });
        for (std::size_t r = 0; r < last.size(); ++r)
            if (static_cast<double>(last[r])
                > kStragglerShare * static_cast<double>(m_out.instances))
                m_out.straggler = r;
    }

    const TraceModel& m_trace;
    const BudgetIndex& m_index;
    const Iterations& m_iterations;
    const Window& m_window;
    Stragglers m_out;
    std::map<std::size_t, StepArrivals> m_steps;
    std::map<std::uint32_t, CollectiveLateness> m_collectives;
    std::map<std::uint32_t, std::vector<const Iteration*>> m_rowsOf;
};

} // namespace

Stragglers findStragglers(const Analysis& analysis, const Window& window,
                          const std::stop_token& stop)
{
    return StragglerFinder(analysis, window).find(stop);
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collective_iterations.h"

#include "core/base/progress.h"

#include <algorithm>
#include <map>

namespace nv {
namespace {

constexpr DurationNs kIterationGapNs = 1'000'000;
constexpr DurationNs kPhaseGapNs = 100'000'000;
constexpr std::size_t kMinIterations = 5;
constexpr std::size_t kAgreement = 1; ///< counts may differ by this: a step cut by the window

bool isAllReduce(std::string_view name)
{
    constexpr std::string_view kWord = "allreduce";
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; };
    return std::search(name.begin(), name.end(), kWord.begin(), kWord.end(), same) != name.end();
}

std::vector<bool> allReduceVariants(const TraceModel& trace)
{
    std::vector<bool> out;
    out.reserve(trace.kernelVariants.size());
    for (const KernelVariant& variant : trace.kernelVariants)
        out.push_back(isAllReduce(trace.names.text(variant.shortName)));
    return out;
}

std::size_t commonCount(const std::vector<CollectiveIteration>& iterations)
{
    std::map<std::size_t, std::size_t> seen;
    std::size_t most = 0;
    for (const CollectiveIteration& it : iterations)
        most = std::max(most, ++seen[it.count]);
    for (const CollectiveIteration& it : iterations)
        if (seen[it.count] == most)
            return it.count;
    return 0;
}

std::optional<std::pair<std::size_t, std::size_t>> benchmarkPhase(const CollectiveRank& rank)
{
    const auto& its = rank.iterations;
    for (std::size_t end = its.size(); end > 0;) {
        std::size_t begin = end - 1;
        while (begin > 0
               && lengthBetween(its[begin - 1].range.end, its[begin].range.begin) <= kPhaseGapNs)
            --begin;
        std::size_t alike = 0;
        for (std::size_t i = begin; i < end; ++i)
            alike += its[i].count == rank.common ? 1 : 0;
        if (end - begin >= kMinIterations && 2 * alike >= end - begin)
            return std::pair(begin, end);
        end = begin;
    }
    return std::nullopt;
}

class IterationFinder
{
public:
    IterationFinder(const Analysis& analysis, const Window& window)
        : m_trace(*analysis.trace)
        , m_steps(analysis.iterations)
        , m_window(window)
        , m_isAllReduce(allReduceVariants(m_trace))
    {}

    CollectiveIterations find(const std::stop_token& stop)
    {
        m_out.areMarkersUsed = !m_steps.ranks.empty();
        if (std::find(m_isAllReduce.begin(), m_isAllReduce.end(), true) == m_isAllReduce.end())
            return std::move(m_out);
        for (std::size_t i = 0; i < m_trace.ops.size() && !shouldStop(stop, i); ++i)
            add(i);
        for (auto& [key, rank] : m_ranks) {
            rank.common = commonCount(rank.iterations);
            rank.benchmark = benchmarkPhase(rank);
            m_out.ranks.push_back(std::move(rank));
        }
        if (m_out.areMarkersUsed)
            check();
        return std::move(m_out);
    }

private:
    bool isInside(Ns t) const
    {
        return m_window.source == WindowSource::All || m_window.range.contains(t);
    }

    void add(std::size_t op)
    {
        const OpTable& ops = m_trace.ops;
        if (ops.kind[op] != OpKind::Kernel || !m_isAllReduce[ops.variant[op]]
            || !isInside(ops.start[op]))
            return;
        const ProcessId process = m_trace.processOf(OpIndex(op));
        const DeviceId device = m_trace.deviceOf(OpIndex(op));
        CollectiveRank& rank = m_ranks[{
            process.isNone() ? kMinNs : m_trace.processes[process()].globalId, device.value}];
        rank.process = process;
        rank.device = device;
        auto& its = rank.iterations;
        if (its.empty() || lengthBetween(its.back().range.end, ops.start[op]) > kIterationGapNs)
            its.push_back({{ops.start[op], ops.start[op]}, 0});
        its.back().range.end = std::max(its.back().range.end, ops.end[op]);
        ++its.back().count;
    }

    /// Steps without requests run no model, so they reduce nothing.
    void check()
    {
        for (CollectiveRank& rank : m_out.ranks) {
            if (std::find(m_steps.ranks.begin(), m_steps.ranks.end(), rank.process)
                == m_steps.ranks.end())
                continue;
            rank.marked = static_cast<std::size_t>(
                std::count_if(m_steps.rows.begin(), m_steps.rows.end(), [&](const Iteration& row) {
                    return row.process == rank.process && row.phase != StepPhase::None
                           && isInside(row.range.begin);
                }));
            if (m_out.warning.empty())
                m_out.warning = warningOf(rank);
        }
    }

    std::string warningOf(const CollectiveRank& rank) const
    {
        const std::size_t found = rank.iterations.size();
        const std::size_t marked = *rank.marked;
        if ((found > marked ? found - marked : marked - found) <= kAgreement)
            return {};
        const std::string device = m_trace.devices[rank.device()].label;
        std::string text = "Device " + device + ": pauses between all-reduces tell "
                           + std::to_string(found) + " iterations apart, the markers name "
                           + std::to_string(marked) + " steps. The markers are used; ";
        if (found < marked)
            text += "steps less than 1 ms apart run into one, and all-reduces inside graphs that "
                    "were recorded as a whole are not seen.";
        else
            text += "a long step with pauses of more than 1 ms counts several times, and work "
                    "outside of steps may reduce too.";
        return text;
    }

    const TraceModel& m_trace;
    const Iterations& m_steps;
    const Window& m_window;
    const std::vector<bool> m_isAllReduce;
    std::map<std::pair<std::int64_t, std::uint32_t>, CollectiveRank> m_ranks;
    CollectiveIterations m_out;
};

} // namespace

CollectiveIterations collectiveIterations(const Analysis& analysis, const Window& window,
                                          const std::stop_token& stop)
{
    return IterationFinder(analysis, window).find(stop);
}

} // namespace nv

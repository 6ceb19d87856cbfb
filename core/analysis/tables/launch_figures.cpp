// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/figures.h"
#include "core/analysis/tables/launched_by.h"
#include "core/analysis/tables/sequence_stats.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

/// How the kernels of one name were launched.
class LaunchFigureMaker
{
public:
    LaunchFigureMaker(const TraceModel& model, const KernelSequence& sequence, const Slice& slice)
        : m_ops(model.ops)
        , m_calls(model.calls)
        , m_sequence(sequence)
        , m_slice(slice)
    {}

    LaunchFigures make(const std::stop_token& stop)
    {
        if (stop.stop_requested())
            return {};
        sumUpLaunches();
        if (stop.stop_requested() || m_out.count == 0)
            return m_out;
        if (m_sequence.haveCalls)
            rankAll();
        else
            rankThoseWithCalls();
        return m_out;
    }

private:
    struct Launch
    {
        std::size_t at = 0; ///< position in the sequence
        Ns kernel = 0;
        Ns call = 0; ///< kNoLaunch: unmatched
        Ns queue = 0;
        LaunchedBy by = LaunchedBy::Unknown;
    };

    /// In order of the rows.
    template <class Visit>
    void forEachLaunch(Visit visit) const
    {
        for (const std::size_t at : m_slice.before)
            visit(Launch{at, m_sequence.durations[at], m_sequence.calls[at], m_sequence.queue[at],
                         static_cast<LaunchedBy>(m_sequence.launchedBy[at])});
        std::array<Ns, PackedValues::kChunk> call{};
        std::array<Ns, PackedValues::kChunk> wait{};
        std::array<Ns, PackedValues::kChunk> by{};
        m_sequence.durations.forEachPart(m_slice.first, m_slice.last, PackedValues::all,
                                         [&](std::size_t at, std::span<const Ns> durations) {
                                             const std::size_t end = at + durations.size();
                                             m_sequence.calls.copy(at, end, call.data());
                                             m_sequence.queue.copy(at, end, wait.data());
                                             m_sequence.launchedBy.copy(at, end, by.data());
                                             for (std::size_t i = 0; i < durations.size(); ++i)
                                                 visit(Launch{at + i, durations[i], call[i],
                                                              wait[i],
                                                              static_cast<LaunchedBy>(by[i])});
                                         });
    }

    void sumUpLaunches()
    {
        LaunchFigures sums; // not in place: the compiler keeps it in registers
        forEachLaunch([&](const Launch& launch) {
            noteLauncher(launch, sums);
            if (launch.call == kNoLaunch)
                return;
            sums.count += 1;
            sums.callSum += static_cast<double>(launch.call);
            sums.kernelSum += static_cast<double>(launch.kernel);
            sums.earliest = std::min(sums.earliest, launch.queue);
            if (launch.queue == kMaxNs || launch.queue == -kMaxNs) {
                addFarLaunch(rowAt(launch.at), sums);
            } else if (launch.queue < 0) {
                sums.negative += 1;
                sums.beforeCall += launch.queue + launch.call < 0 ? 1 : 0;
            } else {
                sums.queueSum += static_cast<double>(launch.queue);
                sums.waited += 1;
            }
        });
        m_out = sums;
    }

    void noteLauncher(const Launch& launch, LaunchFigures& sums) const
    {
        if (launch.by == LaunchedBy::Graph) {
            sums.inGraphs += 1;
            sums.inGraphsTotal = addSaturated(sums.inGraphsTotal, launch.kernel);
        } else if (launch.by == LaunchedBy::Eager) {
            if (sums.eager == 0)
                sums.firstEager = OpIndex(rowAt(launch.at));
            sums.eager += 1;
            sums.eagerTotal = addSaturated(sums.eagerTotal, launch.kernel);
        }
    }

    std::uint32_t rowAt(std::size_t position) const
    {
        return static_cast<std::uint32_t>(m_sequence.rows[position]);
    }

    /// So long a time was cut when it was noted.
    void addFarLaunch(std::uint32_t op, LaunchFigures& sums) const
    {
        const std::size_t call = m_ops.call[op]();
        const Ns start = m_ops.start[op];
        if (start < m_calls.end[call]) {
            sums.negative += 1;
            sums.beforeCall += start < m_calls.start[call] ? 1 : 0;
        } else {
            sums.queueSum += static_cast<double>(lengthBetween(m_calls.end[call], start));
            sums.waited += 1;
        }
    }

    void rankAll()
    {
        const SliceValues calls = valuesOf(m_sequence.calls, m_slice);
        m_out.callRanks = ranksOf(m_out.count, [&](auto visit) { calls.forEachPart(visit); });
        if (m_out.waited == 0)
            return;
        const SliceValues queue = valuesOf(m_sequence.queue, m_slice);
        const bool isWhole = m_out.negative == 0;
        m_out.queueRanks = ranksOf(m_out.waited, [&](auto visit) {
            queue.forEachPart([&](std::span<const Ns> values) {
                if (isWhole)
                    return visit(values);
                std::array<Ns, PackedValues::kChunk> kept{};
                for (std::size_t from = 0; from < values.size(); from += kept.size()) {
                    std::size_t count = 0;
                    for (const Ns value :
                         values.subspan(from, std::min(kept.size(), values.size() - from))) {
                        kept[count] = value;
                        count += value >= 0 ? 1U : 0U;
                    }
                    visit(std::span<const Ns>(kept.data(), count));
                }
            });
        });
    }

    void rankThoseWithCalls()
    {
        std::vector<Ns> kernels;
        std::vector<Ns> calls;
        std::vector<Ns> queues;
        forEachLaunch([&](const Launch& launch) {
            if (launch.call == kNoLaunch)
                return;
            kernels.push_back(launch.kernel);
            calls.push_back(launch.call);
            if (launch.queue >= 0)
                queues.push_back(launch.queue);
        });
        const auto ranks = [](const std::vector<Ns>& values) {
            return ranksOf(values.size(), [&](auto visit) { visit(std::span<const Ns>(values)); });
        };
        m_out.kernelRanks = ranks(kernels);
        m_out.callRanks = ranks(calls);
        if (!queues.empty())
            m_out.queueRanks = ranks(queues);
    }

    const OpTable& m_ops;
    const CallTable& m_calls;
    const KernelSequence& m_sequence;
    const Slice& m_slice;
    LaunchFigures m_out;
};

} // namespace

LaunchFigures launchFigures(const TraceModel& model, const KernelSequence& sequence,
                            const Slice& slice, const std::stop_token& stop)
{
    return LaunchFigureMaker(model, sequence, slice).make(stop);
}

} // namespace nv

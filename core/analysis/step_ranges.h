// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/step_breakdown.h"
#include "core/analysis/time_cover.h"

/// The NVTX rows of a step breakdown, for step_breakdown.cpp.
/// Shape: `rankOf[process]` is the rank of a thread's process, or kNoRank; `covers[rank]` its
/// periods.  Unit, rules, cost: as step_breakdown.h.  Thread: pure.
namespace nv {

inline constexpr std::size_t kNoRank = SIZE_MAX;

/// Which rank does a thread or stream of this process belong to?
class RankOfProcess
{
public:
    RankOfProcess(const TraceModel& trace, const std::vector<RankPeriods>& ranks);

    std::size_t operator()(ProcessId process) const
    {
        if (m_isOne)
            return 0;
        return process.isNone() ? kNoRank : m_rankOf[process()];
    }

    std::size_t ofThread(const TraceModel& trace, ThreadId thread) const
    {
        return (*this)(thread.isNone() ? ProcessId::none() : trace.threads[thread()].process);
    }

private:
    std::vector<std::size_t> m_rankOf;
    bool m_isOne = false; ///< everything is of the one rank
};

/// One list of rows per rank, each by inclusive time.
std::vector<std::vector<StepRangeRow>> stepRanges(const TraceModel& trace,
                                                  const RankOfProcess& rankOf,
                                                  const std::vector<TimeCover>& covers,
                                                  const std::vector<RankPeriods>& ranks,
                                                  const std::stop_token& stop);

} // namespace nv

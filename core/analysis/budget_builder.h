// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"
#include "core/analysis/thread_calls.h"

#include <deque>
#include <map>
#include <set>

/// Cuts every device into runs of one class.  Private to budget*.cpp.
namespace nv {

class BudgetBuilder
{
public:
    BudgetBuilder(TracePtr trace, const BudgetLimits& limits, const std::stop_token& stop);
    Result<std::shared_ptr<const BudgetIndex>> run(const BudgetIndex::Early& early);

private:
    using Ranges = std::vector<TimeRange>;
    friend class DeviceCut;

    void classifyNames();
    void classifyCalls();
    void indexThreads();
    void mergeOverheads();
    void findLostReplays();
    std::shared_ptr<const BudgetIndex> withoutRuns() const;

    TracePtr m_tracePtr;
    const TraceModel& m_trace;
    BudgetLimits m_limits;
    const std::stop_token& m_stop;
    std::shared_ptr<BudgetIndex> m_out;

    std::vector<ThreadCalls> m_threads;          ///< by ThreadId
    std::deque<PackedColumn<CallIndex>> m_syncs; ///< sync-class calls by ProcessId, by start
    std::vector<ThreadCalls> m_syncCalls;        ///< the same, asked by instant
    std::vector<Ranges> m_overheads;             ///< by ProcessId, disjoint, ascending
    std::vector<Ranges> m_lost;                  ///< by ProcessId, disjoint, ascending
};

/// Cuts one device; several may be cut at the same time once the builder knows calls and threads.
class DeviceCut
{
public:
    DeviceCut(const BudgetBuilder& known, DeviceId device);
    void run();

private:
    using Ranges = BudgetBuilder::Ranges;

    /// A gap while it is explained.
    struct Context
    {
        Gap gap;
        const ThreadCalls* calls = nullptr; ///< of T
        Ns launchEnd = 0;                   ///< L.end
        bool hasBefore = false;             ///< there is a g0
        bool isDispatch = false;            ///< shorter than dispatchGapNs
        std::optional<Ns> waitsEnd; ///< drained: the latest end of the sync calls it waited in
    };

    std::vector<OpIndex> opsWithLength() const;
    Ranges lostRanges() const;
    void finishRuns() const;

    void emit(BudgetClass cls, Ns until);
    void gap(const Gap& gap, const Ranges& lost);
    void explain(const Gap& gap, TimeRange part);
    void explainCalls(const Context& context, TimeRange part);
    BudgetClass classAt(const Context& context, Ns t, std::size_t next,
                        std::optional<Ns> previousEnd) const;
    BudgetClass classInCall(const Context& context) const;
    std::optional<Ns> waitsEnd(ThreadId thread, const ThreadCalls& calls, Ns gapBegin);

    const BudgetBuilder& m_known;
    const TraceModel& m_trace;
    const BudgetIndex& m_index;
    const BudgetLimits& m_limits;
    const Device& m_device;
    BudgetIndex::DeviceRuns& m_runs;
    Ns m_at = kMinNs;           ///< everything before is cut
    std::size_t m_nearCall = 0; ///< gaps ascend, so the next answer lies near the last one
    std::size_t m_nearSync = 0;
    std::vector<std::uint32_t> m_active;
    std::vector<std::uint32_t> m_waiting;
};

/// Sorted and merged; empty ones dropped.
std::vector<TimeRange> mergedRanges(std::vector<TimeRange> ranges);

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/step_breakdown.h"

#include "core/analysis/api_class.h"
#include "core/analysis/host_scope.h"
#include "core/analysis/step_ranges.h"
#include "core/analysis/tables/table_parts.h"
#include "core/base/progress.h"

#include <algorithm>
#include <map>

namespace nv {
namespace {

struct CallSum
{
    std::uint64_t calls = 0;
    DurationNs total = 0;
};

/// What a rank did in its periods, before it is rows.
struct RankSums
{
    explicit RankSums(std::size_t devices)
        : busy(devices)
    {}

    std::vector<std::vector<TimeRange>> busy;       ///< per device
    std::map<std::uint32_t, StepKernelRow> kernels; ///< by the group of the variant
    std::map<std::uint32_t, CallSum> calls;         ///< by call name
    std::uint64_t kernelCount = 0;
    std::uint64_t replays = 0;
};

class BreakdownBuilder
{
public:
    BreakdownBuilder(const TraceModel& trace, const ChosenSteps& chosen)
        : m_trace(trace)
        , m_chosen(chosen)
        , m_rankOf(trace, chosen.ranks)
        , m_names(groupsByName(trace))
        , m_sums(chosen.ranks.size(), RankSums(trace.devices.size()))
    {
        for (const RankPeriods& rank : chosen.ranks)
            m_covers.emplace_back(rank.periods);
    }

    std::vector<StepRank> build(const std::stop_token& stop)
    {
        for (std::size_t i = 0; i < m_trace.ops.size() && !shouldStop(stop, i); ++i)
            addOp(i);
        for (std::size_t i = 0; i < m_trace.calls.size() && !shouldStop(stop, i); ++i)
            addCall(i);
        auto ranges = stepRanges(m_trace, m_rankOf, m_covers, m_chosen.ranks, stop);
        std::vector<StepRank> out;
        for (std::size_t r = 0; r < m_sums.size(); ++r) {
            StepRank rank;
            rank.process = m_chosen.ranks[r].process;
            rank.periods = m_chosen.ranks[r].periods.size();
            rank.wall = m_covers[r].length();
            rank.kernels = m_sums[r].kernelCount;
            rank.replays = m_sums[r].replays;
            rank.ranges = std::move(ranges[r]);
            addDevices(r, rank);
            addKernels(r, rank);
            addApi(r, rank);
            out.push_back(std::move(rank));
        }
        return out;
    }

private:
    void addOp(std::size_t i)
    {
        const std::size_t rank = m_rankOf(m_trace.processOf(OpIndex(i)));
        if (rank == kNoRank || !isKernelOrReplay(m_trace, i))
            return;
        const OpTable& ops = m_trace.ops;
        RankSums& sums = m_sums[rank];
        const TimeRange hull = m_covers[rank].hull();
        if (ops.start[i] < hull.end && ops.end[i] > hull.begin)
            sums.busy[m_trace.deviceOf(OpIndex(i))()].push_back({ops.start[i], ops.end[i]});
        const bool isByCall = m_chosen.areOnHost && !ops.call[i].isNone();
        const Ns t = isByCall ? m_trace.calls.start[ops.call[i]()] : ops.start[i];
        if (!m_covers[rank].contains(t))
            return;
        if (ops.kind[i] != OpKind::Kernel) {
            ++sums.replays;
            return;
        }
        ++sums.kernelCount;
        StepKernelRow& row = sums.kernels[m_names.groupOf[ops.variant[i]]];
        ++row.count;
        row.total = addSaturated(row.total, ops.end[i] - ops.start[i]);
    }

    void addCall(std::size_t i)
    {
        const CallTable& calls = m_trace.calls;
        const std::size_t rank = m_rankOf.ofThread(m_trace, calls.thread[i]);
        if (rank == kNoRank)
            return;
        const TimeCover& periods = m_covers[rank];
        const bool isCounted = periods.contains(calls.start[i]);
        const DurationNs inside = periods.within({calls.start[i], calls.end[i]});
        if (!isCounted && inside == 0)
            return;
        CallSum& sum = m_sums[rank].calls[calls.name[i].value];
        sum.calls += isCounted ? 1 : 0;
        sum.total += inside;
    }

    void addDevices(std::size_t r, StepRank& rank)
    {
        for (std::size_t d = 0; d < m_sums[r].busy.size(); ++d) {
            const DurationNs busy =
                overlapLength(merged(std::move(m_sums[r].busy[d])), m_covers[r].set());
            if (busy > 0)
                rank.devices.push_back({DeviceId(d), busy});
        }
    }

    void addKernels(std::size_t r, StepRank& rank) const
    {
        for (const auto& [group, sum] : m_sums[r].kernels) {
            const KernelVariant& variant = m_trace.kernelVariants[m_names.firstOf[group]];
            rank.kernelNames.push_back(
                {variant.shortName, variant.demangled, sum.count, sum.total});
        }
        std::sort(rank.kernelNames.begin(), rank.kernelNames.end(),
                  [&](const StepKernelRow& a, const StepKernelRow& b) {
                      if (a.total != b.total)
                          return a.total > b.total;
                      return m_trace.names.text(a.demangled) < m_trace.names.text(b.demangled);
                  });
    }

    void addApi(std::size_t r, StepRank& rank) const
    {
        std::map<std::string, CallSum> byBase;
        for (const auto& [name, sum] : m_sums[r].calls) {
            CallSum& base = byBase[m_trace.callNames[name].base];
            base.calls += sum.calls;
            base.total += sum.total;
        }
        for (const auto& [name, sum] : byBase)
            rank.api.push_back({name, std::string(apiTableClass(name)), sum.calls, sum.total});
        std::stable_sort(
            rank.api.begin(), rank.api.end(),
            [](const StepApiRow& a, const StepApiRow& b) { return a.total > b.total; });
    }

    const TraceModel& m_trace;
    const ChosenSteps& m_chosen;
    const RankOfProcess m_rankOf;
    const VariantGroups m_names;
    std::vector<TimeCover> m_covers;
    std::vector<RankSums> m_sums;
};

std::string reasonOf(const Analysis& analysis, const ChosenSteps& chosen)
{
    if (analysis.iterations.rows.empty())
        return "No steps are counted: no steady state was found, and no rank marks its steps.";
    if (chosen.choice == StepChoice::None)
        return "No whole step of the wanted kind lies in the window.";
    const bool hasPeriod = std::any_of(chosen.ranks.begin(), chosen.ranks.end(),
                                       [](const RankPeriods& r) { return !r.periods.empty(); });
    return hasPeriod ? "" : "No two steps of one kind follow each other in the window.";
}

} // namespace

std::optional<double> StepRank::busyPerStep() const
{
    if (devices.empty() || periods == 0)
        return std::nullopt;
    double sum = 0;
    for (const StepDeviceBusy& device : devices)
        sum += static_cast<double>(device.busy);
    return sum / static_cast<double>(devices.size()) / static_cast<double>(periods);
}

std::optional<double> perStep(DurationNs sum, std::size_t periods)
{
    if (periods == 0)
        return std::nullopt;
    return static_cast<double>(sum) / static_cast<double>(periods);
}

StepBreakdown stepBreakdown(const Analysis& analysis, const Window& window,
                            const StepBreakdownOptions& options, const std::stop_token& stop)
{
    return stepBreakdown(analysis, chooseSteps(analysis, window, options.generationRequests), stop);
}

StepBreakdown stepBreakdown(const Analysis& analysis, ChosenSteps chosen,
                            const std::stop_token& stop)
{
    StepBreakdown out;
    out.choice = chosen.choice;
    out.generationRequests = chosen.generationRequests;
    out.steps = chosen.steps;
    out.leftOut = chosen.leftOut;
    out.lengths = durationStats(chosen.lengths);
    out.spans = durationStats(chosen.spans);
    out.walls = durationStats(chosen.walls);
    if (chosen.areMarked)
        out.gaps = durationStats(chosen.gaps);
    out.overlapping = chosen.overlapping;
    out.reason = reasonOf(analysis, chosen);
    if (out.reason.empty())
        out.ranks = BreakdownBuilder(*analysis.trace, chosen).build(stop);
    return out;
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/twin_comparison.h"

#include "core/analysis/step_place.h"

#include <algorithm>

namespace nv {
namespace {

class Around
{
public:
    Around(const Analysis& analysis, const EventDetails& details)
        : m_analysis(analysis)
        , m_trace(*analysis.trace)
        , m_details(details)
        , m_own(details.event.index)
    {}

    Surroundings find(const std::stop_token& stop) const
    {
        Surroundings out;
        std::optional<Ns> endedBefore;
        const OpTable& ops = m_trace.ops;
        const auto past = std::lower_bound(ops.start.begin(), ops.start.end(), m_details.range.end);
        const auto n = static_cast<std::size_t>(past - ops.start.begin());
        const DeviceId device = m_trace.deviceOf(OpIndex(m_own));
        for (std::size_t i = 0; i < n && !shouldStop(stop, i); ++i) {
            if (i == m_own || m_trace.deviceOf(OpIndex(i)) != device)
                continue;
            if (m_details.range.overlaps({ops.start[i], ops.end[i]}))
                ++(isKernel(i) ? out.kernelsBeside : out.copiesBeside);
            if (ops.stream[i] == m_details.stream && i < m_own)
                endedBefore = std::max(endedBefore.value_or(kMinNs), ops.end[i]);
        }
        if (endedBefore)
            out.idleBefore = lengthBetween(*endedBefore, m_details.range.begin);
        out.placeInStep = placeInStep();
        return out;
    }

private:
    bool isKernel(std::size_t op) const
    {
        return m_trace.ops.kind[op] == OpKind::Kernel
               || m_trace.ops.kind[op] == OpKind::GraphReplay;
    }

    /// By its call where the steps have their edges on the host, as the step was found.
    std::optional<double> placeInStep() const
    {
        if (!m_details.step)
            return std::nullopt;
        const TimeRange period = m_analysis.iterations.rows[*m_details.step].period();
        const Ns t = stepTimeOf(m_analysis, OpIndex(m_own));
        return static_cast<double>(lengthBetween(period.begin, t))
               / static_cast<double>(period.length());
    }

    const Analysis& m_analysis;
    const TraceModel& m_trace;
    const EventDetails& m_details;
    std::size_t m_own;
};

} // namespace

Result<std::optional<TwinComparison>> compareWithTwin(const Analysis& analysis,
                                                      const Window& window, OpIndex op,
                                                      const std::stop_token& stop)
{
    TwinComparison out;
    NV_TRY(own, eventDetails(analysis, window, {EventKind::Op, op.value}, stop));
    out.own = std::move(own);
    if (out.own.twins.count == 0)
        return std::optional<TwinComparison>();
    NV_TRY(twin, eventDetails(analysis, window, out.own.twins.p50.event, stop));
    out.twin = std::move(twin);
    out.aroundOwn = Around(analysis, out.own).find(stop);
    out.aroundTwin = Around(analysis, out.twin).find(stop);
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "The comparison was not finished.", {}};
    return std::optional(std::move(out));
}

} // namespace nv

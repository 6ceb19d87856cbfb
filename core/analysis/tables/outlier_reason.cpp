// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/outlier_reason.h"

#include "core/analysis/step_place.h"

#include <algorithm>
#include <cmath>

namespace nv {

namespace {

/// Places in a step that differ by more than this are worth a word.
constexpr double kOtherPlace = 0.10;

struct StepPlace
{
    const Step* step = nullptr;
    std::size_t index = 0;
    double share = 0; ///< of the step gone by
};

StepPlace placeOf(const Analysis& analysis, OpIndex op)
{
    const SteadyState& steady = analysis.steady;
    const Ns t = stepTimeOf(analysis, op);
    const auto next = std::upper_bound(steady.steps.begin(), steady.steps.end(), t,
                                       [](Ns at, const Step& s) { return at < s.begin; });
    if (next == steady.steps.begin() || t >= std::prev(next)->end)
        return {};
    const Step& step = *std::prev(next);
    return {&step, static_cast<std::size_t>(std::prev(next) - steady.steps.begin()),
            static_cast<double>(lengthBetween(step.begin, t)) / static_cast<double>(step.period())};
}

std::string percent(double share)
{
    return std::to_string(std::lround(share * 100)) + " %";
}

void append(std::string& reason, const std::string& part)
{
    if (part.empty())
        return;
    reason += reason.empty() ? "" : "; ";
    reason += part;
}

std::string counted(std::size_t n, const char* one, const char* many)
{
    return n == 1 ? std::string("one ") + one : std::to_string(n) + ' ' + many;
}

} // namespace

OutlierReasons::OutlierReasons(const TableContext& context)
    : m_context(context)
{}

OutlierReasons::Beside OutlierReasons::besideOf(OpIndex op) const
{
    const OpTable& ops = m_context.model.ops;
    Beside beside;
    const NestedEvents& nest = m_context.nests.ops(m_context.model.deviceOf(op));
    nest.forEachOverlapping({ops.start[op()], ops.end[op()]}, [&](std::uint32_t other) {
        if (other == op())
            return;
        const bool isKernel =
            ops.kind[other] == OpKind::Kernel || ops.kind[other] == OpKind::GraphReplay;
        ++(isKernel ? beside.kernels : beside.copies);
    });
    return beside;
}

std::string OutlierReasons::hostReason(OpIndex op) const
{
    const TraceModel& model = m_context.model;
    const CallIndex launch = model.ops.call[op()];
    const ThreadId thread = m_context.threadOf(launch);
    if (thread.isNone())
        return {};
    const auto nameOf = [&](CallIndex call) {
        return model.callNames[model.calls.name[call()]()].base;
    };
    if (m_context.index.callClass(launch) == ApiClass::Compile)
        return "its launch compiled or loaded code";
    const std::optional<std::uint32_t> before =
        m_context.nests.calls(thread).lastBefore(model.calls.start[launch()]);
    if (!before)
        return {};
    const CallIndex call(*before);
    switch (m_context.index.callClass(call)) {
    case ApiClass::Compile:
        return "compilation just before (" + nameOf(call) + ')';
    case ApiClass::Alloc:
        return "allocation just before (" + nameOf(call) + ')';
    case ApiClass::Sync:
    case ApiClass::Launch:
        break;
    }
    return {};
}

/// As the panels name it; ranks may mark their steps by numbers of their own.
std::int64_t OutlierReasons::numberOf(OpIndex op, std::size_t index) const
{
    const Iterations& all = m_context.analysis.iterations;
    const auto row = all.ranks.empty() ? std::optional(index)
                                       : iterationAt(all, m_context.model.processOf(op),
                                                     stepTimeOf(m_context.analysis, op));
    return row && *row < all.rows.size() ? stepNumber(all.rows[*row])
                                         : static_cast<std::int64_t>(index) + 1;
}

std::string OutlierReasons::placeReason(OpIndex op, OpIndex twin) const
{
    const SteadyState& steady = m_context.analysis.steady;
    const StepPlace own = placeOf(m_context.analysis, op);
    const StepPlace other = placeOf(m_context.analysis, twin);
    if (own.step == nullptr)
        return steady.steps.empty() || other.step == nullptr ? "" : "outside the steps";
    if (!own.step->regular)
        return "in the irregular step " + std::to_string(numberOf(op, own.index));
    if (other.step == nullptr || std::abs(own.share - other.share) <= kOtherPlace)
        return {};
    return "at " + percent(own.share) + " of its step (median launch at " + percent(other.share)
           + ')';
}

std::string OutlierReasons::reason(OpIndex outlier, OpIndex twin) const
{
    std::string reason;
    if (m_context.index.isCommunication(m_context.model.ops.variant[outlier()]))
        append(reason, "collective: its time includes waiting for peers");
    if (m_context.tables->firstLaunches.isFirst(outlier))
        append(reason, "first use of this kernel");
    const std::string host = hostReason(outlier);
    if (host != hostReason(twin))
        append(reason, host);
    const Beside own = besideOf(outlier);
    const Beside other = besideOf(twin);
    if (own.copies > other.copies)
        append(reason, counted(own.copies, "copy ran", "copies ran") + " beside it");
    if (own.kernels > other.kernels)
        append(reason, counted(own.kernels, "kernel ran", "kernels ran") + " beside it");
    append(reason, placeReason(outlier, twin));
    return reason.empty() ? "nothing visible differs from the median launch" : reason;
}

} // namespace nv

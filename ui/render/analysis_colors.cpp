// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render/analysis_colors.h"

#include <algorithm>

namespace nv {

using scene::ColorGroup;
using scene::ColorKey;

namespace {

ColorKey classKey(BudgetClass c)
{
    return {ColorGroup::Class, static_cast<std::uint32_t>(c)};
}

void addDeviceShares(const Analysis& analysis, DeviceId device, const scene::TimeScale& scale,
                     float weight, std::vector<float>& shares)
{
    for (int x = 0; x < scale.width; ++x) {
        const TimeRange column{scale.edge(x), scale.edge(x + 1)};
        if (column.isEmpty())
            continue;
        const DurationNs busy = analysis.budget->budget(device, column).busy();
        shares[static_cast<std::size_t>(x)] +=
            weight * static_cast<float>(busy) / static_cast<float>(column.length());
    }
}

} // namespace

AnalysisColors::AnalysisColors(AnalysisPtr analysis)
    : m_analysis(std::move(analysis))
{}

ColorKey AnalysisColors::colorOfOp(std::uint32_t op) const
{
    const TraceModel& trace = *m_analysis->trace;
    switch (trace.ops.kind[op]) {
    case OpKind::Kernel:
        if (m_analysis->budget->isCommunication(trace.ops.variant[op]))
            return classKey(BudgetClass::Communication);
        return {ColorGroup::Kernel, trace.kernel(OpIndex(op)).shortName.value};
    case OpKind::GraphReplay:
        return classKey(BudgetClass::Compute);
    case OpKind::Memcpy:
    case OpKind::Memset:
        break;
    }
    return classKey(BudgetClass::Transfer);
}

ColorKey AnalysisColors::colorOf(EventRef event) const
{
    switch (event.kind) {
    case EventKind::Op:
        return colorOfOp(event.index);
    case EventKind::Call:
        return {ColorGroup::Api,
                static_cast<std::uint32_t>(m_analysis->budget->callClass(CallIndex(event.index)))};
    case EventKind::Range:
        return {ColorGroup::Range, m_analysis->trace->ranges.text[event.index].value};
    case EventKind::OsCall:
        return {ColorGroup::OsCall, 0};
    case EventKind::Sync:
        return classKey(BudgetClass::Sync);
    case EventKind::Overhead:
        break;
    }
    return {ColorGroup::Overhead, 0};
}

scene::SceneColors::Run AnalysisColors::runAt(DeviceId device, Ns t) const
{
    const BudgetIndex::Runs runs = m_analysis->budget->runs(device);
    const auto after = std::upper_bound(runs.start.begin(), runs.start.end(), t);
    if (after == runs.start.begin())
        return {kMaxNs, static_cast<std::uint32_t>(BudgetClass::Unknown)};
    const auto i = static_cast<std::size_t>(after - runs.start.begin()) - 1;
    return {runs.endOf(i), static_cast<std::uint32_t>(runs.cls[i])};
}

void AnalysisColors::classTimes(DeviceId device, TimeRange range, std::span<DurationNs> out) const
{
    const Budget budget = m_analysis->budget->budget(device, range);
    std::copy(budget.begin(), budget.end(), out.begin());
}

std::vector<float> busyShares(const Analysis& analysis, const scene::TimeScale& scale)
{
    std::vector<float> shares(static_cast<std::size_t>(std::max(scale.width, 0)), 0.0F);
    if (scale.isEmpty())
        return shares;
    const TraceModel& trace = *analysis.trace;
    const std::size_t devices = trace.devices.size();
    for (std::size_t d = 0; d < devices; ++d)
        addDeviceShares(analysis, DeviceId(d), scale, 1.0F / static_cast<float>(devices), shares);
    if (devices > 0)
        return shares;
    std::vector<scene::Sample> samples;
    for (const Lane& lane : trace.lanes) {
        if (lane.rows.empty())
            continue;
        sampleRow(lane.rows.front(), timeColumns(trace, lane.events), scale, samples);
        for (const scene::Sample& sample : samples)
            for (int x = sample.x0; x < sample.x1; ++x) {
                float& share = shares[static_cast<std::size_t>(x)];
                share = std::max(share, sample.coverage);
            }
    }
    return shares;
}

} // namespace nv

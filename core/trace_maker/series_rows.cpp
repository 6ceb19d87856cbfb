// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/trace_rows.h"

namespace nv {
namespace {

/// hw:8 | vm:8 | source:16 | event tag:24 | gpu:8, nsys.md 0.7; of the machine that makeGlobalId()
/// gives its ids.
std::int64_t typeOf(std::int64_t device)
{
    constexpr std::int64_t kSource = 9;
    constexpr std::int64_t kTag = 23;
    return std::int64_t{1} << 48 | kSource << 32 | kTag << 8 | device;
}

void fillMetric(MadeRow& row, const MadeMetric& m)
{
    row.clear();
    append(row, {cell(typeOf(m.device)), cell(9), cell("GPU Metrics"), cell(m.id), cell(m.name)});
}

void fillSample(MadeRow& row, const MadeMetricSample& s)
{
    row.clear();
    append(row, {cell(s.at), cell(s.at), cell(typeOf(s.device)), cell(s.metric), cell(s.value)});
}

void fillUse(MadeRow& row, const MadeMemoryUse& u)
{
    row.clear();
    append(row, {cell(u.at), cell(u.globalPid), cell(u.device), cell(1), cell(u.address), cell(0),
                 cell(u.bytes), cell(static_cast<std::int64_t>(u.kind)), cell(u.isFreed ? 1 : 0)});
    append(row, {kNull, kNull, kNull, kNull, kNull, kNull, kNull, kNull});
}

} // namespace

std::vector<TableJob> seriesJobs(const MadeTrace& trace)
{
    return {
        {made::kGpuMetricNames, trace.metrics.size(),
         [&trace](MadeRow& row, std::size_t i) { fillMetric(row, trace.metrics[i]); }},
        {made::kGpuMetrics, trace.metricSamples.size(),
         [&trace](MadeRow& row, std::size_t i) { fillSample(row, trace.metricSamples[i]); }},
        {made::kMemoryUse, trace.memoryUses.size(),
         [&trace](MadeRow& row, std::size_t i) { fillUse(row, trace.memoryUses[i]); }},
    };
}

} // namespace nv

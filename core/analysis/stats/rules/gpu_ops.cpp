// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/rules/gpu_ops.h"

#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"
#include "core/trace/row_source.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace nv {
namespace {

struct Overhead
{
    std::int64_t pid = 0;
    Ns start = 0;
    Ns end = 0;
};

bool isProfilerOverhead(std::string_view name)
{
    constexpr std::array<std::string_view, 3> kNames = {"CUDA profiling data flush overhead",
                                                        "CUDA profiling stop overhead",
                                                        "CUDA profiling overhead"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

constexpr std::int64_t kIdBits = 0xFFFFFF;
constexpr unsigned kPidShift = 24;

/// Does the filter keep a row of this thread?
bool keepsThread(const TraceModel& trace, const StatsFilter& filter, std::int64_t globalTid)
{
    if (!filter.thread.isNone())
        return globalTid == trace.threads[filter.thread()].globalId;
    return filter.process.isNone()
           || (globalTid & ~kIdBits) == trace.processes[filter.process()].globalId;
}

Result<std::vector<Overhead>> readOverheads(const TraceModel& trace, const StatsFilter& filter,
                                            const std::stop_token& stop)
{
    std::vector<Overhead> found;
    if (trace.fileRows == nullptr)
        return found;
    constexpr std::array<std::string_view, 4> kColumns = {"start", "end", "globalTid", "nameId"};
    NV_TRY(raw, trace.fileRows->read("PROFILER_OVERHEAD", kColumns, stop));
    if (raw == nullptr)
        return found;
    const RawColumn& names = raw->columns[3];
    std::vector<std::int64_t> ids;
    for (std::size_t row = 0; row < raw->size(); ++row)
        if (names.isInteger(row))
            ids.push_back(names.values[row]);
    NV_TRY(texts, trace.fileRows->strings(ids, stop));
    for (std::size_t row = 0; row < raw->size(); ++row) {
        const bool isWhole = raw->columns[0].isInteger(row) && raw->columns[1].isInteger(row)
                             && raw->columns[2].isInteger(row) && names.isInteger(row);
        if (!isWhole)
            continue;
        const auto text = texts.find(names.values[row]);
        const Ns start = raw->columns[0].values[row];
        const Ns end = raw->columns[1].values[row];
        const std::int64_t thread = raw->columns[2].values[row];
        if (text != texts.end() && isProfilerOverhead(text->second) && end >= start
            && filter.keeps(start, end) && keepsThread(trace, filter, thread))
            found.push_back({(thread >> kPidShift) & kIdBits, start, end});
    }
    return found;
}

using Groups = std::map<std::pair<std::int64_t, std::int64_t>, GpuOps>; ///< by device, process

void addOp(const TraceModel& trace, std::uint32_t op, Groups& groups)
{
    const Stream& stream = trace.streams[trace.ops.stream[op]()];
    const auto& device = trace.devices[stream.device()].number;
    if (trace.ops.start[op] <= 0 || stream.process.isNone() || !device)
        return;
    const std::int64_t pid = trace.processes[stream.process()].pid;
    GpuOps& group = groups[{*device, pid}];
    const GpuOp added{trace.ops.start[op], trace.ops.end[op], stream.context};
    if (group.ops.empty()) {
        group.pid = pid;
        group.device = *device;
        group.first = added.start;
    }
    group.first = std::min(group.first, added.start);
    if (group.ops.empty() || added.end > group.last) {
        group.last = added.end;
        group.context = added.context;
    }
    group.ops.push_back(added);
}

} // namespace

Result<std::vector<GpuOps>> gpuOps(const TraceModel& trace, const StatsRequest& request,
                                   const StatsFilter& filter, const std::stop_token& stop)
{
    const std::uint64_t rows = trace.counts[TableKind::Kernel] + trace.counts[TableKind::Memcpy]
                               + trace.counts[TableKind::Memset];
    if (rows == 0)
        return missingTable(request, "this trace holds no kernels, copies or memsets");
    NV_TRY(overheads, readOverheads(trace, filter, stop));
    Groups groups;
    for (const OpKind kind : {OpKind::Kernel, OpKind::Memcpy, OpKind::Memset}) {
        const std::vector<std::uint32_t> kept = keptOps(trace, kind, filter);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            if (shouldStop(stop, i))
                return statsCancelled();
            addOp(trace, kept[i], groups);
        }
    }
    std::vector<GpuOps> out;
    for (auto& [key, group] : groups) {
        std::vector<GpuOp> inside;
        for (const Overhead& overhead : overheads)
            if (overhead.pid == group.pid && overhead.start > group.first
                && overhead.end < group.last)
                inside.push_back({overhead.start, overhead.end, group.context});
        group.ops.insert(group.ops.begin(), inside.begin(), inside.end());
        out.push_back(std::move(group));
    }
    return out;
}

} // namespace nv

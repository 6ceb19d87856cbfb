// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/nvtx_at.h"
#include "core/analysis/tables/table_parts.h"

#include <algorithm>

namespace nv {

namespace {

/// Devices the process ran an op on.
std::vector<DeviceId> devicesOfProcess(const TraceModel& model, ProcessId process)
{
    std::vector<DeviceId> devices;
    for (const Stream& stream : model.streams) {
        const bool isKnown =
            std::find(devices.begin(), devices.end(), stream.device) != devices.end();
        if (stream.process == process && !stream.device.isNone() && !isKnown)
            devices.push_back(stream.device);
    }
    return devices;
}

/// Idle inside the call of the devices its process uses; a device with nothing left to run is not
/// held up by it.
DurationNs stallOf(const TableContext& context, ProcessId process, TimeRange call)
{
    DurationNs stall = 0;
    for (const DeviceId device : devicesOfProcess(context.model, process)) {
        const Budget budget = context.index.budget(device, call);
        stall += call.length() - budget.busy() - budget[BudgetClass::None];
    }
    return stall;
}

} // namespace

std::optional<std::vector<CompileRow>> compileAfterWarmup(const TableContext& context)
{
    const SteadyState& steady = context.analysis.steady;
    if (!steady.found)
        return std::nullopt;
    const TraceModel& model = context.model;
    const CallTable& calls = model.calls;
    const TimeRange window = context.window.range;
    const Ns from = steady.warmupEnd.value_or(steady.window.begin);
    std::vector<CompileRow> rows;
    const auto begin = static_cast<std::size_t>(
        std::lower_bound(calls.start.begin(), calls.start.end(), from) - calls.start.begin());
    const PackedValues& compile = context.tables->compileCalls;
    for (std::size_t at = compile.lowerBound(static_cast<std::int64_t>(begin));
         at < compile.size() && !shouldStop(context.stop, at); ++at) {
        const auto i = static_cast<std::size_t>(compile[at]);
        const CallIndex call(i);
        const TimeRange whole{calls.start[i], calls.end[i]};
        if (whole.begin >= window.end)
            break;
        if (!whole.overlaps(window))
            continue;
        CompileRow row;
        row.call = call;
        const ThreadId thread = calls.thread[i];
        if (!thread.isNone()) {
            const ProcessId process = model.threads[thread()].process;
            row.nvtx = rangeText(model, innermostRange(context.nests, thread, whole.begin));
            row.stallNs = stallOf(context, process, whole);
            const OpIndex launched = context.tables->firstLaunches.nextFrom(process, whole.begin);
            if (!launched.isNone())
                row.firstSeen = model.kernel(launched).demangled;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace nv

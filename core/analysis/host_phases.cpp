// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host_phases.h"

#include "core/base/progress.h"

#include <algorithm>
#include <set>

namespace nv {
namespace {

using Ranges = std::vector<std::vector<TimeRange>>;

/// Which devices each process ran kernels on, anywhere in the trace.
std::vector<std::set<std::uint32_t>> devicesOf(const TraceModel& trace, const std::stop_token& stop)
{
    std::vector<std::set<std::uint32_t>> out(trace.processes.size());
    ProcessId lastProcess;
    DeviceId lastDevice;
    for (std::size_t i = 0; i < trace.ops.size() && !shouldStop(stop, i); ++i) {
        const ProcessId process = trace.processOf(OpIndex(i));
        const DeviceId device = trace.deviceOf(OpIndex(i));
        if (process.isNone() || !isKernelOrReplay(trace, i)
            || (process == lastProcess && device == lastDevice))
            continue;
        out[process()].insert(device.value);
        lastProcess = process;
        lastDevice = device;
    }
    return out;
}

ScopeWindows windowsOf(const TraceModel& trace, Ranges ofProcess,
                       const std::vector<std::set<std::uint32_t>>& devices)
{
    ScopeWindows out;
    Ranges ofDevice(trace.devices.size());
    for (std::size_t p = 0; p < ofProcess.size(); ++p) {
        for (const std::uint32_t device : devices[p])
            ofDevice[device].insert(ofDevice[device].end(), ofProcess[p].begin(),
                                    ofProcess[p].end());
        out.processes.push_back(merged(std::move(ofProcess[p])));
    }
    for (std::vector<TimeRange>& ranges : ofDevice)
        out.devices.push_back(merged(std::move(ranges)));
    return out;
}

bool reaches(const IntervalSet& windows, Ns begin, Ns end)
{
    const auto after = std::partition_point(windows.begin(), windows.end(),
                                            [&](TimeRange window) { return window.end <= begin; });
    return after != windows.end() && after->begin < end;
}

} // namespace

std::vector<PhaseSteps> phaseSteps(const Analysis& analysis, const Window& window,
                                   const std::stop_token& stop)
{
    const TraceModel& trace = *analysis.trace;
    const Iterations& iterations = analysis.iterations;
    std::vector<PhaseSteps> out;
    if (iterations.ranks.empty())
        return out;
    const auto devices = devicesOf(trace, stop);
    const auto inside = [&](TimeRange range) {
        return window.source == WindowSource::All ? range : range.intersect(window.range);
    };
    for (const StepPhase phase : {StepPhase::Context, StepPhase::Generation}) {
        Ranges ranges(trace.processes.size());
        Ranges periods(trace.processes.size());
        std::set<std::size_t> steps;
        for (const Iteration& row : iterations.rows) {
            if (row.phase != phase || inside(row.period()).isEmpty())
                continue;
            steps.insert(row.index);
            ranges[row.process()].push_back(inside(row.range));
            periods[row.process()].push_back(inside(row.period()));
        }
        if (!steps.empty())
            out.push_back({phase, steps.size(), windowsOf(trace, std::move(ranges), devices),
                           windowsOf(trace, std::move(periods), devices)});
    }
    return out;
}

bool holdsGraphs(const Analysis& analysis, const ScopeWindows& windows)
{
    const TraceModel& trace = *analysis.trace;
    const OpTable& ops = trace.ops;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const bool isOfGraph =
            ops.kind[i] == OpKind::GraphReplay || (!ops.graphNode.empty() && ops.graphNode[i] != 0);
        if (isOfGraph
            && reaches(windows.devices[trace.deviceOf(OpIndex(i))()], ops.start[i], ops.end[i]))
            return true;
    }
    const CallTable& calls = trace.calls;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (calls.thread[i].isNone() || !analysis.budget->traits(calls.name[i]).graphLaunch)
            continue;
        const ProcessId process = trace.threads[calls.thread[i]()].process;
        if (!process.isNone()
            && reaches(windows.processes[process()], calls.start[i], calls.end[i]))
            return true;
    }
    return false;
}

} // namespace nv

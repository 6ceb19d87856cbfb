// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host_scope.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace nv {

namespace {

bool containsIgnoringCase(std::string_view text, std::string_view lowerCase)
{
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == static_cast<unsigned char>(b);
    };
    return std::search(text.begin(), text.end(), lowerCase.begin(), lowerCase.end(), same)
           != text.end();
}

/// Does a non-empty range reach into one of the windows?
bool touches(const IntervalSet& windows, TimeRange range)
{
    const auto after = std::partition_point(windows.begin(), windows.end(), [&](TimeRange window) {
        return window.end <= range.begin;
    });
    return after != windows.end() && after->begin < range.end;
}

class HostScopeBuilder
{
public:
    HostScopeBuilder(const Analysis& analysis, const HostOverheadOptions& options,
                     const std::stop_token& stop)
        : m_model(*analysis.trace)
        , m_index(*analysis.budget)
        , m_options(options)
        , m_stop(stop)
    {
        m_scope.devices.resize(m_model.devices.size());
        m_scope.processes.resize(m_model.processes.size());
    }

    HostScope build(const Window& window)
    {
        setDeviceWindows(window);
        collectOps();
        setProcessWindows();
        return collectHost();
    }

    HostScope build(const ScopeWindows& windows)
    {
        for (std::size_t d = 0; d < m_scope.devices.size(); ++d)
            setDeviceWindow(d, windows.devices[d]);
        collectOps();
        for (std::size_t p = 0; p < m_scope.processes.size(); ++p)
            setProcessWindow(m_scope.processes[p], windows.processes[p]);
        return collectHost();
    }

private:
    bool isKernel(std::size_t op) const { return isKernelOrReplay(m_model, op); }

    /// Events ascend by start: from here on none reaches into a window.
    bool isPast(Ns start) const { return start >= m_end; }

    /// A capture without process ids has one process or none.
    ProcessId processOf(std::size_t op) const
    {
        const ProcessId process = m_model.processOf(OpIndex(op));
        return process.isNone() && m_model.processes.size() == 1 ? ProcessId(0) : process;
    }

    ProcessId processOf(ThreadId thread) const
    {
        return thread.isNone() ? ProcessId::none() : m_model.threads[thread()].process;
    }

    HostScope collectHost()
    {
        if (m_options.withPrep)
            m_scope.prepName = findPrep();
        findLaunches();
        return std::move(m_scope);
    }

    void setDeviceWindow(std::size_t device, IntervalSet windows);
    static void setProcessWindow(ProcessTime& process, IntervalSet windows);
    void setDeviceWindows(const Window& window);
    void setProcessWindows();
    void collectOps();
    void noteProcess(std::size_t op, DeviceId device);
    std::string findPrep();
    void findLaunches();

    const TraceModel& m_model;
    const BudgetIndex& m_index;
    const HostOverheadOptions& m_options;
    const std::stop_token& m_stop;
    HostScope m_scope;
    Ns m_end = kMinNs; ///< of the last window
};

void HostScopeBuilder::setDeviceWindow(std::size_t device, IntervalSet windows)
{
    DeviceTime& time = m_scope.devices[device];
    time.windows = std::move(windows);
    time.windowNs = totalLength(time.windows);
    if (!time.windows.empty())
        m_end = std::max(m_end, time.windows.back().end);
}

void HostScopeBuilder::setProcessWindow(ProcessTime& process, IntervalSet windows)
{
    process.windows = std::move(windows);
    process.windowNs = totalLength(process.windows);
}

void HostScopeBuilder::setDeviceWindows(const Window& window)
{
    std::vector<TimeRange> spans(m_scope.devices.size(), window.range);
    if (window.source == WindowSource::All) {
        const OpTable& ops = m_model.ops;
        std::fill(spans.begin(), spans.end(), TimeRange{kMaxNs, kMinNs});
        for (std::size_t i = 0; i < ops.size() && !shouldStop(m_stop, i); ++i) {
            if (!isKernel(i))
                continue;
            TimeRange& span = spans[m_model.deviceOf(OpIndex(i))()];
            span.begin = std::min(span.begin, ops.start[i]);
            span.end = std::max(span.end, ops.end[i]);
        }
    }
    for (std::size_t d = 0; d < spans.size(); ++d)
        setDeviceWindow(d, merged({spans[d]}));
}

/// The hull of the spans of the devices it ran kernels on; of a process without one that of all.
void HostScopeBuilder::setProcessWindows()
{
    const auto extend = [](TimeRange& hull, TimeRange span) {
        hull = {std::min(hull.begin, span.begin), std::max(hull.end, span.end)};
    };
    TimeRange everything{kMaxNs, kMinNs};
    for (const DeviceTime& device : m_scope.devices)
        if (device.ranKernel)
            extend(everything, device.span());
    for (ProcessTime& process : m_scope.processes) {
        TimeRange hull = process.devices.empty() ? everything : TimeRange{kMaxNs, kMinNs};
        for (const DeviceId device : process.devices)
            extend(hull, m_scope.devices[device()].span());
        setProcessWindow(process, merged({hull}));
    }
}

void HostScopeBuilder::noteProcess(std::size_t op, DeviceId device)
{
    const ProcessId process = processOf(op);
    if (process.isNone())
        return;
    std::vector<DeviceId>& devices = m_scope.processes[process()].devices;
    if (std::find(devices.begin(), devices.end(), device) == devices.end())
        devices.push_back(device);
}

/// When each device was busy, and which process ran kernels on it.
void HostScopeBuilder::collectOps()
{
    const OpTable& ops = m_model.ops;
    std::vector<std::uint8_t> isNccl;
    isNccl.reserve(m_model.kernelVariants.size());
    for (const KernelVariant& variant : m_model.kernelVariants)
        isNccl.push_back(containsIgnoringCase(m_model.names.text(variant.shortName), "nccl"));
    const std::size_t devices = m_scope.devices.size();
    std::vector<std::vector<TimeRange>> busy(devices);
    std::vector<std::vector<TimeRange>> nccl(devices);
    std::vector<std::vector<TimeRange>> communication(devices);
    for (std::size_t i = 0; i < ops.size() && !shouldStop(m_stop, i) && !isPast(ops.start[i]);
         ++i) {
        const DeviceId device = m_model.deviceOf(OpIndex(i));
        DeviceTime& time = m_scope.devices[device()];
        const TimeRange inside = TimeRange{ops.start[i], ops.end[i]}.intersect(time.span());
        if (inside.isEmpty() || (!isKernel(i) && !m_options.copiesAreBusy))
            continue;
        busy[device()].push_back(inside);
        if (isKernel(i) && touches(time.windows, inside)) {
            time.ranKernel = true;
            noteProcess(i, device);
        }
        m_scope.hasReplays |= ops.kind[i] == OpKind::GraphReplay;
        if (ops.kind[i] != OpKind::Kernel)
            continue;
        if (isNccl[ops.variant[i]] != 0)
            nccl[device()].push_back(inside);
        if (m_index.isCommunication(ops.variant[i]))
            communication[device()].push_back(inside);
    }
    for (std::size_t d = 0; d < devices; ++d) {
        DeviceTime& time = m_scope.devices[d];
        time.busy = intersected(merged(std::move(busy[d])), time.windows);
        time.busyNs = totalLength(time.busy);
        time.ncclNs = overlapLength(merged(std::move(nccl[d])), time.windows);
        time.communicationNs = overlapLength(merged(std::move(communication[d])), time.windows);
    }
}

/// The ranges of the first name that occurs anywhere in the trace, per process.
std::string HostScopeBuilder::findPrep()
{
    const RangeTable& ranges = m_model.ranges;
    const auto counts = [&](std::size_t i) {
        return ranges.kind[i] != RangeKind::Mark && ranges.isOpen[i] == 0;
    };
    for (const std::string& name : m_options.prepNames) {
        std::vector<std::uint8_t> matches(m_model.names.size());
        for (std::size_t n = 0; n < matches.size(); ++n)
            matches[n] = m_model.names.text(NameId(n)).find(name) != std::string_view::npos;
        std::vector<std::vector<TimeRange>> found(m_scope.processes.size());
        bool isFound = false;
        for (std::size_t i = 0; i < ranges.size() && !shouldStop(m_stop, i); ++i) {
            if (ranges.text[i].isNone() || matches[ranges.text[i]()] == 0 || !counts(i))
                continue;
            isFound = true;
            const ProcessId process = processOf(ranges.thread[i]);
            if (!process.isNone())
                found[process()].push_back({ranges.start[i], ranges.end[i]});
        }
        if (!isFound)
            continue;
        for (std::size_t p = 0; p < found.size(); ++p)
            m_scope.processes[p].prep = merged(std::move(found[p]));
        return name;
    }
    return {};
}

void HostScopeBuilder::findLaunches()
{
    const CallTable& calls = m_model.calls;
    std::vector<std::vector<TimeRange>> launches(m_scope.processes.size());
    std::vector<std::vector<TimeRange>> graphs(m_scope.processes.size());
    for (std::size_t i = 0; i < calls.size() && !shouldStop(m_stop, i) && !isPast(calls.start[i]);
         ++i) {
        const ProcessId process = processOf(calls.thread[i]);
        if (process.isNone())
            continue;
        const TimeRange call{calls.start[i], calls.end[i]};
        if (call.isEmpty() || !touches(m_scope.processes[process()].windows, call))
            continue;
        m_scope.hasCalls = true;
        const ApiTraits& traits = m_index.traits(calls.name[i]);
        if (traits.kernelLaunch)
            launches[process()].push_back(call);
        if (traits.graphLaunch)
            graphs[process()].push_back(call);
    }
    for (std::size_t p = 0; p < m_scope.processes.size(); ++p) {
        ProcessTime& process = m_scope.processes[p];
        const auto lengthOf = [&](std::vector<TimeRange>& found) -> std::optional<DurationNs> {
            if (found.empty())
                return std::nullopt;
            return overlapLength(merged(std::move(found)), process.windows);
        };
        process.launchNs = lengthOf(launches[p]);
        process.graphLaunchNs = lengthOf(graphs[p]);
    }
}

} // namespace

bool isKernelOrReplay(const TraceModel& model, std::size_t op)
{
    return model.ops.kind[op] == OpKind::Kernel || model.ops.kind[op] == OpKind::GraphReplay;
}

HostScope collectHostScope(const Analysis& analysis, const Window& window,
                           const HostOverheadOptions& options, const std::stop_token& stop)
{
    return HostScopeBuilder(analysis, options, stop).build(window);
}

HostScope collectHostScope(const Analysis& analysis, const ScopeWindows& windows,
                           const HostOverheadOptions& options, const std::stop_token& stop)
{
    return HostScopeBuilder(analysis, options, stop).build(windows);
}

} // namespace nv

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

class HostScopeBuilder
{
public:
    HostScopeBuilder(const Analysis& analysis, const Window& window,
                     const HostOverheadOptions& options, const std::stop_token& stop)
        : m_model(*analysis.trace)
        , m_index(*analysis.budget)
        , m_window(window)
        , m_options(options)
        , m_stop(stop)
    {
        m_scope.devices.resize(m_model.devices.size());
        m_scope.processes.resize(m_model.processes.size());
    }

    HostScope build()
    {
        findSpans();
        findBusy();
        findProcesses();
        if (m_options.withPrep)
            m_scope.prepName = findPrep();
        findLaunches();
        return std::move(m_scope);
    }

private:
    bool isKernel(std::size_t op) const { return isKernelOrReplay(m_model, op); }

    /// Events ascend by start: from here on none reaches into the window.  The window `all` has no
    /// such end, for calls and ranges may lie outside it.
    bool isPast(Ns start) const
    {
        return m_window.source != WindowSource::All && start >= m_window.range.end;
    }

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

    void findSpans();
    void findBusy();
    void findProcesses();
    std::string findPrep();
    void findLaunches();

    const TraceModel& m_model;
    const BudgetIndex& m_index;
    const Window& m_window;
    const HostOverheadOptions& m_options;
    const std::stop_token& m_stop;
    HostScope m_scope;
};

void HostScopeBuilder::findSpans()
{
    const OpTable& ops = m_model.ops;
    for (DeviceTime& device : m_scope.devices)
        device.span = m_window.range;
    if (m_window.source != WindowSource::All)
        return;
    for (DeviceTime& device : m_scope.devices)
        device.span = {kMaxNs, kMinNs};
    for (std::size_t i = 0; i < ops.size() && !shouldStop(m_stop, i); ++i) {
        if (!isKernel(i))
            continue;
        TimeRange& span = m_scope.devices[m_model.deviceOf(OpIndex(i))()].span;
        span.begin = std::min(span.begin, ops.start[i]);
        span.end = std::max(span.end, ops.end[i]);
    }
}

void HostScopeBuilder::findBusy()
{
    const OpTable& ops = m_model.ops;
    std::vector<std::uint8_t> isNccl;
    for (const KernelVariant& variant : m_model.kernelVariants)
        isNccl.push_back(containsIgnoringCase(m_model.names.text(variant.shortName), "nccl"));
    std::vector<std::vector<TimeRange>> busy(m_scope.devices.size());
    std::vector<std::vector<TimeRange>> nccl(m_scope.devices.size());
    std::vector<std::vector<TimeRange>> communication(m_scope.devices.size());
    for (std::size_t i = 0; i < ops.size() && !shouldStop(m_stop, i); ++i) {
        if (isPast(ops.start[i]))
            break;
        const std::size_t d = m_model.deviceOf(OpIndex(i))();
        const TimeRange inside =
            TimeRange{ops.start[i], ops.end[i]}.intersect(m_scope.devices[d].span);
        if (inside.isEmpty() || (!isKernel(i) && !m_options.copiesAreBusy))
            continue;
        busy[d].push_back(inside);
        m_scope.devices[d].ranKernel |= isKernel(i);
        m_scope.hasReplays |= ops.kind[i] == OpKind::GraphReplay;
        if (ops.kind[i] != OpKind::Kernel)
            continue;
        if (isNccl[ops.variant[i]] != 0)
            nccl[d].push_back(inside);
        if (m_index.isCommunication(ops.variant[i]))
            communication[d].push_back(inside);
    }
    for (std::size_t d = 0; d < m_scope.devices.size(); ++d) {
        m_scope.devices[d].busy = merged(std::move(busy[d]));
        m_scope.devices[d].busyNs = totalLength(m_scope.devices[d].busy);
        m_scope.devices[d].ncclNs = totalLength(merged(std::move(nccl[d])));
        m_scope.devices[d].communicationNs = totalLength(merged(std::move(communication[d])));
    }
}

/// Which process ran kernels on which device in its span, and over which time it is asked about.
void HostScopeBuilder::findProcesses()
{
    const OpTable& ops = m_model.ops;
    for (std::size_t i = 0; i < ops.size() && !shouldStop(m_stop, i); ++i) {
        if (isPast(ops.start[i]))
            break;
        const ProcessId process = processOf(i);
        const DeviceId device = m_model.deviceOf(OpIndex(i));
        const TimeRange inside =
            TimeRange{ops.start[i], ops.end[i]}.intersect(m_scope.devices[device()].span);
        if (process.isNone() || !isKernel(i) || inside.isEmpty())
            continue;
        std::vector<DeviceId>& devices = m_scope.processes[process()].devices;
        if (std::find(devices.begin(), devices.end(), device) == devices.end())
            devices.push_back(device);
    }
    TimeRange everything{kMaxNs, kMinNs};
    const auto extend = [](TimeRange& hull, TimeRange span) {
        hull = {std::min(hull.begin, span.begin), std::max(hull.end, span.end)};
    };
    for (const DeviceTime& device : m_scope.devices) {
        if (device.ranKernel)
            extend(everything, device.span);
    }
    for (ProcessTime& process : m_scope.processes) {
        process.span = process.devices.empty() ? everything : TimeRange{kMaxNs, kMinNs};
        for (const DeviceId device : process.devices)
            extend(process.span, m_scope.devices[device()].span);
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
    for (std::size_t i = 0; i < calls.size() && !shouldStop(m_stop, i); ++i) {
        if (isPast(calls.start[i]))
            break;
        const ProcessId process = processOf(calls.thread[i]);
        if (process.isNone())
            continue;
        const TimeRange inside =
            TimeRange{calls.start[i], calls.end[i]}.intersect(m_scope.processes[process()].span);
        if (inside.isEmpty())
            continue;
        m_scope.hasCalls = true;
        const ApiTraits& traits = m_index.traits(calls.name[i]);
        if (traits.kernelLaunch)
            launches[process()].push_back(inside);
        if (traits.graphLaunch)
            graphs[process()].push_back(inside);
    }
    const auto lengthOf = [](std::vector<TimeRange>& found) -> std::optional<DurationNs> {
        if (found.empty())
            return std::nullopt;
        return totalLength(merged(std::move(found)));
    };
    for (std::size_t p = 0; p < m_scope.processes.size(); ++p) {
        m_scope.processes[p].launchNs = lengthOf(launches[p]);
        m_scope.processes[p].graphLaunchNs = lengthOf(graphs[p]);
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
    return HostScopeBuilder(analysis, window, options, stop).build();
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/simulated_run.h"

#include <algorithm>

namespace nv {

void SimulatedRun::moveTo(Ns time)
{
    Ns& clock = m_clocks[m_thread];
    clock = std::max(clock, time);
}

TimeRange SimulatedRun::takeCall(Ns duration)
{
    Ns& clock = m_clocks[m_thread];
    const TimeRange time{clock, clock + duration};
    clock = time.end + m_costs.betweenCalls;
    return time;
}

TimeRange SimulatedRun::runOn(const RunStream& stream, Ns earliest, Ns duration)
{
    const auto [place, isNew] = m_streamEnds.try_emplace(stream, 0);
    Ns& end = place->second;
    const Ns start = isNew ? earliest : std::max(earliest, end + m_costs.dispatchGap);
    end = start + duration;
    return {start, end};
}

void SimulatedRun::call(std::string_view name, Ns duration)
{
    m_maker.call(m_thread, name, takeCall(duration));
}

void SimulatedRun::osCall(std::string_view name, Ns duration)
{
    m_maker.osCall(m_thread, name, takeCall(duration));
}

void SimulatedRun::overhead(std::string_view name, Ns duration)
{
    const TimeRange time = takeCall(duration);
    MadeOverhead e;
    e.start = time.begin;
    e.end = time.end;
    e.globalTid = m_thread;
    e.nameId = m_maker.string(name);
    m_maker.add(e);
}

void SimulatedRun::push(std::string_view text, std::int64_t domain)
{
    m_openRanges[m_thread].push_back({std::string(text), now(), domain});
    // The next call begins later than its range: twins at one instant are ambiguous to readers.
    work(m_costs.betweenCalls);
}

bool SimulatedRun::pop()
{
    std::vector<OpenRange>& open = m_openRanges[m_thread];
    if (open.empty())
        return false;
    const OpenRange range = open.back();
    open.pop_back();
    m_maker.range(m_thread, range.text, {range.start, now()}, range.domain);
    work(m_costs.betweenCalls);
    return true;
}

bool SimulatedRun::hasOpenRanges() const
{
    return std::any_of(m_openRanges.begin(), m_openRanges.end(),
                       [](const auto& thread) { return !thread.second.empty(); });
}

void SimulatedRun::launch(const RunStream& stream, const RunKernel& kernel, std::string_view api,
                          Ns cost)
{
    const TimeRange call = takeCall(cost);
    const TimeRange run = runOn(stream, call.end + m_costs.launchLatency, kernel.duration);
    MadeKernel e;
    e.start = run.begin;
    e.end = run.end;
    e.place = stream.place;
    e.name = kernel.name;
    e.shape = kernel.shape;
    m_maker.launch(m_thread, call, e, api);
}

void SimulatedRun::replayNodes(const RunStream& stream, const std::vector<RunKernel>& nodes,
                               std::int64_t graphId, Ns cost)
{
    const TimeRange call = takeCall(cost);
    const std::int64_t correlation = m_maker.call(m_thread, "cudaGraphLaunch_v10000", call);
    std::int64_t node = graphId << 32;
    for (const RunKernel& kernel : nodes) {
        const TimeRange run = runOn(stream, call.end + m_costs.launchLatency, kernel.duration);
        MadeKernel e;
        e.start = run.begin;
        e.end = run.end;
        e.place = stream.place;
        e.correlation = correlation;
        e.name = kernel.name;
        e.shape = kernel.shape;
        e.graphNode = ++node;
        m_maker.add(e);
    }
}

void SimulatedRun::replayWhole(const RunStream& stream, Ns duration, std::int64_t graphId, Ns cost)
{
    const TimeRange call = takeCall(cost);
    const TimeRange run = runOn(stream, call.end + m_costs.launchLatency, duration);
    MadeGraphReplay e;
    e.start = run.begin;
    e.end = run.end;
    e.place = stream.place;
    e.correlation = m_maker.call(m_thread, "cudaGraphLaunch_v10000", call);
    e.graphId = graphId;
    e.graphExecId = graphId + 1;
    m_maker.add(e);
}

void SimulatedRun::copy(const RunStream& stream, const RunCopy& copy, std::string_view api, Ns cost)
{
    const Ns begin = now();
    const TimeRange run = runOn(stream, begin + cost + m_costs.launchLatency, copy.duration);
    const TimeRange call = takeCall(copy.blocks ? run.end + m_costs.syncTail - begin : cost);
    MadeMemcpy e;
    e.start = run.begin;
    e.end = run.end;
    e.place = stream.place;
    e.bytes = copy.bytes;
    e.copyKind = static_cast<std::int64_t>(copy.kind);
    const auto device = static_cast<std::int64_t>(MemoryKind::Device);
    const auto host = static_cast<std::int64_t>(copy.host);
    e.srcKind = copy.kind == CopyKind::HostToDevice ? host : device;
    e.dstKind = copy.kind == CopyKind::DeviceToHost ? host : device;
    m_maker.copy(m_thread, call, e, api);
}

void SimulatedRun::fill(const RunStream& stream, Bytes bytes, Ns duration, std::string_view api,
                        Ns cost)
{
    const TimeRange call = takeCall(cost);
    const TimeRange run = runOn(stream, call.end + m_costs.launchLatency, duration);
    MadeMemset e;
    e.start = run.begin;
    e.end = run.end;
    e.place = stream.place;
    e.correlation = m_maker.call(m_thread, api, call);
    e.bytes = bytes;
    e.memoryKind = static_cast<std::int64_t>(MemoryKind::Device);
    m_maker.add(e);
}

void SimulatedRun::synchronize(const RunStream& stream, Ns drained, std::int64_t type,
                               std::string_view api)
{
    const Ns begin = now();
    const Ns end = std::max(begin + m_costs.shortestSync, drained + m_costs.syncTail);
    const TimeRange call = takeCall(end - begin);
    MadeSync e;
    const Ns inset = (call.end - call.begin) / 4; // the record lies inside its call
    e.start = call.begin + std::min<Ns>(inset, 1'000);
    e.end = call.end - std::min<Ns>(inset, 1'000);
    e.place = stream.place;
    e.correlation = m_maker.call(m_thread, api, call);
    e.type = type;
    m_maker.add(e);
}

void SimulatedRun::synchronizeStream(const RunStream& stream, std::string_view api)
{
    constexpr std::int64_t kStreamSync = 3;
    const auto known = m_streamEnds.find(stream);
    synchronize(stream, known == m_streamEnds.end() ? 0 : known->second, kStreamSync, api);
}

void SimulatedRun::synchronizeDevice(const RunStream& anyOfIt, std::string_view api)
{
    constexpr std::int64_t kContextSync = 4;
    Ns drained = 0;
    for (const auto& [stream, end] : m_streamEnds)
        if (stream.place.globalPid == anyOfIt.place.globalPid
            && stream.place.device == anyOfIt.place.device)
            drained = std::max(drained, end);
    synchronize(anyOfIt, drained, kContextSync, api);
}

void SimulatedRun::record(const std::string& event, const RunStream& stream, Ns cost)
{
    call("cudaEventRecord_v3020", cost);
    const auto known = m_streamEnds.find(stream);
    m_events[event] = known == m_streamEnds.end() ? 0 : known->second;
}

bool SimulatedRun::wait(const std::string& event, const RunStream& stream, Ns cost)
{
    const auto known = m_events.find(event);
    if (known == m_events.end())
        return false;
    call("cudaStreamWaitEvent_v3020", cost);
    Ns& end = m_streamEnds[stream];
    end = std::max(end, known->second);
    return true;
}

} // namespace nv

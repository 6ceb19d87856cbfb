// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/lane_builder.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <map>
#include <set>

namespace nv {
namespace {

/// Events of a table grouped by a number below `groups`, or none() for those without one; in the
/// order of the keys.
template <class Key, class KeyOf>
std::map<Key, std::vector<std::uint32_t>> grouped(std::size_t count, std::size_t groups,
                                                  KeyOf keyOf)
{
    const auto placeOf = [&](std::size_t i) {
        return std::min<std::size_t>(keyOf(i).value, groups);
    };
    std::vector<std::size_t> sizes(groups + 1);
    for (std::size_t i = 0; i < count; ++i)
        ++sizes[placeOf(i)];
    std::vector<std::vector<std::uint32_t>> lists(groups + 1);
    for (std::size_t g = 0; g <= groups; ++g)
        lists[g].reserve(sizes[g]);
    for (std::size_t i = 0; i < count; ++i)
        lists[placeOf(i)].push_back(static_cast<std::uint32_t>(i));
    std::map<Key, std::vector<std::uint32_t>> out;
    for (std::size_t g = 0; g <= groups; ++g)
        if (!lists[g].empty())
            out.emplace(g == groups ? Key::none() : Key(g), std::move(lists[g]));
    return out;
}

class LaneLayout
{
public:
    LaneLayout(const TraceModel& model, const std::stop_token& stop)
        : m_model(model)
        , m_stop(stop)
    {}

    Result<std::vector<Lane>> build()
    {
        addDevices();
        addProcesses();
        pack();
        if (m_stop.stop_requested())
            return Error{Errc::Cancelled, "Opening was cancelled.", {}};
        return std::move(m_lanes);
    }

private:
    using Events = std::vector<std::uint32_t>;

    void add(Lane lane, EventKind kind, Events events)
    {
        lane.events = kind;
        lane.depth = 1;
        lane.eventCount = events.size();
        m_unpacked.push_back({m_lanes.size(), std::move(events)});
        m_lanes.push_back(std::move(lane));
    }

    /// Lanes do not depend on each other; the longest ones first, so that threads end together.
    void pack()
    {
        std::stable_sort(
            m_unpacked.begin(), m_unpacked.end(),
            [](const Unpacked& a, const Unpacked& b) { return a.events.size() > b.events.size(); });
        Tasks tasks;
        for (Unpacked& unpacked : m_unpacked)
            tasks.emplace_back([this, &unpacked] {
                if (m_stop.stop_requested())
                    return;
                Lane& lane = m_lanes[unpacked.lane];
                lane.rows =
                    packRows(std::move(unpacked.events), timeColumns(m_model, lane.events), m_stop);
            });
        runTasks(tasks);
    }

    std::string streamLabel(StreamId id) const
    {
        const Stream& stream = m_model.streams[id()];
        if (!stream.name.empty())
            return stream.name;
        std::string label =
            stream.number < 0 ? "stream ?" : "stream " + std::to_string(stream.number);
        // One stream number in several contexts or processes: say which.
        for (const Stream& other : m_model.streams) {
            if (&other == &stream || other.device != stream.device || other.number != stream.number)
                continue;
            if (other.process != stream.process && !stream.process.isNone()) {
                label += " · pid " + std::to_string(m_model.processes[stream.process()].pid);
                break;
            }
            if (other.context != stream.context) {
                label += " · ctx " + std::to_string(stream.context);
                break;
            }
        }
        return label;
    }

    void addDevices()
    {
        const OpTable& ops = m_model.ops;
        // Key: stream, then kernels (0) before copies (1).
        StreamLanes lanes;
        using Pair = Index<struct StreamAndKindTag>;
        for (auto& [pair, events] :
             grouped<Pair>(ops.size(), 2 * m_model.streams.size(), [&](std::size_t i) {
                 const bool isCopy = ops.kind[i] == OpKind::Memcpy || ops.kind[i] == OpKind::Memset;
                 return Pair(2 * ops.stream[i]() + (isCopy ? 1 : 0));
             }))
            lanes.emplace(std::pair(StreamId(pair() / 2), static_cast<int>(pair() % 2)),
                          std::move(events));
        for (std::size_t d = 0; d < m_model.devices.size(); ++d) {
            const Device& device = m_model.devices[d];
            Lane summary;
            summary.kind = LaneKind::Device;
            summary.device = DeviceId(d);
            summary.label = "GPU " + device.label;
            if (!device.name.empty())
                summary.label += " · " + device.name;
            m_lanes.push_back(std::move(summary));
            for (const auto& key : keysOf(DeviceId(d), lanes)) {
                Lane lane;
                lane.kind = key.second == 0 ? LaneKind::Kernels : LaneKind::Copies;
                lane.device = DeviceId(d);
                lane.stream = key.first;
                lane.label =
                    streamLabel(key.first) + (key.second == 0 ? " · kernels" : " · copies");
                add(std::move(lane), EventKind::Op, std::move(lanes[key]));
            }
        }
    }

    using StreamLanes = std::map<std::pair<StreamId, int>, Events>;

    /// The lanes of a device by process, stream number and context; kernels before copies.
    std::vector<StreamLanes::key_type> keysOf(DeviceId device, const StreamLanes& lanes) const
    {
        std::vector<StreamLanes::key_type> keys;
        for (const auto& [key, events] : lanes)
            if (m_model.streams[key.first()].device == device)
                keys.push_back(key);
        const auto rank = [&](const StreamLanes::key_type& key) {
            const Stream& s = m_model.streams[key.first()];
            return std::tuple(s.process, s.number, s.context, key.second);
        };
        std::stable_sort(keys.begin(), keys.end(),
                         [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
        return keys;
    }

    std::string threadLabel(ThreadId id) const
    {
        if (id.isNone())
            return "unknown thread";
        const Thread& thread = m_model.threads[id()];
        const std::string tid = std::to_string(thread.tid);
        return thread.name.empty() ? "thread " + tid : thread.name + " " + tid;
    }

    ProcessId processOf(ThreadId id) const
    {
        return id.isNone() ? ProcessId::none() : m_model.threads[id()].process;
    }

    void addThreadLanes(std::map<ThreadId, Events>& groups, LaneKind kind, EventKind events,
                        ThreadId thread, const char* suffix)
    {
        const auto it = groups.find(thread);
        if (it == groups.end())
            return;
        Lane lane;
        lane.kind = kind;
        lane.thread = thread;
        lane.process = processOf(thread);
        lane.label = threadLabel(thread) + suffix;
        add(std::move(lane), events, std::move(it->second));
    }

    void addProcesses()
    {
        const auto byThread = [this](const PackedColumn<ThreadId>& column) {
            return grouped<ThreadId>(column.size(), m_model.threads.size(),
                                     [&column](std::size_t i) { return column[i]; });
        };
        const auto byProcess = [this](const PackedColumn<ProcessId>& column) {
            return grouped<ProcessId>(column.size(), m_model.processes.size(),
                                      [&column](std::size_t i) { return column[i]; });
        };
        auto ranges = byThread(m_model.ranges.thread);
        auto calls = byThread(m_model.calls.thread);
        auto osCalls = byThread(m_model.osCalls.thread);
        auto syncs = byProcess(m_model.syncs.process);
        auto overheads = byProcess(m_model.overheads.process);

        std::set<ThreadId> threads;
        std::set<ProcessId> processes;
        for (const auto* groups : {&ranges, &calls, &osCalls})
            for (const auto& [thread, events] : *groups) {
                threads.insert(thread);
                processes.insert(processOf(thread));
            }
        for (const auto* groups : {&syncs, &overheads})
            for (const auto& [process, events] : *groups)
                processes.insert(process);

        for (const ProcessId process : orderedByWork(processes)) {
            addHeading(process);
            for (const ThreadId thread : orderedByCalls(threads, process, calls)) {
                addThreadLanes(ranges, LaneKind::Ranges, EventKind::Range, thread, " · NVTX");
                addThreadLanes(calls, LaneKind::Calls, EventKind::Call, thread, " · CUDA API");
                addThreadLanes(osCalls, LaneKind::OsCalls, EventKind::OsCall, thread,
                               " · OS runtime");
            }
            addProcessLane(syncs, LaneKind::Syncs, EventKind::Sync, process,
                           "synchronisation on the GPU");
            addProcessLane(overheads, LaneKind::Overhead, EventKind::Overhead, process,
                           "profiler overhead");
        }
    }

    void addHeading(ProcessId process)
    {
        Lane lane;
        lane.kind = LaneKind::Process;
        lane.process = process;
        if (process.isNone()) {
            lane.label = "unknown process";
        } else {
            const Process& p = m_model.processes[process()];
            lane.label = p.name.empty() ? "process " + std::to_string(p.pid)
                                        : p.name + " (" + std::to_string(p.pid) + ")";
        }
        m_lanes.push_back(std::move(lane));
    }

    void addProcessLane(std::map<ProcessId, Events>& groups, LaneKind kind, EventKind events,
                        ProcessId process, const char* label)
    {
        const auto it = groups.find(process);
        if (it == groups.end())
            return;
        Lane lane;
        lane.kind = kind;
        lane.process = process;
        lane.label = label;
        add(std::move(lane), events, std::move(it->second));
    }

    /// Processes that call CUDA first: in a capture of many, the one that matters leads.
    std::vector<ProcessId> orderedByWork(const std::set<ProcessId>& processes) const
    {
        std::map<ProcessId, std::size_t> callCount;
        for (const Thread& thread : m_model.threads)
            callCount[thread.process] += thread.calls.size();
        std::vector<ProcessId> out(processes.begin(), processes.end());
        std::stable_sort(out.begin(), out.end(),
                         [&](ProcessId a, ProcessId b) { return callCount[a] > callCount[b]; });
        return out;
    }

    std::vector<ThreadId> orderedByCalls(const std::set<ThreadId>& threads, ProcessId process,
                                         const std::map<ThreadId, Events>& calls) const
    {
        std::vector<ThreadId> out;
        for (const ThreadId thread : threads)
            if (processOf(thread) == process)
                out.push_back(thread);
        const auto weight = [&](ThreadId thread) {
            return calls.count(thread) == 0 || thread.isNone()
                       ? std::size_t{0}
                       : m_model.threads[thread()].calls.size();
        };
        std::stable_sort(out.begin(), out.end(),
                         [&](ThreadId a, ThreadId b) { return weight(a) > weight(b); });
        return out;
    }

    const TraceModel& m_model;
    const std::stop_token& m_stop;
    std::vector<Lane> m_lanes;

    struct Unpacked
    {
        std::size_t lane = 0;
        Events events;
    };

    std::vector<Unpacked> m_unpacked;
};

} // namespace

Result<std::vector<Lane>> buildLanes(const TraceModel& model, const std::stop_token& stop)
{
    return LaneLayout(model, stop).build();
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/index.h"
#include "core/base/pyramid.h"
#include "core/base/units.h"

#include <cstdint>
#include <string>
#include <vector>

/// The rows of the timeline: which events share a line, and in which sub-row each lies.
/// Shape: lanes in drawing order; a lane's sub-rows hold ascending, disjoint events, so overlapping
/// events (nested ranges, concurrent kernels of one stream) are all drawn, none lost.
/// Cost: 1 or 2 bytes per event as a rule and the pyramid's n/15 nodes of 24.  Thread: immutable after build.
/// Source: lane_builder.
namespace nv {

struct TraceModel;

/// Whose events a lane shows; `index` in an EventRef is a row of that table.
enum class EventKind : std::uint8_t
{
    Op,       ///< OpTable
    Call,     ///< CallTable
    Range,    ///< RangeTable
    OsCall,   ///< OsCallTable
    Sync,     ///< SyncTable
    Overhead, ///< OverheadTable
};

struct EventRef
{
    EventKind kind = EventKind::Op;
    std::uint32_t index = 0;
    friend auto operator<=>(const EventRef&, const EventRef&) = default;
};

enum class LaneKind : std::uint8_t
{
    Device,   ///< the summary of a device: coloured by the budget's classes, holds no events
    Kernels,  ///< kernels and graph replays of a stream
    Copies,   ///< copies and memsets of a stream
    Syncs,    ///< synchronisation records of a process
    Process,  ///< the heading of a process, holds no events
    Ranges,   ///< NVTX of a thread
    Calls,    ///< CUDA API of a thread
    OsCalls,  ///< OS runtime of a thread
    Overhead, ///< profiler overhead of a process
};

struct LaneRow
{
    RowList events; ///< rows of the lane's table, ascending by start, disjoint
    Pyramid pyramid;
};

struct Lane
{
    LaneKind kind = LaneKind::Device;
    EventKind events = EventKind::Op;
    DeviceId device;   ///< of Device, Kernels, Copies
    StreamId stream;   ///< of Kernels, Copies
    ProcessId process; ///< of Process, Ranges, Calls, OsCalls, Syncs, Overhead
    ThreadId thread;   ///< of Ranges, Calls, OsCalls
    int depth = 0;     ///< 0 for Device and Process, 1 for what belongs to them
    std::string label; ///< "stream 7 · kernels"
    std::vector<LaneRow> rows;
    std::uint64_t eventCount = 0;
};

/// When the events of a table begin and end.
TimeColumns timeColumns(const TraceModel& model, EventKind kind);

/// The lane and sub-row that draw an event; {none, 0} when no lane does.  O(lanes + rows·log n).
struct LanePlace
{
    std::size_t lane = static_cast<std::size_t>(-1);
    std::size_t row = 0;

    bool isNone() const { return lane == static_cast<std::size_t>(-1); }
};

LanePlace placeOf(const TraceModel& model, EventRef event);

} // namespace nv

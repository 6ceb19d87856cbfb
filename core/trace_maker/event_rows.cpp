// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/trace_rows.h"

namespace nv {
namespace {

constexpr std::int64_t kNoEvent = 4294967295; // eventId of synchronisations without an event
constexpr std::int64_t kCuptiOverheadClass = 103;

/// start, end, deviceId, contextId, greenContextId, streamId, correlationId, globalPid
template <class Event>
void startDeviceRow(MadeRow& row, const Event& e)
{
    row.clear();
    append(row, {cell(e.start), cell(e.end), cell(e.place.device), cell(e.place.context), cell(0),
                 cell(e.place.stream), orNull(e.correlation), orNull(e.place.globalPid)});
}

void fillKernel(MadeRow& row, const MadeKernel& e, std::int64_t gridId)
{
    const MadeShape& s = e.shape;
    startDeviceRow(row, e);
    append(row, {cell(e.name.demangled), cell(e.name.shortName), orNull(e.name.mangled), cell(1),
                 cell(1), cell(s.registers)});
    append(row, {cell(s.grid[0]), cell(s.grid[1]), cell(s.grid[2]), cell(s.block[0]),
                 cell(s.block[1]), cell(s.block[2])});
    append(row, {cell(s.staticShared), cell(s.dynamicShared), cell(0), cell(0), cell(gridId),
                 cell(32768), orNull(e.graphNode), cell(0)});
    append(row, {kNull, kNull, kNull, kNull, cell(0), cell(0), cell(0), cell(0), cell(0), cell(0),
                 kNull, cell("[]")});
}

void fillMemcpy(MadeRow& row, const MadeMemcpy& e)
{
    startDeviceRow(row, e);
    append(row, {cell(e.bytes), cell(e.copyKind), kNull, orNull(e.srcKind), orNull(e.dstKind),
                 kNull, kNull, kNull, kNull, kNull, orNull(e.graphNode), kNull, cell(1)});
}

void fillMemset(MadeRow& row, const MadeMemset& e)
{
    startDeviceRow(row, e);
    append(row, {cell(e.value), cell(e.bytes), orNull(e.graphNode), orNull(e.memoryKind)});
}

void fillSync(MadeRow& row, const MadeSync& e)
{
    startDeviceRow(row, e);
    append(row, {kNull, cell(e.type), cell(kNoEvent), cell(0)});
}

void fillGraphReplay(MadeRow& row, const MadeGraphReplay& e)
{
    startDeviceRow(row, e);
    append(row, {cell(e.graphId), cell(e.graphExecId)});
}

void fillCall(MadeRow& row, const MadeCall& e)
{
    row.clear();
    append(row, {cell(e.start), cell(e.end), cell(e.eventClass), orNull(e.globalTid),
                 orNull(e.correlation), cell(e.nameId), cell(e.returnValue), kNull});
}

void fillNvtx(MadeRow& row, const MadeNvtx& e)
{
    row.clear();
    append(row, {cell(e.start), orNull(e.end), cell(e.eventType), orNull(e.rangeId), kNull,
                 orNull(e.color), orNull(e.text), orNull(e.globalTid), orNull(e.endGlobalTid),
                 orNull(e.textId), orNull(e.domainId)});
    append(row, {kNull, kNull, kNull, kNull, kNull, kNull, kNull, orNull(e.jsonText), kNull});
}

void fillOsCall(MadeRow& row, const MadeOsCall& e)
{
    row.clear();
    append(row, {cell(e.start), cell(e.end), cell(e.eventClass), orNull(e.globalTid),
                 cell(e.nameId), cell(0), cell(0), cell(0)});
}

void fillProfilerOverhead(MadeRow& row, const MadeOverhead& e)
{
    row.clear();
    append(row, {cell(e.start), cell(e.end), orNull(e.globalTid), cell(e.nameId), cell(0),
                 cell(e.type)});
}

void fillCuptiOverhead(MadeRow& row, const MadeOverhead& e)
{
    row.clear();
    append(row, {cell(e.start), cell(e.end), cell(kCuptiOverheadClass), orNull(e.globalTid), kNull,
                 cell(e.nameId), cell(e.type)});
}

template <class Event>
TableJob job(const MadeTable& table, const std::vector<Event>& events,
             void (*fill)(MadeRow&, const Event&))
{
    return {table, events.size(),
            [&events, fill](MadeRow& row, std::size_t i) { fill(row, events[i]); }};
}

} // namespace

std::vector<TableJob> eventJobs(const MadeTrace& trace)
{
    return {
        {made::kKernel, trace.kernels.size(),
         [&trace](MadeRow& row, std::size_t i) {
             fillKernel(row, trace.kernels[i], static_cast<std::int64_t>(i) + 1);
         }},
        job(made::kMemcpy, trace.memcpys, fillMemcpy),
        job(made::kMemset, trace.memsets, fillMemset),
        job(made::kSync, trace.syncs, fillSync),
        job(made::kGraphTrace, trace.graphReplays, fillGraphReplay),
        job(made::kRuntime, trace.calls, fillCall),
        job(made::kNvtx, trace.nvtx, fillNvtx),
        job(made::kOsrt, trace.osCalls, fillOsCall),
        job(made::kProfilerOverhead, trace.overheads, fillProfilerOverhead),
        job(made::kCuptiOverhead, trace.cuptiOverheads, fillCuptiOverhead),
    };
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/archive.h"
#include "core/trace/trace_model.h"

/// The members of a trace model, named once for writing and reading (archive.h).  What belongs to
/// one opening is not among them: the name of the file, and the way back to its rows.
/// Thread: pure.
namespace nv {

template <class Archive>
void archive(Archive& a, TimeRange& r)
{
    a(r.begin, r.end);
}

template <class Archive>
void archive(Archive& a, LaunchShape& s)
{
    a(s.gridX, s.gridY, s.gridZ, s.blockX, s.blockY, s.blockZ);
}

template <class Archive>
void archive(Archive& a, KernelVariant& v)
{
    a(v.shortName, v.demangled, v.mangled, v.shape, v.registersPerThread, v.staticSharedBytes,
      v.dynamicSharedBytes);
}

template <class Archive>
void archive(Archive& a, CopyVariant& v)
{
    a(v.bytes, v.copyKind, v.srcKind, v.dstKind, v.srcDevice, v.dstDevice);
}

template <class Archive>
void archive(Archive& a, GraphVariant& v)
{
    a(v.graphId, v.graphExecId);
}

template <class Archive>
void archive(Archive& a, OpTable& t)
{
    a(t.start, t.end, t.kind, t.stream, t.variant, t.correlation, t.call, t.graphNode, t.fileOrder);
}

template <class Archive>
void archive(Archive& a, CallTable& t)
{
    a(t.start, t.end, t.thread, t.name, t.correlation, t.fileOrder);
}

template <class Archive>
void archive(Archive& a, RangeTable& t)
{
    a(t.start, t.end, t.thread, t.text, t.domain, t.kind, t.isOpen, t.fileOrder);
}

template <class Archive>
void archive(Archive& a, OsCallTable& t)
{
    a(t.start, t.end, t.thread, t.name, t.fileOrder);
}

template <class Archive>
void archive(Archive& a, SyncTable& t)
{
    a(t.start, t.end, t.process, t.streamNumber, t.type, t.correlation);
}

template <class Archive>
void archive(Archive& a, OverheadTable& t)
{
    a(t.start, t.end, t.process, t.name);
}

template <class Archive>
void archive(Archive& a, Device& d)
{
    a(d.hwVm, d.number, d.label, d.name, d.ops);
}

template <class Archive>
void archive(Archive& a, Process& p)
{
    a(p.globalId, p.pid, p.name);
}

template <class Archive>
void archive(Archive& a, Thread& t)
{
    a(t.globalId, t.tid, t.process, t.name, t.calls);
}

template <class Archive>
void archive(Archive& a, Stream& s)
{
    a(s.device, s.process, s.context, s.number, s.name);
}

template <class Archive>
void archive(Archive& a, CallName& n)
{
    a(n.stringId, n.text, n.base);
}

template <class Archive>
void archive(Archive& a, Domain& d)
{
    a(d.id, d.process, d.name);
}

template <class Archive>
void archive(Archive& a, Note& n)
{
    a(n.id, n.severity, n.message, n.affects);
}

template <class Archive>
void archive(Archive& a, Gpu& g)
{
    a(g.device, g.name, g.smCount, g.memoryBandwidth);
}

template <class Archive>
void archive(Archive& a, CaptureInfo& c)
{
    a(c.nsysVersion, c.exportSchema, c.durationNs, c.command, c.traceOptions, c.gpus, c.otherTables,
      c.hasRuntimeTable, c.hasNvtxTable, c.hasOsrtTable, c.graphLevelAsked);
}

template <class Archive>
void archive(Archive& a, LaneRow& r)
{
    a(r.events, r.pyramid);
}

template <class Archive>
void archive(Archive& a, Lane& l)
{
    a(l.kind, l.events, l.device, l.stream, l.process, l.thread, l.depth, l.label, l.rows,
      l.eventCount);
}

template <class Archive, class T>
void archive(Archive& a, PerTable<T>& t)
{
    for (T& value : t)
        a(value);
}

inline void archive(ArchiveWriter& a, NameTable& names)
{
    a(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const NameId id(i);
        const bool isDangling = names.isDangling(id);
        a(isDangling);
        if (isDangling)
            a(*names.danglingId(id));
        else
            a(std::string(names.text(id)));
    }
}

/// Interned in the same order, so that every id is the same again.
inline void archive(ArchiveReader& a, NameTable& names)
{
    std::size_t count = 0;
    a(count);
    std::string text;
    for (std::size_t i = 0; i < count && a.isGood(); ++i) {
        bool isDangling = false;
        a(isDangling);
        if (isDangling) {
            std::int64_t id = 0;
            a(id);
            names.internDangling(id);
        } else {
            a(text);
            names.intern(text);
        }
    }
}

template <class Archive>
void archive(Archive& a, TraceModel& m)
{
    a(m.capture, m.names, m.devices, m.processes, m.threads, m.streams, m.callNames, m.osCallNames,
      m.domains, m.kernelVariants, m.copyVariants, m.graphVariants, m.ops, m.calls, m.ranges,
      m.osCalls, m.syncs, m.overheads, m.lanes, m.opsByCall, m.counts, m.aside, m.all, m.extent,
      m.notes);
}

} // namespace nv

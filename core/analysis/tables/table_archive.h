// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/table_index.h"
#include "core/base/archive.h"

/// The members of the index behind the tables, named once for writing and reading (archive.h),
/// without the trace, the budget and the limits it was made of: TableIndex::setSources brings them
/// back.  What grows with the rows lies in columns, so an index that is read is a view of the file.
/// Unit: ns.  Cost: O(bytes), as many as the index has in memory.  Errors: as archive.h.
/// Thread: pure.
namespace nv {

template <class Archive>
void archive(Archive& a, VariantGroups& g)
{
    a(g.groupOf, g.firstOf);
}

template <class Archive>
void archive(Archive& a, BaseGroups& g)
{
    a(g.groupOf, g.bases);
}

template <class Archive>
void archive(Archive& a, NameSequence& s)
{
    a(s.rows, s.durations, s.fileRanks);
}

template <class Archive>
void archive(Archive& a, KernelSequence& s)
{
    a(static_cast<NameSequence&>(s), s.calls, s.queue, s.launchedBy, s.shapes, s.shapeCount,
      s.haveCalls);
}

template <class Archive>
void archive(Archive& a, DurationStats& s)
{
    a(s.count, s.total, s.avg, s.median, s.stddev, s.min, s.max, s.p50, s.p95, s.p99);
}

template <class Archive>
void archive(Archive& a, DurationRanks& r)
{
    a(r.p50, r.p95, r.p99);
}

template <class Archive>
void archive(Archive& a, LaunchFigures& f)
{
    a(f.count, f.callSum, f.queueSum, f.kernelSum, f.waited, f.negative, f.beforeCall, f.earliest,
      f.callRanks, f.queueRanks, f.kernelRanks, f.inGraphs, f.inGraphsTotal, f.eager, f.eagerTotal,
      f.firstEager);
}

template <class Archive>
void archive(Archive& a, WholeKernels& k)
{
    a(k.stats, k.launches);
}

template <class Archive>
void archive(Archive& a, WholeFigures& w)
{
    a(w.kernels, w.calls);
}

template <class Archive>
void archive(Archive& a, GapTable::Cause& c)
{
    a(c.count, c.total);
}

template <class Archive>
void archive(Archive& a, GapShares& s)
{
    a(s.compile, s.sync, s.alloc, s.launch);
}

template <class Archive>
void archive(Archive& a, EagerGaps& g)
{
    a(g.sum, g.largest, g.example);
}

template <class Archive>
void archive(Archive& a, FirstLaunch& f)
{
    a(f.at, f.process, f.op);
}

template <class Archive>
void archive(Archive& a, TableIndex& i)
{
    a(i.kernelNames, i.callBases, i.nests, i.opReach, i.callReach, i.kernels, i.calls, i.whole,
      i.copies, i.sets, i.compileCalls, i.gaps, i.streamGaps, i.alone, i.firstLaunches,
      i.graphMode);
}

} // namespace nv

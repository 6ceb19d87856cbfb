// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/trace/model_archive.h"

/// The members of an analysis, named once for writing and reading (archive.h), without the trace and
/// the thresholds it was made of.  Thread: pure.
namespace nv {

template <class Archive>
void archive(Archive& a, ApiTraits& t)
{
    a(t.compile, t.compileWhenLong, t.sync, t.copyOrSet, t.async, t.alloc, t.hot, t.kernelLaunch,
      t.graphLaunch, t.query, t.free);
}

template <class Archive>
void archive(Archive& a, Step& s)
{
    a(s.begin, s.end, s.regular, s.flaw, s.phase, s.label);
}

template <class Archive>
void archive(Archive& a, StepAlternative& s)
{
    a(s.method, s.marker, s.window, s.steps);
}

template <class Archive>
void archive(Archive& a, SteadyProof& p)
{
    a(p.robustSpread, p.drift, p.loadNs, p.warmupNs, p.warmupSteps, p.drainSteps, p.warmupCompileNs,
      p.agreeing);
}

template <class Archive>
void archive(Archive& a, SteadyState& s)
{
    a(s.found, s.method, s.edges, s.marker, s.window, s.stepCount, s.irregularCount, s.warmupEnd,
      s.steps, s.p50, s.p95, s.max, s.cv, s.confidence, s.proof, s.reason, s.alternatives);
}

template <class Archive>
void archive(Archive& a, Iteration& i)
{
    a(i.index, i.number, i.process, i.rank, i.label, i.phase, i.isMixed, i.contextRequests,
      i.generationRequests, i.range, i.periodEnd);
}

template <class Archive>
void archive(Archive& a, Iterations& i)
{
    a(i.rows, i.ranks, i.stepCount, i.rejected, i.overlapping);
}

template <class Archive>
void archive(Archive& a, IterationFacts& f)
{
    a(f.busyNs, f.kernels, f.copies, f.compileCalls, f.regular, f.flaw);
}

/// All but the budget and the index of the tables, which are shared.
template <class Archive>
void archive(Archive& a, Analysis& x)
{
    a(x.steady, x.compileCalls, x.allocCalls, x.iterations, x.iterationFacts, x.notes);
}

} // namespace nv

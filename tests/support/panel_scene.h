// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/tables.h"
#include "core/trace/trace_builder.h"

/// A capture small enough to know by heart, for the tests of the panels.  Times in ns:
///   calls   launch 1 000..3 000 (1), 6 000..8 000 (2), 9 000..11 000 (3), copy 12 000..13 000 (4),
///           launch 14 000..15 000 (5), synchronize 15 000..150 000
///   device  gemm 10 000..20 000 (1), 30 000..42 000 (2), 50 000..90 000 (3); copy of 4 096 B from
///           pageable memory 95 000..97 000 (4); attn 100 000..105 000 (5)
///   NVTX    "step" 0..160 000 on the thread of the calls
namespace nv::test {

inline constexpr std::uint32_t kGemm1 = 0;
inline constexpr std::uint32_t kGemm2 = 1;
inline constexpr std::uint32_t kGemm3 = 2;
inline constexpr std::uint32_t kCopy = 3;
inline constexpr std::uint32_t kAttn = 4;

TracePtr sceneTrace();
/// The same process without work on a device: an NVTX range only.
TracePtr traceWithoutGpu();
/// A whole graph launch and no kernel.
TracePtr traceOfGraphs();

/// With its budget, so that a Document can hold it.
AnalysisPtr sceneAnalysis(const TracePtr& trace = sceneTrace());
/// Without a budget index: enough for tables that are filled by hand.
AnalysisPtr bareAnalysis(const TracePtr& trace = sceneTrace());

/// The answer for the window [0, 120 000), filled by hand.
WindowTables sceneTables(const TraceModel& trace);

} // namespace nv::test

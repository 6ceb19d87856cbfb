// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"
#include "core/analysis/tables/name_sequences.h"

#include <stop_token>
#include <vector>

/// What the tables say of a name whose rows all lie in the window, worked out once with the index:
/// the window most asked for is the whole capture, and most names of a smaller one begin and end in it.
/// Unit: ns.  Cost: build O(rows), a few steps each, on all cores; a few hundred bytes a name.
/// Errors: none; a stop leaves figures unfinished.  Thread: immutable after build.
/// Source: verdict.md 3.
namespace nv {

/// How the kernels of one name were launched.
struct LaunchFigures
{
    std::uint64_t count = 0; ///< kernels with a call
    double callSum = 0;
    double queueSum = 0; ///< of launches that waited at least 0 ns
    double kernelSum = 0;
    std::uint64_t waited = 0;
    std::uint64_t negative = 0;
    std::uint64_t beforeCall = 0;
    Ns earliest = kMaxNs;
    DurationRanks callRanks;
    DurationRanks queueRanks;
    DurationRanks kernelRanks; ///< where some kernels have no call, else those of all

    std::uint64_t inGraphs = 0;
    Ns inGraphsTotal = 0;
    std::uint64_t eager = 0;
    Ns eagerTotal = 0;
    OpIndex firstEager;
};

struct WholeKernels
{
    DurationStats stats;
    LaunchFigures launches;
};

struct WholeFigures
{
    std::vector<WholeKernels> kernels; ///< by group of names
    std::vector<DurationStats> calls;  ///< by group of bases

    WholeFigures() = default;
    WholeFigures(const TraceModel& model, const std::vector<KernelSequence>& kernelsOf,
                 const std::vector<NameSequence>& callsOf, const std::stop_token& stop);
};

/// Every row of the sequence.
bool isWhole(const NameSequence& sequence, const Slice& slice);

} // namespace nv

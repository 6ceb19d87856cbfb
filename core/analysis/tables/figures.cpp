// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/figures.h"

#include "core/analysis/tables/long_launches.h"
#include "core/analysis/tables/sequence_stats.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <utility>

namespace nv {
namespace {

/// What launches much longer than their median cost together.
double excessOf(const SliceValues& durations, Ns p50, double limit)
{
    const auto median = static_cast<double>(p50);
    const auto isLong = [&](Ns duration) { return static_cast<double>(duration) > limit * median; };
    double excess = 0;
    durations.forEachPart([&](const PackedValues::Chunk& chunk) { return isLong(chunk.most); },
                          [&](std::span<const Ns> values) {
                              for (const Ns duration : values) {
                                  if (isLong(duration))
                                      excess += static_cast<double>(duration) - median;
                              }
                          });
    return excess;
}

/// What asks for durations alone and for limits.
void addTail(const TableContext& context, std::size_t group, KernelFigures& out)
{
    const KernelSequence& sequence = context.tables->kernels[group];
    const Slice& slice = context.kernels[group];
    const TailLimits& limits = context.analysis.thresholds.tails;
    out.excess = excessOf(valuesOf(sequence.durations, slice), out.stats.p50, limits.excess);
    if (!context.stop.stop_requested())
        out.longLaunches = longLaunches(sequence, slice, out.stats.p50, limits);
}

/// What asks for the durations of a slice, not empty; everything named lives until the tasks have run.
void addStatsTasks(const NameSequence& sequence, const Slice& slice, DurationStats& out,
                   const std::stop_token& stop, FigureTasks& tasks)
{
    tasks.running.push_back({&sequence, &slice, &out});
    tasks.add(slice.size(), [&sequence, &slice, &out, &stop] {
        if (!stop.stop_requested())
            addRanks(sequence, slice, out);
    });
}

} // namespace

void addKernelTasks(const TableContext& context, std::vector<KernelFigures>& out,
                    FigureTasks& tasks)
{
    for (std::size_t g = 0; g < context.kernels.size(); ++g) {
        const Slice& slice = context.kernels[g];
        if (slice.size() == 0)
            continue;
        const KernelSequence& sequence = context.tables->kernels[g];
        if (isWhole(sequence, slice)) {
            out[g].stats = context.tables->whole.kernels[g].stats;
            out[g].launches = context.tables->whole.kernels[g].launches;
            tasks.add(slice.size() / PackedValues::kChunk,
                      [&context, &out, g] { addTail(context, g, out[g]); });
            continue;
        }
        tasks.running.push_back({&sequence, &slice, &out[g].stats});
        tasks.add(slice.size(), [&context, &sequence, &slice, &out, g] {
            if (context.stop.stop_requested())
                return;
            addRanks(sequence, slice, out[g].stats);
            addTail(context, g, out[g]);
        });
        tasks.add(2 * slice.size(), [&context, &sequence, &slice, &out, g] {
            out[g].launches = launchFigures(context.model, sequence, slice, context.stop);
        });
    }
}

void addCallTasks(const TableContext& context, std::vector<DurationStats>& out, FigureTasks& tasks)
{
    for (std::size_t g = 0; g < context.callGroups.size(); ++g) {
        const Slice& slice = context.callGroups[g];
        if (slice.size() == 0)
            continue;
        if (isWhole(context.tables->calls[g], slice)) {
            out[g] = context.tables->whole.calls[g];
            continue;
        }
        addStatsTasks(context.tables->calls[g], slice, out[g], context.stop, tasks);
    }
}

void FigureTasks::run(const std::stop_token& stop)
{
    std::stable_sort(running.begin(), running.end(),
                     [](const RunningStats::Job& a, const RunningStats::Job& b) {
                         return a.slice->size() > b.slice->size();
                     });
    std::stable_sort(m_others.begin(), m_others.end(),
                     [](const Other& a, const Other& b) { return a.weight > b.weight; });
    constexpr std::size_t kMostThreads = 8;
    Tasks all;
    RunningStats stats(std::move(running));
    for (std::size_t i = 0; i < kMostThreads; ++i)
        all.emplace_back([&] { stats.work(stop); });
    for (Other& other : m_others)
        all.push_back(std::move(other.work));
    runTasks(all);
}

bool isWhole(const NameSequence& sequence, const Slice& slice)
{
    return slice.before.empty() && slice.first == 0 && slice.last == sequence.rows.size();
}

WholeFigures::WholeFigures(const TraceModel& model, const std::vector<KernelSequence>& kernelsOf,
                           const std::vector<NameSequence>& callsOf, const std::stop_token& stop)
    : kernels(kernelsOf.size())
    , calls(callsOf.size())
{
    const auto everything = [](const auto& sequences) {
        std::vector<Slice> slices(sequences.size());
        for (std::size_t g = 0; g < slices.size(); ++g)
            slices[g].last = sequences[g].rows.size();
        return slices;
    };
    const std::vector<Slice> kernelSlices = everything(kernelsOf);
    const std::vector<Slice> callSlices = everything(callsOf);
    FigureTasks tasks;
    for (std::size_t g = 0; g < kernelsOf.size(); ++g) {
        const KernelSequence& sequence = kernelsOf[g];
        const Slice& slice = kernelSlices[g];
        if (slice.size() == 0)
            continue;
        addStatsTasks(sequence, slice, kernels[g].stats, stop, tasks);
        tasks.add(2 * slice.size(), [&model, &sequence, &slice, &stop, &out = kernels[g]] {
            out.launches = launchFigures(model, sequence, slice, stop);
        });
    }
    for (std::size_t g = 0; g < callsOf.size(); ++g) {
        if (callSlices[g].size() != 0)
            addStatsTasks(callsOf[g], callSlices[g], calls[g], stop, tasks);
    }
    tasks.run(stop);
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/comparison.h"

#include "core/analysis/compare/step_transfers.h"
#include "core/base/progress.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nv {
namespace {

using OrNone = std::optional<double>;

/// One side of a row before it is paired.
struct Sums
{
    double time = 0;
    double self = 0;
    double count = 0;
    double bytes = 0;
    std::string cls;
};

/// By the name that pairs them.
using Rows = std::map<std::string, Sums>;

OrNone averageOf(const DurationStats& stats)
{
    return stats.count == 0 ? OrNone() : OrNone(stats.avg);
}

OrNone averageOf(const std::optional<DurationStats>& stats)
{
    return stats ? averageOf(*stats) : OrNone();
}

/// The mean over the ranks for which `get` knows a value.
template <class Get>
OrNone meanOfRanks(const StepBreakdown& steps, Get get)
{
    double sum = 0;
    std::size_t known = 0;
    for (const StepRank& rank : steps.ranks) {
        if (const OrNone value = get(rank)) {
            sum += *value;
            ++known;
        }
    }
    return known == 0 ? OrNone() : OrNone(sum / static_cast<double>(known));
}

/// A sum of ns or a count, of one step.
double each(std::uint64_t sum, const StepRank& rank)
{
    return perStep(sum, rank.periods).value_or(0);
}

Rows rangesOf(const StepRank& rank)
{
    Rows rows;
    for (const StepRangeRow& row : rank.ranges) {
        Sums& sums = rows[row.name];
        sums.time += each(row.inclusive, rank);
        sums.self += each(row.self, rank);
        sums.count += each(row.calls, rank);
    }
    return rows;
}

Rows apiOf(const StepRank& rank)
{
    Rows rows;
    for (const StepApiRow& row : rank.api) {
        Sums& sums = rows[row.name];
        sums.time += each(row.total, rank);
        sums.count += each(row.calls, rank);
        sums.cls = row.cls;
    }
    return rows;
}

Rows kernelsOf(const TraceModel& trace, const StepRank& rank)
{
    Rows rows;
    for (const StepKernelRow& row : rank.kernelNames) {
        Sums& sums = rows[trace.names.display(row.demangled)];
        sums.time += each(static_cast<DurationNs>(row.total), rank);
        sums.count += each(row.count, rank);
    }
    return rows;
}

NamedChange paired(const std::string& name, std::size_t rank, const Sums& base, const Sums& target)
{
    NamedChange row;
    row.name = name;
    row.rank = rank;
    row.time = {base.time, target.time};
    row.self = {base.self, target.self};
    row.count = {base.count, target.count};
    row.bytes = {base.bytes, target.bytes};
    row.cls = base.cls.empty() ? target.cls : base.cls;
    row.status = statusOf(row.time);
    row.isSmall = std::abs(target.time - base.time) < kSmallNs;
    return row;
}

void pairRows(const Rows& base, const Rows& target, std::size_t rank, std::vector<NamedChange>& out)
{
    for (const auto& [name, sums] : base) {
        const auto other = target.find(name);
        out.push_back(paired(name, rank, sums, other == target.end() ? Sums{} : other->second));
    }
    for (const auto& [name, sums] : target)
        if (base.find(name) == base.end())
            out.push_back(paired(name, rank, {}, sums));
}

/// The largest change first; equal ones by name.
void sortBySize(std::vector<NamedChange>& rows)
{
    const auto size = [](const NamedChange& row) { return std::abs(row.time.delta().value_or(0)); };
    std::stable_sort(rows.begin(), rows.end(), [&](const NamedChange& a, const NamedChange& b) {
        return size(a) != size(b) ? size(a) > size(b) : a.name < b.name;
    });
}

/// Kernels are paired by their demangled name and called by their short one.
void nameKernels(const TraceModel& base, const TraceModel& target, std::vector<NamedChange>& rows)
{
    std::map<std::string, std::string> shortNames;
    for (const TraceModel* trace : {&base, &target})
        for (const KernelVariant& variant : trace->kernelVariants)
            shortNames.try_emplace(trace->names.display(variant.demangled),
                                   trace->names.display(variant.shortName));
    for (NamedChange& row : rows) {
        row.full = row.name;
        row.name = shortNames[row.full];
    }
}

Rows transfersOf(const std::vector<StepTransferRow>& transfers, const StepRank& rank)
{
    Rows rows;
    for (const StepTransferRow& row : transfers) {
        Sums& sums = rows[row.name];
        sums.time += each(static_cast<DurationNs>(row.total), rank);
        sums.count += each(row.count, rank);
        sums.bytes += each(static_cast<DurationNs>(row.bytes), rank);
    }
    return rows;
}

/// The budget of the periods of every device of every rank, divided by the periods: each device's
/// sums to the wall clock per step of its rank.
std::optional<std::array<double, kBudgetClasses>> budgetPerStep(const CompareSide& side,
                                                                const ChosenSteps& chosen,
                                                                const StepBreakdown& steps,
                                                                const std::stop_token& stop)
{
    std::array<double, kBudgetClasses> mean{};
    std::size_t devices = 0;
    for (std::size_t r = 0; r < std::min(chosen.ranks.size(), steps.ranks.size()); ++r) {
        const std::vector<TimeRange>& periods = chosen.ranks[r].periods;
        if (periods.empty())
            continue;
        for (const StepDeviceBusy& device : steps.ranks[r].devices) {
            Budget sum{};
            for (std::size_t i = 0; i < periods.size() && !shouldStop(stop, i); ++i) {
                const Budget one = side.analysis.budget->budget(device.device, periods[i]);
                for (std::size_t c = 0; c < kBudgetClasses; ++c)
                    sum.at(c) += one.at(c);
            }
            for (std::size_t c = 0; c < kBudgetClasses; ++c)
                mean.at(c) += static_cast<double>(sum.at(c)) / static_cast<double>(periods.size());
            ++devices;
        }
    }
    if (devices == 0)
        return std::nullopt;
    for (double& value : mean)
        value /= static_cast<double>(devices);
    return mean;
}

/// 1.4826 x the median absolute deviation: the standard deviation of a normal distribution, which
/// few odd steps do not move.
double spreadOf(std::vector<Ns> values)
{
    constexpr double kNormal = 1.4826;
    if (values.empty())
        return 0;
    const auto middle = [](std::vector<Ns>& v) {
        const auto at = v.begin() + static_cast<std::ptrdiff_t>((v.size() - 1) / 2);
        std::nth_element(v.begin(), at, v.end());
        return *at;
    };
    const Ns median = middle(values);
    for (Ns& value : values)
        value = std::abs(value - median);
    return kNormal * static_cast<double>(middle(values));
}

StepSpread spreadOf(const ChosenSteps& base, const ChosenSteps& target, const Comparison& out)
{
    StepSpread spread;
    const auto rank = [](const DurationStats& stats, Ns value) {
        return stats.count == 0 ? OrNone() : OrNone(static_cast<double>(value));
    };
    const DurationStats& b = out.base.walls;
    const DurationStats& t = out.target.walls;
    spread.p50 = {rank(b, b.p50), rank(t, t.p50)};
    spread.p95 = {rank(b, b.p95), rank(t, t.p95)};
    spread.p99 = {rank(b, b.p99), rank(t, t.p99)};
    if (const auto delta = spread.p50.delta()) {
        spread.spread = spreadOf(base.walls) + spreadOf(target.walls);
        spread.isBeyond = std::abs(*delta) > spread.spread;
    }
    return spread;
}

void fillSteps(Comparison& out)
{
    const auto busy = [](const StepRank& rank) { return rank.busyPerStep(); };
    const auto kernels = [](const StepRank& rank) {
        return rank.periods == 0 ? OrNone() : OrNone(each(rank.kernels, rank));
    };
    out.wall = {averageOf(out.base.walls), averageOf(out.target.walls)};
    out.gap = {averageOf(out.base.gaps), averageOf(out.target.gaps)};
    if (out.base.gaps && out.target.gaps)
        out.length = {averageOf(out.base.lengths), averageOf(out.target.lengths)};
    out.busy = {meanOfRanks(out.base, busy), meanOfRanks(out.target, busy)};
    out.kernels = {meanOfRanks(out.base, kernels), meanOfRanks(out.target, kernels)};
}

struct Sides
{
    const CompareSide& base;
    const CompareSide& target;
    const ChosenSteps& baseSteps;
    const ChosenSteps& targetSteps;
};

void fillRows(const Sides& sides, Comparison& out, const std::stop_token& stop)
{
    const auto baseCopies = stepTransfers(sides.base.trace(), sides.baseSteps, stop);
    const auto targetCopies = stepTransfers(sides.target.trace(), sides.targetSteps, stop);
    const std::size_t ranks = std::min(out.base.ranks.size(), out.target.ranks.size());
    for (std::size_t r = 0; r < ranks; ++r) {
        const StepRank& b = out.base.ranks[r];
        const StepRank& t = out.target.ranks[r];
        pairRows(rangesOf(b), rangesOf(t), r, out.ranges);
        pairRows(apiOf(b), apiOf(t), r, out.api);
        pairRows(kernelsOf(sides.base.trace(), b), kernelsOf(sides.target.trace(), t), r,
                 out.kernelNames);
        pairRows(transfersOf(baseCopies[r], b), transfersOf(targetCopies[r], t), r, out.transfers);
    }
    nameKernels(sides.base.trace(), sides.target.trace(), out.kernelNames);
    for (auto* rows : {&out.ranges, &out.api, &out.kernelNames, &out.transfers})
        sortBySize(*rows);
}

std::vector<StepPair> pairsOf(const ChosenSteps& base, const ChosenSteps& target)
{
    std::vector<StepPair> pairs;
    if (base.ranks.empty() || target.ranks.empty())
        return pairs;
    const std::vector<TimeRange>& b = base.ranks.front().periods;
    const std::vector<TimeRange>& t = target.ranks.front().periods;
    for (std::size_t i = 0; i < std::min(b.size(), t.size()); ++i)
        pairs.push_back({b[i], t[i]});
    return pairs;
}

WindowBudget budgetOf(const CompareSide& side)
{
    return windowBudget(*side.analysis.budget, side.window.range, {},
                        side.analysis.thresholds.classes.active);
}

/// What only one side recorded has changed in no way anybody could know.
void dropOneSided(Comparison& out)
{
    for (const CompareNote& note : out.notes) {
        if (note.id == "nvtx-missing")
            out.ranges.clear();
        if (note.id == "api-missing")
            out.api.clear();
        if (note.id == "kernels-missing" || note.id == "graph-level") {
            out.kernelNames.clear();
            out.kernels = {};
            out.coverage = {};
        }
    }
}

std::string whyNoSteps(const Comparison& out)
{
    std::string reason;
    for (const auto& [name, steps] :
         {std::pair("base", &out.base), std::pair("target", &out.target)})
        if (steps->walls.count == 0)
            reason += std::string(reason.empty() ? "The " : " The ") + name
                      + " holds no two steps in a row"
                      + (steps->reason.empty() ? "." : ": " + steps->reason);
    return reason;
}

} // namespace

Result<Comparison> compare(const CompareSide& base, const CompareSide& target,
                           const std::stop_token& stop)
{
    Comparison out;
    const ChosenSteps baseSteps = chooseSteps(base.analysis, base.window);
    const ChosenSteps targetSteps = chooseSteps(target.analysis, target.window);
    out.base = stepBreakdown(base.analysis, baseSteps, stop);
    out.target = stepBreakdown(target.analysis, targetSteps, stop);
    NV_TRY(baseTables, windowTables(base.analysis, base.window, {}, stop));
    NV_TRY(targetTables, windowTables(target.analysis, target.window, {}, stop));
    out.coverage = {baseTables.graphs.coverageByCount, targetTables.graphs.coverageByCount};
    const WindowBudget b = budgetOf(base);
    const WindowBudget t = budgetOf(target);
    const auto isKnown = [](const WindowBudget& budget) {
        return !budget.devices.empty() && !budget.window.isEmpty();
    };
    for (std::size_t c = 0; c < kBudgetClasses; ++c)
        out.shares.at(c) = {isKnown(b) ? OrNone(b.shares.at(c)) : OrNone(),
                            isKnown(t) ? OrNone(t.shares.at(c)) : OrNone()};

    out.hasSteps = out.base.walls.count != 0 && out.target.walls.count != 0;
    if (!out.hasSteps)
        out.reason = whyNoSteps(out);
    if (out.hasSteps) {
        fillSteps(out);
        fillRows({base, target, baseSteps, targetSteps}, out, stop);
        out.pairs = pairsOf(baseSteps, targetSteps);
        out.spread = spreadOf(baseSteps, targetSteps, out);
        const auto baseBudget = budgetPerStep(base, baseSteps, out.base, stop);
        const auto targetBudget = budgetPerStep(target, targetSteps, out.target, stop);
        for (std::size_t c = 0; c < kBudgetClasses; ++c)
            out.budget.at(c) = {baseBudget ? OrNone(baseBudget->at(c)) : OrNone(),
                                targetBudget ? OrNone(targetBudget->at(c)) : OrNone()};
    }
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "The comparison was not finished.", {}};
    out.isRefused = !out.hasSteps && !out.shares.front().delta();
    out.notes = compareNotes(base, target, out);
    dropOneSided(out);
    out.comparability = comparabilitySentence(out);
    out.conclusion = compareConclusion(out);
    return out;
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"

#include <algorithm>
#include <array>
#include <span>

namespace nv {

namespace {

struct Sums
{
    std::uint64_t count = 0;
    double api = 0;
    double queue = 0;
    std::uint64_t waited = 0; ///< launches with a queue time
    double kernel = 0;
    std::uint64_t negative = 0;
    std::uint64_t beforeCall = 0;
    Ns earliest = kMaxNs;
};

Ns signedBetween(Ns from, Ns to)
{
    const auto most = static_cast<DurationNs>(kMaxNs);
    return from <= to ? static_cast<Ns>(std::min(lengthBetween(from, to), most))
                      : -static_cast<Ns>(std::min(lengthBetween(to, from), most));
}

/// Each rank narrows the part in which the next one is looked for.
DurationRanks ranksOf(std::span<Ns> values)
{
    constexpr std::array<std::size_t, 3> kPercents{50, 95, 99};
    std::array<Ns, 3> found{};
    std::size_t from = 0;
    for (std::size_t i = 0; i < kPercents.size(); ++i) {
        const std::size_t rank = (values.size() * kPercents.at(i) + 99) / 100 - 1;
        const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
        std::nth_element(values.begin() + static_cast<std::ptrdiff_t>(from), at, values.end());
        found.at(i) = *at;
        from = rank;
    }
    return {found[0], found[1], found[2]};
}

/// The launches of the window: kernels with their calls, and the group each belongs to.
struct Pairs
{
    std::vector<std::uint32_t> ops;
    std::vector<std::uint32_t> groups;
    std::vector<Sums> sums;
};

void addPair(Sums& sum, TimeRange call, TimeRange kernel)
{
    const Ns latency = signedBetween(call.end, kernel.begin);
    sum.count += 1;
    sum.api += static_cast<double>(call.end - call.begin);
    sum.kernel += static_cast<double>(kernel.end - kernel.begin);
    sum.earliest = std::min(sum.earliest, latency);
    if (latency < 0) {
        sum.negative += 1;
        sum.beforeCall += kernel.begin < call.begin ? 1 : 0;
    } else {
        sum.queue += static_cast<double>(lengthBetween(call.end, kernel.begin));
        sum.waited += 1;
    }
}

Pairs pairsOf(const TableContext& context, const VariantGroups& groups)
{
    const OpTable& ops = context.model.ops;
    const CallTable& calls = context.model.calls;
    Pairs pairs;
    pairs.sums.resize(groups.firstOf.size());
    for (std::size_t k = 0; k < context.ops.kernels.size() && !shouldStop(context.stop, k); ++k) {
        const std::uint32_t op = context.ops.kernels[k];
        const CallIndex call = ops.call[op];
        if (call.isNone())
            continue;
        const std::size_t group = groups.groupOf[ops.variant[op]];
        pairs.ops.push_back(op);
        pairs.groups.push_back(static_cast<std::uint32_t>(group));
        addPair(pairs.sums[group], {calls.start[call()], calls.end[call()]},
                {ops.start[op], ops.end[op]});
    }
    return pairs;
}

/// Ranks per group of `valueOf(op)`; a negative value does not count.
template <class ValueOf>
std::vector<DurationRanks> groupRanks(const Pairs& pairs, ValueOf valueOf)
{
    std::vector<std::size_t> begin(pairs.sums.size() + 1);
    std::vector<Ns> all(pairs.ops.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = valueOf(pairs.ops[i]);
        begin[pairs.groups[i] + 1] += all[i] < 0 ? 0 : 1;
    }
    for (std::size_t g = 1; g < begin.size(); ++g)
        begin[g] += begin[g - 1];
    std::vector<Ns> grouped(begin.back());
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i] >= 0)
            grouped[next[pairs.groups[i]]++] = all[i];
    }
    std::vector<DurationRanks> ranks(pairs.sums.size());
    for (std::size_t g = 0; g < ranks.size(); ++g) {
        if (begin[g] < begin[g + 1])
            ranks[g] = ranksOf(std::span(grouped).subspan(begin[g], begin[g + 1] - begin[g]));
    }
    return ranks;
}

LaunchRow rowOf(NameId demangled, const Sums& sum)
{
    const auto n = static_cast<double>(sum.count);
    LaunchRow row;
    row.demangled = demangled;
    row.count = sum.count;
    row.apiAvg = sum.api / n;
    row.kernelAvg = sum.kernel / n;
    if (sum.waited > 0)
        row.queueAvg = sum.queue / static_cast<double>(sum.waited);
    row.negativeLatency = sum.negative;
    row.beforeCall = sum.beforeCall;
    row.earliest = sum.earliest;
    return row;
}

} // namespace

std::vector<LaunchRow> launchTable(const TableContext& context)
{
    const TraceModel& model = context.model;
    const OpTable& ops = model.ops;
    const CallTable& calls = model.calls;
    const VariantGroups groups = groupsByName(model);
    const Pairs pairs = pairsOf(context, groups);
    const auto callOf = [&](std::uint32_t op) { return ops.call[op](); };
    const auto api = groupRanks(
        pairs, [&](std::uint32_t op) { return calls.end[callOf(op)] - calls.start[callOf(op)]; });
    const auto queue = groupRanks(pairs, [&](std::uint32_t op) {
        return signedBetween(calls.end[callOf(op)], ops.start[op]);
    });
    const auto kernel =
        groupRanks(pairs, [&](std::uint32_t op) { return ops.end[op] - ops.start[op]; });

    struct Ranked
    {
        LaunchRow row;
        double kernelTotal = 0;
    };

    std::vector<Ranked> ranked;
    for (std::size_t g = 0; g < pairs.sums.size(); ++g) {
        const Sums& sum = pairs.sums[g];
        if (sum.count == 0)
            continue;
        LaunchRow row = rowOf(model.kernelVariants[groups.firstOf[g]].demangled, sum);
        row.api = api[g];
        row.kernel = kernel[g];
        if (sum.waited > 0)
            row.queue = queue[g];
        ranked.push_back({row, sum.kernel});
    }
    std::sort(ranked.begin(), ranked.end(), [&](const Ranked& a, const Ranked& b) {
        if (a.kernelTotal != b.kernelTotal)
            return a.kernelTotal > b.kernelTotal;
        return model.names.text(a.row.demangled) < model.names.text(b.row.demangled);
    });
    std::vector<LaunchRow> rows;
    rows.reserve(ranked.size());
    for (const Ranked& r : ranked)
        rows.push_back(r.row);
    return rows;
}

} // namespace nv

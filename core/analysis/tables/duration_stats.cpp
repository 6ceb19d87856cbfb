// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/duration_stats.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nv {

namespace {

/// Position of the nearest rank p of n sorted values: ceil(p/100 * n) - 1.
std::size_t rankOf(std::size_t p, std::size_t n)
{
    return (p * n + 99) / 100 - 1;
}

/// What depends on the order of the rows: sums in double and Welford's deviation.
void addInOrder(std::span<const Ns> durations, DurationStats& stats)
{
    double sum = 0;
    double mean = 0;
    double squares = 0;
    double n = 0;
    stats.min = durations.front();
    stats.max = durations.front();
    for (const Ns duration : durations) {
        const auto value = static_cast<double>(duration);
        stats.total = addSaturated(stats.total, duration);
        stats.min = std::min(stats.min, duration);
        stats.max = std::max(stats.max, duration);
        n += 1;
        sum += value;
        const double delta = value - mean;
        mean += delta / n;
        squares += delta * (value - mean);
    }
    stats.avg = sum / n;
    stats.stddev = n > 1 ? std::sqrt(squares / (n - 1)) : 0.0;
}

/// Ranks ascend, so each selection only needs what the one before left above it.
void addRanks(std::span<Ns> durations, DurationStats& stats)
{
    const std::size_t n = durations.size();
    std::size_t from = 0;
    const auto select = [&](std::size_t rank) {
        const auto begin = durations.begin();
        std::nth_element(begin + static_cast<std::ptrdiff_t>(from),
                         begin + static_cast<std::ptrdiff_t>(rank), durations.end());
        from = rank;
        return durations[rank];
    };
    stats.p50 = select(rankOf(50, n));
    stats.median = static_cast<double>(stats.p50);
    if (n % 2 == 0) {
        const Ns upper = select(n / 2);
        stats.median = (static_cast<double>(stats.p50) + static_cast<double>(upper)) / 2;
    }
    stats.p95 = select(rankOf(95, n));
    stats.p99 = select(rankOf(99, n));
}

} // namespace

DurationStats durationStats(std::span<Ns> durations)
{
    DurationStats stats;
    stats.count = durations.size();
    if (durations.empty())
        return stats;
    addInOrder(durations, stats);
    addRanks(durations, stats);
    return stats;
}

DurationStats durationStats(std::vector<Ns>& durations)
{
    return durationStats(std::span(durations));
}

void sortByFileOrder(std::vector<std::uint32_t>& rows, const RankColumn& rank)
{
    const auto byRank = [&](std::uint32_t a, std::uint32_t b) { return rank[a] < rank[b]; };
    if (rows.empty() || std::is_sorted(rows.begin(), rows.end(), byRank))
        return;
    const auto [first, last] = std::minmax_element(rows.begin(), rows.end(), byRank);
    const std::uint32_t low = rank[*first];
    const std::size_t spread = std::size_t{rank[*last]} - low + 1;
    if (spread / 8 > rows.size()) {
        std::stable_sort(rows.begin(), rows.end(), byRank);
        return;
    }
    // Dense ranks: putting each row at its place is ten times faster than comparing.
    constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> places(spread, kFree);
    for (const std::uint32_t row : rows)
        places[rank[row] - low] = row;
    std::erase(places, kFree);
    if (places.size() == rows.size())
        rows = std::move(places);
    else // ranks that differ less than promised
        std::stable_sort(rows.begin(), rows.end(), byRank);
}

} // namespace nv

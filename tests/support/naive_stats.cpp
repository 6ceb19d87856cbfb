// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/naive_stats.h"

#include <algorithm>
#include <cmath>

namespace nv::test {
namespace {

Ns nearestRank(const std::vector<Ns>& sorted, std::size_t percent)
{
    return sorted[(sorted.size() * percent + 99) / 100 - 1];
}

} // namespace

DurationRanks naiveRanks(std::vector<Ns> values)
{
    std::sort(values.begin(), values.end());
    return {nearestRank(values, 50), nearestRank(values, 95), nearestRank(values, 99)};
}

DurationStats naiveStats(std::vector<Ns> values)
{
    DurationStats stats;
    stats.count = values.size();
    double n = 0;
    double sum = 0;
    double mean = 0;
    double squares = 0;
    for (const Ns duration : values) {
        const auto value = static_cast<double>(duration);
        n += 1;
        sum += value;
        const double delta = value - mean;
        mean += delta / n;
        squares += delta * (value - mean);
        stats.total = addSaturated(stats.total, duration);
    }
    stats.avg = sum / n;
    stats.stddev = n > 1 ? std::sqrt(squares / (n - 1)) : 0;
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    stats.median =
        values.size() % 2 == 1
            ? static_cast<double>(values[half])
            : (static_cast<double>(values[half - 1]) + static_cast<double>(values[half])) / 2;
    stats.min = values.front();
    stats.max = values.back();
    stats.p50 = nearestRank(values, 50);
    stats.p95 = nearestRank(values, 95);
    stats.p99 = nearestRank(values, 99);
    return stats;
}

} // namespace nv::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/aggregate.h"

#include "core/base/units.h"

#include <algorithm>
#include <cmath>

namespace nv {
namespace {

/// The mean of the two middle values for an even count.
void setMedian(Aggregate& a, std::vector<std::int64_t>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    const std::int64_t below =
        values.size() % 2 == 1 ? *middle : *std::max_element(values.begin(), middle);
    a.median = (static_cast<double>(below) + static_cast<double>(*middle)) / 2;
    if (below == *middle)
        a.wholeMedian = below;
}

} // namespace

Aggregate aggregate(std::vector<std::int64_t>& values)
{
    Aggregate a;
    a.min = values.front();
    a.max = values.front();
    double sum = 0;
    double mean = 0;
    double squares = 0;
    for (const std::int64_t value : values) {
        const auto x = static_cast<double>(value);
        ++a.count;
        a.total = addSaturated(a.total, value);
        a.min = std::min(a.min, value);
        a.max = std::max(a.max, value);
        sum += x;
        const double delta = x - mean; // Welford
        mean += delta / static_cast<double>(a.count);
        squares += delta * (x - mean);
    }
    a.avg = sum / static_cast<double>(a.count);
    a.stddev = a.count > 1 ? std::sqrt(squares / static_cast<double>(a.count - 1)) : 0.0;
    setMedian(a, values);
    return a;
}

double roundedToTenth(double x)
{
    constexpr double kNoFraction = 4503599627370496.0; // 2^52
    if (std::abs(x) >= kNoFraction)
        return x;
    const double magnitude = std::floor(std::abs(x) * 10 + 0.5) / 10;
    return x < 0 ? -magnitude : magnitude;
}

StatsCell percentCell(std::int64_t total, std::int64_t sum)
{
    if (sum == 0)
        return {};
    return roundedToTenth(static_cast<double>(total) * 100.0 / static_cast<double>(sum));
}

std::vector<StatsColumn> sevenColumns(const char* countTitle)
{
    return {{"Time", StatsUnit::Percent}, {"Total Time", StatsUnit::Time}, {countTitle},
            {"Avg", StatsUnit::Time},     {"Med", StatsUnit::Time},        {"Min", StatsUnit::Time},
            {"Max", StatsUnit::Time},     {"StdDev", StatsUnit::Time}};
}

void appendSeven(std::vector<StatsCell>& row, const Aggregate& a, std::int64_t sumOfTotals)
{
    row.push_back(percentCell(a.total, sumOfTotals));
    row.emplace_back(a.total);
    row.emplace_back(a.count);
    row.emplace_back(roundedToTenth(a.avg));
    row.emplace_back(roundedToTenth(a.median));
    row.emplace_back(a.min);
    row.emplace_back(a.max);
    row.emplace_back(roundedToTenth(a.stddev));
}

} // namespace nv

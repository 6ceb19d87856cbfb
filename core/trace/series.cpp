// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/series.h"

#include <algorithm>
#include <numeric>

namespace nv {
namespace {

constexpr std::size_t kFan = 16; ///< values in a block, blocks in a block of the next level
constexpr std::int64_t kWholePercentage = 100;

void widen(ExtremesIndex::Extremes& into, const ExtremesIndex::Extremes& by)
{
    into.least = std::min(into.least, by.least);
    into.most = std::max(into.most, by.most);
}

template <class Items, class ExtremesOf>
std::vector<ExtremesIndex::Extremes> blocksOf(const Items& items, ExtremesOf extremesOf)
{
    std::vector<ExtremesIndex::Extremes> out;
    out.reserve(items.size() / kFan + 1);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i % kFan == 0)
            out.push_back(extremesOf(items[i]));
        else
            widen(out.back(), extremesOf(items[i]));
    }
    return out;
}

ExtremesIndex::Extremes ofValue(std::int64_t value)
{
    return {value, value};
}

} // namespace

ExtremesIndex::ExtremesIndex(std::span<const std::int64_t> values)
{
    if (values.size() <= kFan)
        return;
    m_levels.push_back(blocksOf(values, ofValue));
    while (m_levels.back().size() > kFan)
        m_levels.push_back(blocksOf(m_levels.back(), [](const Extremes& block) { return block; }));
}

ExtremesIndex::Extremes ExtremesIndex::of(std::span<const std::int64_t> values, std::size_t first,
                                          std::size_t last) const
{
    Extremes out = ofValue(values[first]);
    std::size_t level = 0; // 0: single values, n: blocks of m_levels[n - 1]
    const auto take = [&](std::size_t i) {
        widen(out, level == 0 ? ofValue(values[i]) : m_levels[level - 1][i]);
    };
    // From both ends inwards to whole blocks, then the same among these.
    while (first < last) {
        const bool isTop = level == m_levels.size();
        while (first < last && (isTop || first % kFan != 0))
            take(first++);
        while (first < last && last % kFan != 0)
            take(--last);
        first /= kFan;
        last /= kFan;
        ++level;
    }
    return out;
}

void Series::finish()
{
    if (!std::is_sorted(time.begin(), time.end())) {
        std::vector<std::size_t> order(time.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [this](std::size_t a, std::size_t b) { return time[a] < time[b]; });
        std::vector<Ns> times;
        std::vector<std::int64_t> values;
        times.reserve(order.size());
        values.reserve(order.size());
        for (const std::size_t i : order) {
            times.push_back(time[i]);
            values.push_back(value[i]);
        }
        time = std::move(times);
        value = std::move(values);
    }
    m_index = ExtremesIndex(value);
    m_most = value.empty() ? 0 : m_index.of(value, 0, value.size()).most;
}

std::optional<Series::Reading> Series::reading(TimeRange range) const
{
    const auto after = std::upper_bound(time.begin(), time.end(), range.begin);
    const auto end = std::lower_bound(after, time.end(), range.end);
    const auto first = static_cast<std::size_t>(after - time.begin());
    const auto last = static_cast<std::size_t>(end - time.begin());
    // What holds at the beginning counts; a sample at that very instant lies in the stretch.
    const bool isHeld = first > 0;
    const bool beginsWithSample = isHeld && time[first - 1] == range.begin;
    const bool isOver = kind == SeriesKind::Metric && first == time.size() && !beginsWithSample;
    if (isOver || (!isHeld && first == last))
        return std::nullopt;
    const std::size_t from = isHeld ? first - 1 : first;
    const ExtremesIndex::Extremes extremes = m_index.of(value, from, last);
    return Reading{extremes.least, extremes.most, value[last - 1],
                   last - first + (beginsWithSample ? 1 : 0)};
}

std::int64_t Series::fullScale() const
{
    return std::max(m_most, unit == "%" ? kWholePercentage : std::int64_t{1});
}

} // namespace nv

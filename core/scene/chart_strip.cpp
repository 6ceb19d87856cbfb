// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/chart_strip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace nv::scene {
namespace {

int valueHeight(std::int64_t value, std::int64_t full, int height)
{
    if (value <= 0)
        return 0;
    const double share = static_cast<double>(value) / static_cast<double>(full);
    return std::clamp(static_cast<int>(std::lround(share * height)), 1, height);
}

/// The rectangle of one of the two colours that still grows to the right.
class Growing
{
public:
    Growing(ColorKey color, Strip& out)
        : m_color(color)
        , m_out(out)
    {}

    void add(int x, int y, int h)
    {
        if (m_rect.h == h && m_rect.y == y && m_rect.x + m_rect.w == x) {
            ++m_rect.w;
            return;
        }
        end();
        m_rect = {x, y, 1, h, m_color};
    }

    void end()
    {
        if (m_rect.w > 0 && m_rect.h > 0)
            m_out.rects.push_back(m_rect);
        m_rect = {};
    }

private:
    ColorKey m_color;
    Strip& m_out;
    StripRect m_rect;
};

ColorKey keyOf(ChartColor color)
{
    return {ColorGroup::Chart, static_cast<std::uint32_t>(color)};
}

} // namespace

void buildChartStrip(const Series& series, const TimeScale& scale, int height, Strip& out)
{
    out.width = scale.width;
    out.height = height;
    out.rects.clear();
    out.labels.clear();
    if (scale.isEmpty() || height <= 0)
        return;
    const bool isMemory = series.kind == SeriesKind::Memory;
    Growing least(keyOf(isMemory ? ChartColor::MemoryLeast : ChartColor::MetricLeast), out);
    Growing most(keyOf(isMemory ? ChartColor::MemoryMost : ChartColor::MetricMost), out);
    const std::int64_t full = series.fullScale();
    for (int x = 0; x < scale.width; ++x) {
        const Ns begin = scale.edge(x);
        const auto reading =
            series.reading({begin, std::max(scale.edge(x + 1), addSaturated(begin, 1))});
        if (!reading)
            continue;
        const int low = valueHeight(reading->least, full, height);
        const int high = valueHeight(reading->most, full, height);
        least.add(x, height - low, low);
        most.add(x, height - high, high - low);
    }
    least.end();
    most.end();
    std::sort(out.rects.begin(), out.rects.end(), [](const StripRect& a, const StripRect& b) {
        return std::tie(a.color, a.x, a.y) < std::tie(b.color, b.x, b.y);
    });
}

} // namespace nv::scene

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/draw_list.h"

#include "core/scene/event_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace nv::scene {

namespace {

/// Joins a rectangle with the one before it when they are one in the picture.
void append(std::vector<StripRect>& rects, const StripRect& rect)
{
    if (!rects.empty()) {
        StripRect& last = rects.back();
        if (last.color == rect.color && last.y == rect.y && last.h == rect.h
            && last.x + last.w == rect.x) {
            last.w += rect.w;
            return;
        }
    }
    rects.push_back(rect);
}

/// Painters change colour rarely; within one colour the order of places is kept.
void sortByColor(std::vector<StripRect>& rects)
{
    std::sort(rects.begin(), rects.end(), [](const StripRect& a, const StripRect& b) {
        return std::tie(a.color, a.x, a.y) < std::tie(b.color, b.x, b.y);
    });
}

/// At least a seventh of the row: an event that is there must be seen.
int barHeight(float coverage, int height)
{
    const int least = std::max(height / 7, 1);
    return std::clamp(static_cast<int>(std::lround(coverage * static_cast<float>(height))), least,
                      height);
}

class EventStripBuilder
{
public:
    EventStripBuilder(const Lane& lane, const LaneRow& row, const SceneColors& colors, int labelPx,
                      Strip& out)
        : m_lane(lane)
        , m_row(row)
        , m_colors(colors)
        , m_labelPx(labelPx)
        , m_out(out)
    {}

    void add(const Sample& sample)
    {
        const EventRef event{m_lane.events, m_row.events[sample.position]};
        const ColorKey color = m_colors.colorOf(event);
        if (!sample.isSpan) {
            const int h = barHeight(sample.coverage, m_out.height);
            append(m_out.rects, {sample.x0, m_out.height - h, sample.x1 - sample.x0, h, color});
            m_spanEnd = -1;
            return;
        }
        int x0 = sample.x0;
        // Spans that touch are told apart by one column of background, where there is room.
        if (x0 == m_spanEnd && sample.x1 - x0 > kSpanPx)
            m_out.rects.push_back({x0++, 0, 1, m_out.height, {ColorGroup::Separator, 0}});
        append(m_out.rects, {x0, 0, sample.x1 - x0, m_out.height, color});
        if (sample.x1 - x0 >= m_labelPx)
            m_out.labels.push_back({x0, sample.x1 - x0, event, color});
        m_spanEnd = sample.x1;
    }

private:
    const Lane& m_lane;
    const LaneRow& m_row;
    const SceneColors& m_colors;
    int m_labelPx;
    Strip& m_out;
    int m_spanEnd = -1;
};

/// Heights of the classes of one column; they sum to `height` exactly (largest remainders first).
std::array<int, kMaxClasses> stackHeights(const std::array<DurationNs, kMaxClasses>& times,
                                          int height)
{
    std::array<int, kMaxClasses> heights{};
    DurationNs total = 0;
    for (const DurationNs time : times)
        total += time;
    if (total == 0)
        return heights;
    std::array<double, kMaxClasses> rest{};
    int left = height;
    for (std::size_t c = 0; c < kMaxClasses; ++c) {
        const double exact = static_cast<double>(times[c]) / static_cast<double>(total)
                             * static_cast<double>(height);
        heights[c] = std::min(static_cast<int>(exact), left);
        rest[c] = exact - heights[c];
        left -= heights[c];
    }
    for (; left > 0; --left) {
        const auto c =
            static_cast<std::size_t>(std::max_element(rest.begin(), rest.end()) - rest.begin());
        ++heights[c];
        rest[c] -= 1.0;
    }
    return heights;
}

void stackColumn(const std::array<DurationNs, kMaxClasses>& times, int x, Strip& out,
                 std::array<StripRect, kMaxClasses>& open)
{
    const std::array<int, kMaxClasses> heights = stackHeights(times, out.height);
    int bottom = out.height;
    for (std::size_t c = 0; c < kMaxClasses; ++c) {
        StripRect& rect = open[c];
        const int h = heights[c];
        bottom -= h;
        // One open rectangle per class, so that equal neighbours are one although classes stack.
        if (rect.w > 0 && rect.y == bottom && rect.h == h && rect.x + rect.w == x) {
            ++rect.w;
            continue;
        }
        if (rect.w > 0)
            out.rects.push_back(rect);
        rect = {x, bottom, h > 0 ? 1 : 0, h, {ColorGroup::Class, static_cast<std::uint32_t>(c)}};
    }
}

std::string colorText(ColorKey color, const TraceModel& trace)
{
    const std::string id = std::to_string(color.id);
    switch (color.group) {
    case ColorGroup::Kernel:
        return "kernel:"
               + trace.names.display(color.id == NameId::kNone ? NameId::none() : NameId(color.id));
    case ColorGroup::Class:
        return "class:" + id;
    case ColorGroup::Api:
        return "api:" + id;
    case ColorGroup::Range:
        return "range:"
               + trace.names.display(color.id == NameId::kNone ? NameId::none() : NameId(color.id));
    case ColorGroup::OsCall:
        return "oscall";
    case ColorGroup::Overhead:
        return "overhead";
    case ColorGroup::Chart:
        return "chart:" + id;
    case ColorGroup::Family:
        return "family:" + id;
    case ColorGroup::Category:
        return "category:" + id;
    case ColorGroup::Given:
        return "given:" + id;
    case ColorGroup::Separator:
        break;
    }
    return "separator";
}

void reset(Strip& strip, int width, int height)
{
    strip.width = width;
    strip.height = height;
    strip.rects.clear();
    strip.labels.clear();
}

} // namespace

void buildEventStrip(const TraceModel& trace, const Lane& lane, std::size_t row,
                     const SceneColors& colors, const TimeScale& scale, int height, int labelPx,
                     StripScratch& scratch, Strip& out)
{
    reset(out, scale.width, height);
    if (row >= lane.rows.size() || height <= 0)
        return;
    sampleRow(lane.rows[row], timeColumns(trace, lane.events), scale, scratch.samples);
    EventStripBuilder builder(lane, lane.rows[row], colors, labelPx, out);
    for (const Sample& sample : scratch.samples)
        builder.add(sample);
    sortByColor(out.rects);
}

void buildClassStrip(const SceneColors& colors, DeviceId device, const TimeScale& scale, int height,
                     Strip& out)
{
    reset(out, scale.width, height);
    if (scale.isEmpty() || height <= 0)
        return;
    std::array<StripRect, kMaxClasses> open{};
    SceneColors::Run run = colors.runAt(device, scale.view.begin);
    std::array<DurationNs, kMaxClasses> times{};
    for (int x = 0; x < scale.width; ++x) {
        const TimeRange column{scale.edge(x), std::max(scale.edge(x + 1), scale.edge(x) + 1)};
        if (run.end <= column.begin)
            run = colors.runAt(device, column.begin);
        times.fill(0);
        if (run.end >= column.end)
            times.at(run.cls) = column.length();
        else
            colors.classTimes(device, column, times);
        stackColumn(times, x, out, open);
    }
    for (const StripRect& rect : open)
        if (rect.w > 0)
            out.rects.push_back(rect);
    sortByColor(out.rects);
}

std::string toText(const Strip& strip, const TraceModel& trace)
{
    std::string text =
        "strip " + std::to_string(strip.width) + "x" + std::to_string(strip.height) + "\n";
    for (const StripRect& r : strip.rects)
        text += "rect " + std::to_string(r.x) + "," + std::to_string(r.y) + " "
                + std::to_string(r.w) + "x" + std::to_string(r.h) + " " + colorText(r.color, trace)
                + "\n";
    for (const StripLabel& l : strip.labels)
        text += "label " + std::to_string(l.x) + "+" + std::to_string(l.w) + " "
                + labelOf(trace, l.event) + "\n";
    return text;
}

} // namespace nv::scene

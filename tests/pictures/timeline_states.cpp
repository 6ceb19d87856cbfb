// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/timeline_states.h"

#include "core/scene/event_view.h"
#include "ui/annotations.h"

namespace nv::pictures {

namespace {

/// A kernel about the middle of the capture, with the view around it.
EventRef kernelInView(Studio& studio, Ns around)
{
    const TraceModel& trace = *studio.document().trace();
    for (const Lane& lane : trace.lanes)
        if (lane.kind == LaneKind::Kernels) {
            const std::size_t count = lane.rows[0].events.size();
            const EventRef event{EventKind::Op, lane.rows[0].events[count / 2]};
            const TimeRange range = scene::rangeOf(trace, event);
            studio.document().setView({range.begin - around, range.end + around});
            studio.settle();
            return event;
        }
    return {};
}

} // namespace

void showSample(Studio& studio)
{
    studio.openSample();
}

void showBrushed(Studio& studio)
{
    studio.openSample();
    const int width = studio.canvas().width();
    const int y = studio.yOf(LaneKind::Kernels);
    studio.press({width / 3, y});
    studio.moveTo({width / 2, y});
    studio.moveTo({width * 2 / 3, y});
    studio.release({width * 2 / 3, y});
    studio.settle();
}

void showWhole(Studio& studio)
{
    studio.openSample();
    studio.choose("Whole capture");
    studio.document().fitView();
    studio.settle();
}

void showDeep(Studio& studio)
{
    studio.openSample();
    kernelInView(studio, 15'000);
}

void showHover(Studio& studio)
{
    studio.openSample();
    kernelInView(studio, 100'000);
    studio.moveTo({studio.canvas().width() / 2, studio.yOf(LaneKind::Kernels)});
    studio.rest(900);
}

void showSelected(Studio& studio)
{
    studio.openSample();
    studio.document().select(kernelInView(studio, 200'000));
    studio.window().raisePanel(QStringLiteral("details"));
    studio.settle();
}

void showMeasuring(Studio& studio)
{
    studio.openSample();
    const int width = studio.canvas().width();
    const int y = studio.yOf(LaneKind::Kernels);
    studio.press({width / 4, y}, Qt::ControlModifier);
    studio.moveTo({width / 3, y}, Qt::ControlModifier);
    studio.moveTo({width / 2, y}, Qt::ControlModifier);
    studio.rest(200);
}

void showMarks(Studio& studio)
{
    studio.openSample();
    kernelInView(studio, 2'000'000);
    const TimeRange view = studio.document().view().current();
    const auto fifth = static_cast<Ns>(view.length() / 5);
    Annotations& annotations = studio.document().annotations();
    annotations.addMark(view.begin + 2 * fifth);
    annotations.addMark(view.begin + 3 * fifth);
    annotations.setMarkNote(view.begin + 2 * fifth, QStringLiteral("the cache is filled here"));
    annotations.compareMark(view.begin + 2 * fifth);
    studio.settle();
}

void showCollapsed(Studio& studio)
{
    studio.open(studio.traces().charts());
    studio.state().setAllCollapsed(true);
    studio.settle();
}

void showFilteredOut(Studio& studio)
{
    studio.openSample();
    studio.timeline().openLaneFilter();
    studio.state().setLaneFilter(QStringLiteral("nowhere"));
    studio.settle();
}

void showPinned(Studio& studio)
{
    studio.open(studio.traces().charts());
    studio.state().pinLane(1, true);
    studio.state().pinLane(2, true);
    studio.state().setScrollY(studio.state().maxScrollY() / 2);
    studio.settle();
}

void showCompact(Studio& studio)
{
    studio.open(studio.traces().charts());
    studio.state().setDensity(scene::RowDensity::Compact);
    studio.settle();
}

namespace {

/// Unfolded and at the top of the canvas; the row of the first chart.
int chartRow(Studio& studio)
{
    studio.open(studio.traces().charts());
    const scene::LaneLayout& layout = studio.state().layout();
    const std::size_t first = layout.laneCount() - layout.charts().size();
    for (std::size_t lane = first; lane < layout.laneCount(); ++lane)
        if (layout.isCollapsible(lane) && layout.isCollapsed(lane))
            studio.state().toggleLane(lane);
    studio.document().setView(studio.share(0.4, 0.6));
    const scene::LayoutRow* row = studio.state().layout().find({first, 0});
    if (row == nullptr)
        return 0;
    studio.state().setScrollY(row->y);
    studio.settle();
    return studio.state().rows().yOf(*row) + row->height / 2;
}

} // namespace

void showCharts(Studio& studio)
{
    chartRow(studio);
}

void showChartHover(Studio& studio)
{
    const int y = chartRow(studio);
    studio.moveTo({studio.canvas().width() / 2, y + 44});
    studio.rest(900);
}

} // namespace nv::pictures

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure_busy.h"

#include "core/scene/event_search.h"
#include "core/scene/event_view.h"
#include "ui/annotations.h"
#include "ui/panels/timeline/hover_card.h"

#include <QMouseEvent>

#include <cstdio>

namespace nv {
namespace {

constexpr int kMoves = 250;
constexpr std::size_t kMostHits = 100'000;

/// Takes the painting that was asked for, in the window's own order, without waiting for its timer.
void paintWhatChanged(const Theatre& stage)
{
    QEvent request(QEvent::UpdateRequest);
    QApplication::sendEvent(stage.panel.window(), &request);
}

struct Mouse
{
    const Theatre& stage;
    Qt::KeyboardModifiers keys;
    Qt::MouseButtons held;

    void send(QEvent::Type type, QPoint at, Qt::MouseButton button) const
    {
        TimelineCanvas& canvas = stage.panel.canvas();
        QMouseEvent event(type, QPointF(at), canvas.mapToGlobal(QPointF(at)), button, held, keys);
        QApplication::sendEvent(&canvas, &event);
    }

    double move(QPoint at) const
    {
        return milliseconds([&] {
            send(QEvent::MouseMove, at, Qt::NoButton);
            paintWhatChanged(stage);
        });
    }
};

/// The view around the middle of the capture, all its rows painted.
void show(const Theatre& stage, double share)
{
    const TimeRange all = stage.document.trace()->all;
    const auto half = static_cast<Ns>(static_cast<double>(all.length()) * share / 2);
    const Ns middle = all.begin + static_cast<Ns>(all.length() / 2);
    stage.document.setView({middle - half, middle + half + 1});
    rest(20); // the canvas asks for its next frame by a timer
    restUntil([&] { return !stage.panel.canvas().isBehind(); });
}

constexpr double kShares[] = {1, 0.01, 0.001};

/// From left to right at the height of the first lanes, in steps of a few pixels.
std::vector<double> drags(const Theatre& stage, Qt::KeyboardModifiers keys)
{
    std::vector<double> times;
    const int width = stage.panel.canvas().width();
    constexpr int kY = 100;
    for (const double share : kShares) {
        show(stage, share);
        const Mouse mouse{stage, keys, Qt::LeftButton};
        mouse.send(QEvent::MouseButtonPress, {width / 10, kY}, Qt::LeftButton);
        mouse.move({width / 10 + 8, kY}); // tells a drag from a click
        for (int i = 0; i < kMoves; ++i)
            times.push_back(mouse.move({width / 10 + 8 + i * width * 8 / (10 * kMoves), kY}));
        Mouse{stage, keys, Qt::NoButton}.send(QEvent::MouseButtonRelease, {width * 9 / 10, kY},
                                              Qt::LeftButton);
    }
    return times;
}

std::vector<double> hover(const Theatre& stage)
{
    std::vector<double> times;
    const Mouse mouse{stage, Qt::NoModifier, Qt::NoButton};
    for (const double share : kShares) {
        show(stage, share);
        const int height = stage.panel.canvas().height();
        const int width = stage.panel.canvas().width();
        mouse.move({width / 4, 60});
        rest(700); // the card comes once the pointer rests
        for (int i = 0; i < kMoves; ++i)
            times.push_back(mouse.move({width / 4 + 3 * i, 20 + i * (height - 40) / kMoves}));
    }
    return times;
}

std::vector<double> measure(const Theatre& stage)
{
    Annotations& annotations = stage.document.annotations();
    const TimeRange all = stage.document.trace()->all;
    const Ns middle = all.begin + static_cast<Ns>(all.length() / 2);
    annotations.addMark(middle - static_cast<Ns>(all.length() / 5000));
    annotations.addMark(middle + static_cast<Ns>(all.length() / 5000));
    annotations.compareMark(middle - static_cast<Ns>(all.length() / 5000));
    std::vector<double> times = drags(stage, Qt::ControlModifier);
    annotations.removeAllMarks();
    return times;
}

/// Operations spread over the capture.
EventsPtr hits(const TraceModel& trace)
{
    scene::EventQuery query;
    query.text = ".";
    query.isExpression = true;
    query.kinds = {true, false, false, false};
    const auto found = scene::searchEvents(trace, query, {});
    std::vector<EventRef> out;
    if (found) {
        const std::size_t step = std::max<std::size_t>(1, found.value().size() / kMostHits);
        for (std::size_t i = 0; i < found.value().size(); i += step)
            out.push_back(found.value()[i]);
    }
    return std::make_shared<const std::vector<EventRef>>(std::move(out));
}

std::vector<double> search(const Theatre& stage)
{
    std::vector<double> times;
    show(stage, 1);
    stage.document.mark(hits(*stage.document.trace()));
    rest(1000); // they are sorted into rows on a worker
    const TimeRange all = stage.document.trace()->extent;
    const Ns middle = all.begin + static_cast<Ns>(all.length() / 2);
    double length = static_cast<double>(all.length());
    for (int i = 0; i < kMoves; ++i) {
        length *= i < kMoves / 2 ? 0.96 : 1 / 0.96;
        const auto half = static_cast<Ns>(length / 2);
        const auto shift = static_cast<Ns>(length / 10 * (i % 3 - 1));
        times.push_back(milliseconds([&] {
            stage.document.setViewTransient({middle - half + shift, middle + half + shift + 1});
            paintWhatChanged(stage);
        }));
    }
    stage.document.mark(nullptr);
    return times;
}

} // namespace

nlohmann::json busyFrames(const Theatre& stage)
{
    stage.state().setScrollY(0);
    nlohmann::json out = {{"brush", percentiles(drags(stage, Qt::NoModifier))},
                          {"hover", percentiles(hover(stage))},
                          {"measure", percentiles(measure(stage))},
                          {"search", percentiles(search(stage))}};
    stage.document.fitView();
    return out;
}

} // namespace nv

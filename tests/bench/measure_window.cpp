// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure_window.h"

#include "tests/bench/measure_busy.h"
#include "tests/bench/theatre.h"

#include <QImage>

#include <cstdio>
#include <ctime>

namespace nv {
namespace {

constexpr QSize kSize(1920, 1080);

/// Where the view goes: out, in by steps of a wheel, along, out again.
std::vector<TimeRange> tour(TimeRange all)
{
    std::vector<TimeRange> out{all};
    TimeRange view = all;
    const auto move = [&](double factor, double shift) {
        const auto length = static_cast<double>(view.length()) * factor;
        const Ns begin = view.begin + static_cast<Ns>(static_cast<double>(view.length()) * shift);
        view = TimeRange{begin, begin + std::max<Ns>(1000, static_cast<Ns>(length))};
        out.push_back(view);
    };
    for (int i = 0; i < 60; ++i)
        move(0.87, 0.06);
    for (int i = 0; i < 80; ++i)
        move(1, i % 2 == 0 ? 0.11 : -0.04);
    for (int i = 0; i < 60; ++i)
        move(1.15, -0.07);
    return out;
}

/// While the view moves a frame may leave rows for the next one: how long each frame takes, and how
/// long until all rows of a view are there.
nlohmann::json frames(const Theatre& stage, double scale)
{
    TimelineCanvas& canvas = stage.panel.canvas();
    QImage image(kSize * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    canvas.render(&image); // fonts and pictures of glyphs, once per run
    std::vector<double> times;
    std::vector<double> complete;
    const auto draw = [&] {
        double sum = 0;
        do {
            times.push_back(milliseconds([&] { canvas.render(&image); }));
            sum += times.back();
        } while (canvas.isBehind());
        complete.push_back(sum);
    };
    for (const TimeRange view : tour(stage.document.trace()->extent)) {
        stage.document.setViewTransient(view);
        draw();
    }
    TimelineState& state = stage.panel.state();
    for (int y = 0; y <= std::min(state.maxScrollY(), 6000); y += 60) {
        state.setScrollY(y);
        draw();
    }
    state.setScrollY(0);
    nlohmann::json out = percentiles(times);
    out["complete"] = percentiles(complete);
    return out;
}

/// The brush moves over the capture in 200 steps; a step is the new window with its budget, states
/// and the repaint of the timeline.
nlohmann::json brush(const Theatre& stage, double share)
{
    QImage image(kSize, QImage::Format_RGB32);
    stage.document.fitView();
    stage.panel.canvas().render(&image);
    const TimeRange all = stage.document.trace()->all;
    const auto width = static_cast<Ns>(static_cast<double>(all.length()) * share);
    const auto room = static_cast<double>(all.length()) - static_cast<double>(width);
    std::vector<double> times;
    for (int i = 0; i < 200; ++i) {
        const Ns begin = all.begin + static_cast<Ns>(room * i / 200.0);
        times.push_back(milliseconds([&] {
            stage.document.setUserWindow({begin, begin + width});
            stage.panel.canvas().render(&image);
        }));
    }
    return percentiles(times);
}

double tablesOf(const Analysis& analysis, TimeRange range)
{
    return milliseconds([&] {
        const auto made = windowTables(analysis, userWindow(analysis, range), {}, {});
        if (!made)
            std::fprintf(stderr, "%s\n", made.error().message.c_str());
    });
}

double tables(const Analysis& analysis, double share)
{
    const TimeRange all = analysis.trace->all;
    const auto width = static_cast<Ns>(static_cast<double>(all.length()) * share);
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) {
        const Ns begin = all.begin + (static_cast<Ns>(all.length()) - width) / 5 * i;
        times.push_back(tablesOf(analysis, {begin, begin + width}));
    }
    return medianOf(times);
}

/// All but the first and the last step, or a thousandth at either end: no figure of the whole
/// capture answers for it.
double nearlyWholeTables(const Analysis& analysis)
{
    TimeRange range = analysis.trace->all;
    const auto end = static_cast<Ns>(range.length() / 1000);
    range = {range.begin + end, range.end - end};
    const std::vector<Step>& steps = analysis.steady.steps;
    constexpr std::size_t kFewest = 3;
    if (steps.size() >= kFewest)
        range = {steps[1].begin, steps.back().begin};
    std::vector<double> times;
    for (int i = 0; i < 5; ++i)
        times.push_back(tablesOf(analysis, range));
    return medianOf(times);
}

/// Processor time of the whole process while the shown window is left alone.
double idlePercent(const Document& document)
{
    restUntil([&] { return document.tablesAreCurrent(); }); // what the brush left to do
    rest(1000);
    const std::clock_t before = std::clock();
    constexpr int kMs = 2000;
    rest(kMs);
    const double used = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    return used * 1e3 / kMs * 100;
}

/// Puts the charts of what was measured on the sheet, or away.
void showCharts(TimelineState& state, bool shown)
{
    const std::size_t charts = state.layout().charts().size();
    for (std::size_t lane = state.layout().laneCount() - charts; lane < state.layout().laneCount();
         ++lane) {
        if (!shown && state.layout().headingOf(lane) == lane)
            state.hideLane(lane);
        if (shown && state.layout().isCollapsed(lane) && state.layout().isCollapsible(lane))
            state.toggleLane(lane);
    }
    if (shown)
        state.showHiddenLanes();
}

/// The tour without charts, and with the charts of all devices unfolded; null where none were
/// recorded.
struct Frames
{
    nlohmann::json plain;
    nlohmann::json charts;
};

Frames measureFrames(const Theatre& stage)
{
    Frames out;
    restUntil([&] { return stage.state().chartsAreKnown(); });
    showCharts(stage.state(), false);
    out.plain = {{"scale_1", frames(stage, 1)}, {"scale_2", frames(stage, 2)}};
    if (stage.state().layout().charts().empty())
        return out;
    showCharts(stage.state(), true);
    out.charts = {{"scale_1", frames(stage, 1)}, {"scale_2", frames(stage, 2)}};
    out.charts["rows"] = stage.state().layout().charts().size();
    showCharts(stage.state(), false);
    return out;
}

} // namespace

void measureWindow(const AnalysisPtr& analysis, nlohmann::json& out)
{
    Document document;
    TimelinePanel panel(document);
    panel.resize(kSize);
    document.setAnalysis(analysis);
    panel.show();
    QApplication::processEvents();
    const Theatre stage{document, panel};
    const auto [frame, charts] = measureFrames(stage);
    const nlohmann::json move = {
        {"small", brush(stage, 0.01)}, {"half", brush(stage, 0.5)}, {"whole", brush(stage, 0.99)}};
    const nlohmann::json complete = {{"small", tables(*analysis, 0.01)},
                                     {"half", tables(*analysis, 0.5)},
                                     {"whole", tables(*analysis, 1)}};
    out["frame_p50_ms"] = frame["scale_1"]["p50_ms"];
    out["frame_p99_ms"] = frame["scale_1"]["p99_ms"];
    out["frame_scale_2_p99_ms"] = frame["scale_2"]["p99_ms"];
    out["frame_charts_p50_ms"] = out["frame_charts_p99_ms"] = nullptr;
    if (!charts.is_null()) {
        out["frame_charts_p50_ms"] = charts["scale_1"]["p50_ms"];
        out["frame_charts_p99_ms"] = charts["scale_1"]["p99_ms"];
    }
    const nlohmann::json busy = busyFrames(stage);
    out["frame_busy_p50_ms"] = largest(busy, "p50_ms");
    out["frame_busy_p99_ms"] = largest(busy, "p99_ms");
    out["brush_p50_ms"] = largest(move, "p50_ms");
    out["brush_p99_ms"] = largest(move, "p99_ms");
    double slowest = 0;
    for (const auto& time : complete)
        slowest = std::max(slowest, time.get<double>());
    out["tables_ms"] = slowest;
    out["tables_nearly_whole_ms"] = nearlyWholeTables(*analysis);
    out["idle_cpu_percent"] = idlePercent(document);
    out["parts"] = {{"frame", frame},
                    {"frame_charts", charts},
                    {"frame_busy", busy},
                    {"brush", move},
                    {"tables_ms", complete}};
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure_window.h"

#include "tests/bench/statistics.h"
#include "ui/document.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/timeline/timeline_state.h"

#include <QApplication>
#include <QEventLoop>
#include <QImage>
#include <QTimer>

#include <nlohmann/json.hpp>

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

/// Where the tour is played: the real panel on a real document.
struct Theatre
{
    Document& document;
    TimelinePanel& panel;
};

nlohmann::json percentiles(const std::vector<double>& times)
{
    return {{"p50_ms", percentileOf(times, 0.5)},
            {"p99_ms", percentileOf(times, 0.99)},
            {"max_ms", percentileOf(times, 1)},
            {"frames", times.size()}};
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

double tables(const Analysis& analysis, double share)
{
    const TimeRange all = analysis.trace->all;
    const auto width = static_cast<Ns>(static_cast<double>(all.length()) * share);
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) {
        const Ns begin = all.begin + (static_cast<Ns>(all.length()) - width) / 5 * i;
        times.push_back(milliseconds([&] {
            const auto made =
                windowTables(analysis, userWindow(analysis, {begin, begin + width}), {}, {});
            if (!made)
                std::fprintf(stderr, "%s\n", made.error().message.c_str());
        }));
    }
    return medianOf(times);
}

/// Processor time of the whole process while the shown window is left alone.
double idlePercent(const Document& document)
{
    QEventLoop loop;
    const auto wait = [&loop](int ms) {
        QTimer::singleShot(ms, &loop, &QEventLoop::quit);
        loop.exec();
    };
    constexpr int kMostLooks = 300;
    for (int i = 0; i < kMostLooks && !document.tablesAreCurrent(); ++i)
        wait(100); // what the brush left to do
    wait(1000);
    const std::clock_t before = std::clock();
    constexpr int kMs = 2000;
    wait(kMs);
    const double used = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    return used * 1e3 / kMs * 100;
}

double largest(const nlohmann::json& parts, const char* figure)
{
    double out = 0;
    for (const auto& part : parts)
        out = std::max(out, part[figure].get<double>());
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
    const nlohmann::json frame = {{"scale_1", frames(stage, 1)}, {"scale_2", frames(stage, 2)}};
    const nlohmann::json move = {
        {"small", brush(stage, 0.01)}, {"half", brush(stage, 0.5)}, {"whole", brush(stage, 0.99)}};
    const nlohmann::json complete = {{"small", tables(*analysis, 0.01)},
                                     {"half", tables(*analysis, 0.5)},
                                     {"whole", tables(*analysis, 1)}};
    out["frame_p50_ms"] = frame["scale_1"]["p50_ms"];
    out["frame_p99_ms"] = frame["scale_1"]["p99_ms"];
    out["frame_scale_2_p99_ms"] = frame["scale_2"]["p99_ms"];
    out["brush_p50_ms"] = largest(move, "p50_ms");
    out["brush_p99_ms"] = largest(move, "p99_ms");
    double slowest = 0;
    for (const auto& time : complete)
        slowest = std::max(slowest, time.get<double>());
    out["tables_ms"] = slowest;
    out["idle_cpu_percent"] = idlePercent(document);
    out["parts"] = {{"frame", frame}, {"brush", move}, {"tables_ms", complete}};
}

} // namespace nv

// SPDX-License-Identifier: GPL-3.0-or-later
// How long does what people wait for take?  Opens a trace, or makes one, and measures opening, the
// steady state, frames of the real timeline along a scripted tour, the brush and the tables.
// Every figure is a median over rounds, or a percentile of the frames of one run; build with
// CMAKE_BUILD_TYPE=Release and leave the machine alone.
#include "core/analysis/analysis.h"
#include "core/sources/source.h"
#include "tests/bench/bench_trace.h"
#include "ui/document.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_panel.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <cstdio>

using namespace nv;

namespace {

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Nearest rank.
double percentileOf(std::vector<double> values, double p)
{
    std::sort(values.begin(), values.end());
    const auto rank = static_cast<std::size_t>(p * static_cast<double>(values.size()) + 0.999999);
    return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
}

template <class Work>
double milliseconds(Work work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

/// Where the view goes: out, in by halves, along, out again.
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
    for (int i = 0; i < 14; ++i)
        move(0.55, 0.21);
    for (int i = 0; i < 40; ++i)
        move(1, i % 2 == 0 ? 0.11 : -0.04);
    for (int i = 0; i < 14; ++i)
        move(1.8, -0.37);
    return out;
}

nlohmann::json frames(Document& document, QWidget& canvas, double scale)
{
    QImage image(QSize(1920, 1080) * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    std::vector<double> times;
    for (const TimeRange view : tour(document.trace()->extent)) {
        document.setViewTransient(view);
        times.push_back(milliseconds([&] { canvas.render(&image); }));
    }
    return {{"p50_ms", percentileOf(times, 0.5)},
            {"p99_ms", percentileOf(times, 0.99)},
            {"frames", times.size()}};
}

/// The brush moves over the capture in 200 steps; a step is the new window with its budget, states
/// and the repaint of the timeline.
nlohmann::json brush(Document& document, QWidget& canvas, double share)
{
    QImage image(1920, 1080, QImage::Format_RGB32);
    document.fitView();
    canvas.render(&image);
    const TimeRange all = document.trace()->all;
    const auto width = static_cast<Ns>(static_cast<double>(all.length()) * share);
    const auto room = static_cast<double>(all.length()) - static_cast<double>(width);
    std::vector<double> times;
    for (int i = 0; i < 200; ++i) {
        const Ns begin = all.begin + static_cast<Ns>(room * i / 200.0);
        times.push_back(milliseconds([&] {
            document.setUserWindow({begin, begin + width});
            canvas.render(&image);
        }));
    }
    return {{"p50_ms", percentileOf(times, 0.5)}, {"p99_ms", percentileOf(times, 0.99)}};
}

nlohmann::json tables(const Analysis& analysis, double share)
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

nlohmann::json measure(const std::filesystem::path& path, int rounds, std::string& error)
{
    nlohmann::json out;
    std::vector<double> open;
    std::vector<double> analysed;
    AnalysisPtr analysis;
    for (int i = 0; i < rounds; ++i) {
        analysis.reset(); // the memory of the round before
        Progress progress;
        std::optional<Result<TracePtr>> trace;
        open.push_back(milliseconds([&] { trace = loadTrace({path}, {}, progress); }));
        if (!*trace) {
            error = trace->error().message;
            return {};
        }
        analysed.push_back(
            milliseconds([&] { analysis = analyse(trace->value(), {}, {}, progress).value(); }));
    }
    std::vector<double> steady;
    for (int i = 0; i < rounds; ++i)
        steady.push_back(
            milliseconds([&] { (void)findSteadyState(*analysis->budget, {}).hasValue(); }));
    std::uint64_t rows = 0;
    for (std::size_t t = 0; t < kTableKinds; ++t)
        rows += analysis->trace->counts[static_cast<TableKind>(t)];
    out["rows"] = rows;
    out["lanes"] = analysis->trace->lanes.size();
    out["open_seconds"] = medianOf(open) / 1e3;
    out["analyse_ms"] = medianOf(analysed);
    out["steady_ms"] = medianOf(steady);

    Document document;
    TimelinePanel panel(document);
    panel.resize(1920, 1080);
    document.setAnalysis(analysis);
    panel.show();
    QApplication::processEvents();
    out["frame"] = {{"scale_1", frames(document, panel.canvas(), 1)},
                    {"scale_2", frames(document, panel.canvas(), 2)}};
    out["brush"] = {{"small", brush(document, panel.canvas(), 0.01)},
                    {"half", brush(document, panel.canvas(), 0.5)},
                    {"whole", brush(document, panel.canvas(), 0.99)}};
    out["tables_ms"] = {{"small", tables(*analysis, 0.01)},
                        {"half", tables(*analysis, 0.5)},
                        {"whole", tables(*analysis, 1)}};
    return out;
}

void print(const nlohmann::json& value, const std::string& name)
{
    if (!value.is_object()) {
        std::printf("%-24s %s\n", name.c_str(), value.dump().c_str());
        return;
    }
    for (const auto& [key, inner] : value.items())
        print(inner, name.empty() ? key : name + "." + key);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    QCommandLineParser options;
    options.setApplicationDescription(QStringLiteral("Measures nsys-verdict on a trace."));
    options.addHelpOption();
    options.addPositionalArgument(QStringLiteral("TRACE"), QStringLiteral("an SQLite export"));
    const QCommandLineOption rows(QStringLiteral("rows"),
                                  QStringLiteral("Make a trace of about N event rows."),
                                  QStringLiteral("N"));
    const QCommandLineOption json(QStringLiteral("json"),
                                  QStringLiteral("Write one JSON object to FILE, - for stdout."),
                                  QStringLiteral("FILE"));
    const QCommandLineOption rounds(QStringLiteral("rounds"),
                                    QStringLiteral("Openings to take the median of."),
                                    QStringLiteral("N"), QStringLiteral("3"));
    options.addOptions({rows, json, rounds});
    options.process(app);
    const QStringList traces = options.positionalArguments();
    if (traces.size() + (options.isSet(rows) ? 1 : 0) != 1)
        options.showHelp(2);

    QTemporaryDir folder;
    std::filesystem::path path = traces.value(0).toStdString();
    if (options.isSet(rows)) {
        path = folder.filePath(QStringLiteral("bench.sqlite")).toStdString();
        if (const Status made = writeBenchTrace(path, options.value(rows).toULongLong()); !made) {
            std::fprintf(stderr, "%s\n", made.error().message.c_str());
            return 2;
        }
    }
    std::string error;
    const nlohmann::json out = measure(path, std::max(1, options.value(rounds).toInt()), error);
    if (!error.empty()) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 2;
    }
    const QString target = options.value(json);
    if (target != QStringLiteral("-"))
        print(out, {});
    if (target.isEmpty())
        return 0;
    QFile file(target);
    const bool isOpen = target == QStringLiteral("-") ? file.open(stdout, QIODevice::WriteOnly)
                                                      : file.open(QIODevice::WriteOnly);
    if (!isOpen) {
        std::fprintf(stderr, "%s cannot be written.\n", qPrintable(target));
        return 2;
    }
    file.write(QByteArray::fromStdString(out.dump(1) + '\n'));
    return 0;
}

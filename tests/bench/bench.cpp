// SPDX-License-Identifier: GPL-3.0-or-later
// How long does what people wait for take?  Opens a trace, or makes one, and measures opening
// beside a plain scan of the same columns, memory, the steady state, frames of the real timeline
// along a scripted tour and while somebody does something, the brush, the tables, cancelling and the
// processor at rest.
// Figures are medians over rounds, or percentiles of the frames of one run; build with
// CMAKE_BUILD_TYPE=Release and leave the machine alone.
#include "tests/bench/bench_trace.h"
#include "tests/bench/measure_open.h"
#include "tests/bench/measure_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <cstdio>

using namespace nv;
using nlohmann::json;

namespace {

/// What the program promises, for ten million rows on two cores.
const json& promisedBudgets()
{
    static const json limits = {{"open_ratio", 1.5},       {"second_open_ratio", 0.15},
                                {"bytes_per_row", 40},     {"peak_bytes_per_row", 80},
                                {"frame_p99_ms", 8},       {"frame_charts_p99_ms", 8},
                                {"frame_busy_p99_ms", 16}, {"brush_p99_ms", 16},
                                {"tables_ms", 100},        {"tables_nearly_whole_ms", 100},
                                {"steady_ms", 1000},       {"cancel_ms", 100},
                                {"idle_cpu_percent", 1}};
    return limits;
}

/// Exit status 2: the question was wrong or could not be answered.
[[noreturn]] void fail(const QString& sentence)
{
    std::fprintf(stderr, "%s\n", qPrintable(sentence));
    std::exit(2);
}

json budgetsFrom(const QString& path)
{
    if (path.isEmpty())
        return promisedBudgets();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        fail(path + QStringLiteral(" cannot be read."));
    json limits = json::parse(file.readAll().toStdString(), nullptr, false);
    bool isSound = limits.is_object();
    if (isSound)
        for (const auto& limit : limits)
            isSound = isSound && limit.is_number();
    if (!isSound)
        fail(path + QStringLiteral(" is not a JSON object of numbers."));
    return limits;
}

/// Names of the figures beyond their limit; a limit without a figure is a wrong question.
QStringList exceeded(const json& out, const json& limits)
{
    QStringList names;
    for (const auto& [name, limit] : limits.items()) {
        if (out.contains(name) && out[name].is_null())
            continue; // does not apply to this trace
        if (!out.contains(name) || !out[name].is_number())
            fail(QStringLiteral("There is no figure %1.").arg(QString::fromStdString(name)));
        if (out[name].get<double>() > limit.get<double>())
            names << QString::fromStdString(name);
    }
    return names;
}

void print(const json& value, const std::string& name, const json& limits)
{
    if (value.is_object()) {
        for (const auto& [key, inner] : value.items())
            print(inner, name.empty() ? key : name + "." + key, limits);
        return;
    }
    const std::string limit = limits.contains(name) ? "  limit " + limits[name].dump() : "";
    if (value.is_number_float())
        std::printf("%-40s %12.3f%s\n", name.c_str(), value.get<double>(), limit.c_str());
    else
        std::printf("%-40s %12s%s\n", name.c_str(), value.dump().c_str(), limit.c_str());
}

void writeJson(const json& out, const QString& target)
{
    if (target.isEmpty())
        return;
    QFile file(target);
    const bool isOpen = target == QStringLiteral("-") ? file.open(stdout, QIODevice::WriteOnly)
                                                      : file.open(QIODevice::WriteOnly);
    const QByteArray text = QByteArray::fromStdString(out.dump(1) + '\n');
    if (!isOpen || file.write(text) != text.size())
        fail(target + QStringLiteral(" cannot be written."));
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    QCommandLineParser options;
    options.setApplicationDescription(
        QStringLiteral("Measures nsys-verdict on a trace, or on one made of N event rows.\n"
                       "Frames are measured along a tour (frame_*), again with the charts of GPU\n"
                       "metrics and memory (frame_charts_*), and while somebody brushes, hovers,\n"
                       "measures and zooms among search hits (frame_busy_*, the worst of them).\n"
                       "Exit status: 0 within the budgets, 1 beyond one of them, 2 not measured."));
    options.addHelpOption();
    options.addPositionalArgument(QStringLiteral("TRACE"), QStringLiteral("an SQLite export"));
    const auto option = [](const char* name, const char* help, const char* value,
                           const char* standard = "") {
        return QCommandLineOption(QString::fromLatin1(name), QString::fromLatin1(help),
                                  QString::fromLatin1(value), QString::fromLatin1(standard));
    };
    const QCommandLineOption rows = option("rows", "Make a trace of about N event rows.", "N");
    const QCommandLineOption target =
        option("json", "Write one JSON object to FILE, - for stdout.", "FILE");
    const QCommandLineOption budgets =
        option("budgets", "A JSON object of limits; the promised ones unless given.", "FILE");
    const QCommandLineOption rounds = option("rounds", "Openings to take the median of.", "N", "3");
    options.addOptions({rows, target, budgets, rounds});
    options.process(app);
    const QStringList traces = options.positionalArguments();
    bool isNumber = true;
    const qulonglong rowCount =
        options.isSet(rows) ? options.value(rows).toULongLong(&isNumber) : 0;
    if (traces.size() + (options.isSet(rows) ? 1 : 0) != 1 || !isNumber)
        fail(QStringLiteral("Give a TRACE or --rows N; --help says more."));
    const json limits = budgetsFrom(options.value(budgets));

    const QTemporaryDir folder;
    std::filesystem::path path = traces.value(0).toStdString();
    if (options.isSet(rows)) {
        path = folder.filePath(QStringLiteral("bench.sqlite")).toStdString();
        if (const Status made = writeBenchTrace(path, rowCount); !made)
            fail(QString::fromStdString(made.error().message));
    }
    json out;
    const auto analysis = measureOpening(path, std::max(1, options.value(rounds).toInt()), out);
    if (!analysis)
        fail(QString::fromStdString(analysis.error().message));
    measureWindow(analysis.value(), out);

    if (options.value(target) != QStringLiteral("-"))
        print(out, {}, limits);
    writeJson(out, options.value(target));
    const QStringList beyond = exceeded(out, limits);
    if (!beyond.isEmpty())
        std::fprintf(stderr, "Beyond the budget: %s.\n",
                     qPrintable(beyond.join(QStringLiteral(", "))));
    return beyond.isEmpty() ? 0 : 1;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_fixture.h"

#include "core/sources/source.h"
#include "core/trace_maker/recipe.h"

#include <QDebug>
#include <QFile>
#include <QProcess>

#include <sqlite3.h>

#include <memory>

namespace nv::test {
namespace {

struct Closer
{
    void operator()(sqlite3* db) const { sqlite3_close(db); }
};

QString readText(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll());
}

} // namespace

TracePtr openTrace(const std::filesystem::path& path)
{
    Progress progress;
    LoadOptions options;
    options.path = path;
    Result<TracePtr> trace = loadTrace(options, {}, progress);
    if (trace)
        return trace.value();
    qWarning().noquote() << QString::fromStdString(trace.error().message)
                         << QString::fromStdString(trace.error().context);
    return nullptr;
}

std::filesystem::path TraceFixture::path(const char* name) const
{
    return std::filesystem::path(m_folder.path().toStdString()) / name;
}

TracePtr TraceFixture::open(const TraceMaker& maker, const char* name) const
{
    const Status written = maker.writeTo(path(name));
    if (!written) {
        qWarning().noquote() << QString::fromStdString(written.error().message);
        return nullptr;
    }
    return openTrace(path(name));
}

TracePtr TraceFixture::openRecipe(std::string_view recipe) const
{
    const Result<TraceMaker> maker = makeTrace(recipe);
    if (maker)
        return open(maker.value());
    qWarning().noquote() << QString::fromStdString(maker.error().message);
    return nullptr;
}

std::filesystem::path tracesFolder()
{
    const std::filesystem::path folder = NV_TRACES;
    std::error_code ignored;
    return std::filesystem::is_directory(folder, ignored) ? folder : std::filesystem::path();
}

TraceGolden::TraceGolden(const std::filesystem::path& folder)
    : m_folder(folder)
{
    QProcess tar;
    tar.start(QStringLiteral("tar"),
              {QStringLiteral("-xzf"), QString::fromStdString((folder / "golden.tar.gz").string()),
               QStringLiteral("-C"), m_unpacked.path()});
    constexpr int kLongestMs = 60'000;
    m_isUsable = tar.waitForFinished(kLongestMs) && tar.exitStatus() == QProcess::NormalExit
                 && tar.exitCode() == 0;
}

QStringList querySql(const std::filesystem::path& path, const char* sql)
{
    sqlite3* raw = nullptr;
    const std::string uri = "file:" + path.string() + "?immutable=1";
    sqlite3_open_v2(uri.c_str(), &raw, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
    const std::unique_ptr<sqlite3, Closer> db(raw);
    sqlite3_stmt* rows = nullptr;
    if (sqlite3_prepare_v2(db.get(), sql, -1, &rows, nullptr) != SQLITE_OK)
        return {QStringLiteral("error: ") + QString::fromUtf8(sqlite3_errmsg(db.get()))};
    QStringList result;
    while (sqlite3_step(rows) == SQLITE_ROW) {
        QStringList cells;
        for (int i = 0; i < sqlite3_column_count(rows); ++i) {
            const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(rows, i));
            cells << (text != nullptr ? QString::fromUtf8(text) : QStringLiteral("NULL"));
        }
        result << cells.join(QLatin1Char('|'));
    }
    sqlite3_finalize(rows);
    return result;
}

QStringList csvLinesOf(const QString& text)
{
    QStringList lines = text.split(QLatin1Char('\n'));
    while (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

QStringList TraceGolden::csvLines(const QString& mode, const QString& report) const
{
    QString file = report;
    file.replace(QLatin1Char(':'), QLatin1Char('.'));
    const QString path = m_unpacked.path() + QLatin1Char('/') + mode + QStringLiteral("/stats/")
                         + file + QStringLiteral(".csv");
    return csvLinesOf(readText(path.toStdString()));
}

QStringList TraceGolden::outcomeFields(const QString& mode, const QString& report) const
{
    const std::string name = "outcomes-" + mode.toStdString() + ".tsv";
    const QStringList lines = readText(m_folder / name).split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        const QStringList fields = line.split(QLatin1Char('\t'));
        if (fields.size() > 4 && fields[0] == QLatin1String("stats") && fields[1] == report)
            return fields;
    }
    return {};
}

QString TraceGolden::outcome(const QString& mode, const QString& report) const
{
    const QStringList fields = outcomeFields(mode, report);
    return fields.isEmpty() ? QString() : fields[2];
}

std::optional<int> TraceGolden::keptRows(const QString& mode, const QString& report) const
{
    const QStringList fields = outcomeFields(mode, report);
    if (fields.isEmpty() || fields[4].isEmpty())
        return std::nullopt;
    return fields[4].toInt();
}

QString TraceGolden::window(const QString& mode) const
{
    const QStringList lines = readText(m_folder / "windows.txt").split(QLatin1Char('\n'));
    for (const QString& line : lines)
        if (line.startsWith(mode + QLatin1Char(' ')))
            return line.mid(mode.size() + 1);
    return {};
}

} // namespace nv::test

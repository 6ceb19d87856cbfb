// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_fixture.h"

#include "core/sources/source.h"
#include "core/trace_maker/recipe.h"

#include <QDebug>

#include <sqlite3.h>

#include <memory>

namespace nv::test {
namespace {

struct Closer
{
    void operator()(sqlite3* db) const { sqlite3_close(db); }
};

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

} // namespace nv::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stats_csv.h"
#include "tests/support/trace_fixture.h"

#include <QtTest>

#include <sqlite3.h>

#include <map>
#include <memory>

using namespace nv;
using namespace nv::test;

namespace {

/// nsys prints nothing at all for a report without rows, the program the titles.
bool isWithoutRows(const QStringList& lines)
{
    return lines.size() <= 1;
}

/// "" when equal, else the first line that differs.
QString firstDifference(const QStringList& mine, const QStringList& theirs)
{
    if (isWithoutRows(mine) && isWithoutRows(theirs))
        return {};
    for (qsizetype i = 0; i < std::max(mine.size(), theirs.size()); ++i)
        if (mine.value(i) != theirs.value(i))
            return QStringLiteral("line %1\n  mine: %2\n  nsys: %3")
                .arg(i + 1)
                .arg(mine.value(i), theirs.value(i));
    return {};
}

} // namespace

/// The reports against what a real nsys printed: every good trace, whole and in two windows, and
/// the hand-made example databases.
class StatsGoldenTest : public QObject
{
    Q_OBJECT

private slots:
    void equalsRealTool_data();
    void equalsRealTool();
    void equalsReexportWhereToolSkips();
    void equalsSumsWhereToolSkips();
    void equalsExamples_data();
    void equalsExamples();
    void cleanupTestCase();

private:
    const TraceModel* trace(const std::filesystem::path& path);

    std::map<QString, std::unique_ptr<TraceGolden>> m_goldens;
    std::filesystem::path m_opened; ///< one real trace at a time is kept
    TracePtr m_trace;
    std::map<QString, int> m_counts;
};

const TraceModel* StatsGoldenTest::trace(const std::filesystem::path& path)
{
    if (path != m_opened) {
        m_trace.reset();
        m_trace = openTrace(path);
        m_opened = path;
    }
    return m_trace.get();
}

void StatsGoldenTest::equalsRealTool_data()
{
    QTest::addColumn<QString>("slug");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("report");
    const std::filesystem::path folder = tracesFolder();
    if (folder.empty()) {
        QTest::newRow("no traces") << QString() << QString() << QString();
        return;
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder / "golden")) {
        if (!std::filesystem::exists(entry.path() / "golden.tar.gz"))
            continue;
        const QString slug = QString::fromStdString(entry.path().filename().string());
        auto golden = std::make_unique<TraceGolden>(entry.path());
        for (const char* mode : {"full", "w1", "w2"})
            for (const QString& report : statsReportNames()) {
                const QString m = QString::fromLatin1(mode);
                if (!golden->outcome(m, report).isEmpty())
                    QTest::newRow(
                        qPrintable(slug + QLatin1Char(' ') + m + QLatin1Char(' ') + report))
                        << slug << m << report;
            }
        m_goldens[slug] = std::move(golden);
    }
}

void StatsGoldenTest::equalsRealTool()
{
    QFETCH(QString, slug);
    QFETCH(QString, mode);
    QFETCH(QString, report);
    if (slug.isEmpty())
        QSKIP("The folder of real traces is not there.");
    const TraceGolden& golden = *m_goldens.at(slug);
    QVERIFY(golden.isUsable());
    std::filesystem::path path = tracesFolder() / (slug.toStdString() + ".sqlite");
    if (!std::filesystem::exists(path))
        path = tracesFolder() / "nsys-rep" / (slug.toStdString() + ".sqlite");
    const TraceModel* model = trace(path);
    QVERIFY(model);
    const QString outcome = golden.outcome(mode, report);
    const QString csv = statsCsvOf(*model, report, statsWindow(golden.window(mode)));
    m_counts[mode + QLatin1Char(' ') + outcome] += 1;
    if (outcome == QLatin1String("SKIPPED")) {
        // By the program's own rule only what was not recorded is missing.  The real tool also
        // skips where a table of an old export lacks names it could know.
        if (csv != QLatin1String("missing")) {
            qInfo("skipped by the real tool only: see equalsReexportWhereToolSkips");
            QCOMPARE(report, QStringLiteral("cuda_gpu_mem_time_sum"));
            m_counts[QStringLiteral("answered where the tool skips")] += 1;
        }
        return;
    }
    const QStringList theirs = golden.csvLines(mode, report);
    QStringList mine = csv == QLatin1String("missing") ? QStringList() : csvLinesOf(csv);
    if (const std::optional<int> kept = golden.keptRows(mode, report))
        mine = mine.mid(0, *kept + 1);
    const QString difference = firstDifference(mine, theirs);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
    m_counts[QStringLiteral("rows equal")] +=
        static_cast<int>(std::max<qsizetype>(0, theirs.size() - 1));
}

void StatsGoldenTest::equalsReexportWhereToolSkips()
{
    if (tracesFolder().empty())
        QSKIP("The folder of real traces is not there.");
    // The export of 2021 has no enum tables, so that nsys 2024 skips the report; the re-export of
    // the same capture has them.
    const TraceGolden golden(tracesFolder() / "golden" / "schema-2021-rtx6000-reexport");
    QVERIFY(golden.isUsable());
    const TraceModel* model = trace(tracesFolder() / "schema-2021-rtx6000.sqlite");
    QVERIFY(model);
    const QString report = QStringLiteral("cuda_gpu_mem_time_sum");
    for (const char* mode : {"full", "w1", "w2"}) {
        const QString m = QString::fromLatin1(mode);
        const QString difference =
            firstDifference(csvLinesOf(statsCsvOf(*model, report, statsWindow(golden.window(m)))),
                            golden.csvLines(m, report));
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }
}

void StatsGoldenTest::equalsSumsWhereToolSkips()
{
    if (tracesFolder().empty())
        QSKIP("The folder of real traces is not there.");
    // Another export without enum tables; nothing of the real tool to compare with but sums.
    const std::filesystem::path path = tracesFolder() / "mpi-sparse-a100-2022.3.sqlite";
    const TraceModel* model = trace(path);
    QVERIFY(model);
    const QString report = QStringLiteral("cuda_gpu_mem_time_sum");
    QStringList mine;
    const QStringList lines = csvLinesOf(statsCsvOf(*model, report, {}));
    for (const QString& line : lines.mid(1))
        mine << line.section(QLatin1Char(','), 1, 2) + line.section(QLatin1Char(','), 8, 8);

    sqlite3* db = nullptr;
    const std::string uri = "file:" + path.string() + "?immutable=1";
    QCOMPARE(sqlite3_open_v2(uri.c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr),
             SQLITE_OK);
    sqlite3_stmt* sums = nullptr;
    sqlite3_prepare_v2(db,
                       "SELECT sum(end-start) AS t, count(*), CASE copyKind WHEN 1 THEN "
                       "'[CUDA memcpy Host-to-Device]' WHEN 2 THEN '[CUDA memcpy Device-to-Host]' "
                       "WHEN 8 THEN '[CUDA memcpy Device-to-Device]' END "
                       "FROM CUPTI_ACTIVITY_KIND_MEMCPY GROUP BY copyKind UNION ALL "
                       "SELECT sum(end-start), count(*), '[CUDA memset]' "
                       "FROM CUPTI_ACTIVITY_KIND_MEMSET ORDER BY t DESC",
                       -1, &sums, nullptr);
    QStringList theirs;
    while (sqlite3_step(sums) == SQLITE_ROW)
        theirs << QStringLiteral("%1,%2%3")
                      .arg(sqlite3_column_int64(sums, 0))
                      .arg(sqlite3_column_int64(sums, 1))
                      .arg(QString::fromUtf8(
                          reinterpret_cast<const char*>(sqlite3_column_text(sums, 2))));
    sqlite3_finalize(sums);
    sqlite3_close(db);
    QVERIFY(theirs.size() >= 2);
    QCOMPARE(mine, theirs);
}

void StatsGoldenTest::equalsExamples_data()
{
    QTest::addColumn<QString>("database");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("time");
    QTest::addColumn<QString>("range");
    for (const char* year : {"2023", "2024"}) {
        for (const char* name : {"basic", "edge", "empty", "filter", "graph", "many", "nvtx",
                                 "twins", "um", "util", "xproc"}) {
            const QString db =
                QStringLiteral("%1.%2").arg(QLatin1String(name), QLatin1String(year));
            QTest::newRow(qPrintable(db)) << db << db << QString() << QString();
        }
        const QString db = QStringLiteral("filter.%1").arg(QLatin1String(year));
        QTest::newRow(qPrintable(db + QStringLiteral(" time")))
            << db << QStringLiteral("filter.time1000-2000.%1").arg(QLatin1String(year))
            << QStringLiteral("1000/2000") << QString();
        QTest::newRow(qPrintable(db + QStringLiteral(" nvtx")))
            << db << QStringLiteral("filter.nvtx-win_wrk.%1").arg(QLatin1String(year)) << QString()
            << QStringLiteral("win_wrk");
    }
}

void StatsGoldenTest::equalsExamples()
{
    QFETCH(QString, database);
    QFETCH(QString, expected);
    QFETCH(QString, time);
    QFETCH(QString, range);
    const std::filesystem::path folder =
        std::filesystem::path(NV_TRACES) / ".." / "spec" / "nsys-examples";
    if (!std::filesystem::exists(folder))
        QSKIP("The folder of example databases is not there.");
    const TraceModel* model = trace(folder / "db" / (database.toStdString() + ".sqlite"));
    QVERIFY(model);
    StatsFilter filter = statsWindow(time);
    if (!range.isEmpty()) {
        const Result<StatsFilter> found = nvtxStatsFilter(*model, range.toStdString());
        QVERIFY(found);
        filter = found.value();
    }
    for (const QString& report : statsReportNames()) {
        QString file = report;
        file.replace(QLatin1Char(':'), QLatin1Char('.'));
        const QString base = QString::fromStdString((folder / "expected").string())
                             + QLatin1Char('/') + expected + QStringLiteral("/stats/") + file;
        // Where the real tool gives up, and what 2023 lists beyond 2024 (nsys.md 2.13), there is
        // nothing to compare with.
        if (QFile::exists(base + QStringLiteral(".err"))
            || (expected.endsWith(QLatin1String("2023"))
                && report == QLatin1String("nvtx_gpu_proj_trace")))
            continue;
        QFile answer(base + QStringLiteral(".csv"));
        const bool isThere = answer.open(QIODevice::ReadOnly);
        const QStringList theirs =
            isThere ? csvLinesOf(QString::fromUtf8(answer.readAll())) : QStringList();
        const QString csv = statsCsvOf(*model, report, filter);
        const QStringList mine = csv == QLatin1String("missing") ? QStringList() : csvLinesOf(csv);
        const QString difference = firstDifference(mine, theirs);
        QVERIFY2(difference.isEmpty(), qPrintable(report + QLatin1Char(' ') + difference));
        m_counts[QStringLiteral("example rows equal")] += static_cast<int>(mine.size());
    }
}

void StatsGoldenTest::cleanupTestCase()
{
    for (const auto& [what, count] : m_counts)
        qInfo("%-32s %d", qPrintable(what), count);
}

QTEST_APPLESS_MAIN(StatsGoldenTest)
#include "stats_golden_test.moc"

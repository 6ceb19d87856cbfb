// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/answer_sets.h"
#include "tests/support/stats_csv.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

#include <map>
#include <memory>

using namespace nv;
using namespace nv::test;

namespace {

constexpr const char* kModes[] = {"full", "w1", "w2"};
constexpr const char* kExamples[] = {"basic", "edge",  "empty", "filter", "graph", "many",
                                     "nvtx",  "twins", "um",    "util",   "xproc"};

/// Where an answer of the program may be another one than the real tool's.
const std::vector<KnownDifference>& knownDifferences()
{
    static const std::vector<KnownDifference> kKnown = {
        {{},
         QStringLiteral("does not contain ENUM_CUDA_MEMCPY_OPER table"),
         {},
         QStringLiteral("an old export without tables of labels, which the program knows")},
        {QStringLiteral("cuda_gpu_trace"),
         QStringLiteral("does not contain 'greenContextId' column"),
         {},
         QStringLiteral("an old export without green contexts, whose column is empty")},
        {QStringLiteral("cuda_gpu_trace"),
         QStringLiteral("TARGET_INFO_GPU"),
         {},
         QStringLiteral("an export without names of devices, which are left empty")},
        {QStringLiteral("cuda_gpu_trace"),
         {},
         QStringLiteral("basic.2022"),
         QStringLiteral("the layout of 2022 has no green contexts, the one of 2024 has")},
        {QStringLiteral("cuda_gpu_trace"),
         {},
         QStringLiteral("um."),
         QStringLiteral("an export without names of devices, which are left empty")},
        {QStringLiteral("cuda_api_trace"),
         {},
         {},
         QStringLiteral("an export without names of threads, which are left empty")},
        {{},
         QStringLiteral("could not be analyzed due to missing 'greenContextId'"),
         {},
         QStringLiteral("an old export without green contexts, whose column is empty")},
        {{},
         QStringLiteral("does not contain ENUM_CUDA_MEM_KIND table"),
         {},
         QStringLiteral("an old export without tables of labels, which the program knows")},
        {QStringLiteral("cuda_memset_sync"),
         {},
         QStringLiteral("basic.2022"),
         QStringLiteral("the layout of 2022 has no green contexts, the one of 2024 has")},
        {QStringLiteral("cuda_kern_exec_sum"),
         QStringLiteral("more than 60 s"),
         {},
         QStringLiteral("nsys takes more than a minute")},
        {{},
         QStringLiteral("UNIQUE constraint failed"),
         {},
         QStringLiteral("nsys fails on a domain announced by two threads (nsys.md 2.9)")},
    };
    return kKnown;
}

std::filesystem::path examplesFolder()
{
    const std::filesystem::path folder =
        std::filesystem::path(NV_TRACES) / ".." / "spec" / "nsys-examples";
    std::error_code ignored;
    return std::filesystem::is_directory(folder, ignored) ? folder : std::filesystem::path();
}

std::filesystem::path tracePath(const QString& slug)
{
    const std::string file = slug.toStdString() + ".sqlite";
    const std::filesystem::path path = tracesFolder() / file;
    return std::filesystem::exists(path) ? path : tracesFolder() / "nsys-rep" / file;
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
    void equalsReexportWhereToolSkips_data();
    void equalsReexportWhereToolSkips();
    void equalsSumsWhereToolSkips();
    void listsWorkWithoutNamesOfDevices();
    void equalsExamples_data();
    void equalsExamples();
    void cleanupTestCase();

private:
    AnswerWalk m_walk{knownDifferences()};
};

void StatsGoldenTest::equalsRealTool_data()
{
    QTest::addColumn<QString>("slug");
    if (tracesFolder().empty()) {
        QTest::newRow("no traces") << QString();
        return;
    }
    for (const auto& entry : std::filesystem::directory_iterator(tracesFolder() / "golden")) {
        const std::string slug = entry.path().filename().string();
        if (std::filesystem::exists(entry.path() / "golden.tar.gz"))
            QTest::newRow(slug.c_str()) << QString::fromStdString(slug);
    }
}

void StatsGoldenTest::equalsRealTool()
{
    QFETCH(QString, slug);
    if (slug.isEmpty())
        QSKIP("The folder of real traces is not there.");
    const GoldenFolder golden(tracesFolder() / "golden" / slug.toStdString());
    QVERIFY(golden.isUsable());
    const TracePtr trace = openTrace(tracePath(slug));
    QVERIFY(trace);
    QStringList differences;
    for (const char* mode : kModes) {
        const AnswerSet set = golden.set(QString::fromLatin1(mode));
        const QStringList ofMode = m_walk.compare(*trace, statsWindow(set.time), set);
        for (const QString& difference : ofMode)
            differences << QString::fromLatin1(mode) + QLatin1Char(' ') + difference;
    }
    QVERIFY2(differences.isEmpty(), qPrintable(differences.join(QLatin1Char('\n'))));
}

void StatsGoldenTest::equalsReexportWhereToolSkips_data()
{
    QTest::addColumn<QString>("oldExport");
    QTest::addColumn<QString>("newExport");
    const auto add = [](const char* old, const char* again) {
        QTest::newRow(old) << QString::fromLatin1(old) << QString::fromLatin1(again);
    };
    add("schema-2021-rtx6000", "schema-2021-rtx6000-reexport");
    add("conductor-titanrtx-schema-3.0.0", "conductor-titanrtx-schema-3.7.2");
}

void StatsGoldenTest::equalsReexportWhereToolSkips()
{
    QFETCH(QString, oldExport);
    QFETCH(QString, newExport);
    if (tracesFolder().empty())
        QSKIP("The folder of real traces is not there.");
    const GoldenFolder skipped(tracesFolder() / "golden" / oldExport.toStdString());
    const GoldenFolder answered(tracesFolder() / "golden" / newExport.toStdString());
    QVERIFY(skipped.isUsable() && answered.isUsable());
    const TracePtr trace = openTrace(tracePath(oldExport));
    QVERIFY(trace);
    AnswerWalk walk(knownDifferences());
    QStringList differences;
    for (const char* mode : kModes) {
        const AnswerSet set = answered.set(QString::fromLatin1(mode));
        differences << walk.compareWhereSkipped(*trace, statsWindow(set.time), set,
                                                skipped.set(QString::fromLatin1(mode)));
    }
    QVERIFY2(differences.isEmpty(), qPrintable(differences.join(QLatin1Char('\n'))));
    QVERIFY(walk.count(QStringLiteral("equal, with rows")) > 0);
}

void StatsGoldenTest::equalsSumsWhereToolSkips()
{
    if (tracesFolder().empty())
        QSKIP("The folder of real traces is not there.");
    // Another export without enum tables; nothing of the real tool to compare with but sums.
    const std::filesystem::path path = tracesFolder() / "mpi-sparse-a100-2022.3.sqlite";
    const TracePtr trace = openTrace(path);
    QVERIFY(trace);
    QStringList mine;
    const QStringList lines =
        csvLinesOf(statsCsvOf(*trace, QStringLiteral("cuda_gpu_mem_time_sum"), {}));
    for (const QString& line : lines.mid(1))
        mine << line.section(QLatin1Char(','), 1, 2).replace(QLatin1Char(','), QLatin1Char('|'))
                    + QLatin1Char('|') + line.section(QLatin1Char(','), 8, 8);
    const QStringList theirs =
        querySql(path, "SELECT sum(end-start) AS t, count(*), CASE copyKind WHEN 1 THEN "
                       "'[CUDA memcpy Host-to-Device]' WHEN 2 THEN '[CUDA memcpy Device-to-Host]' "
                       "WHEN 8 THEN '[CUDA memcpy Device-to-Device]' END "
                       "FROM CUPTI_ACTIVITY_KIND_MEMCPY GROUP BY copyKind UNION ALL "
                       "SELECT sum(end-start), count(*), '[CUDA memset]' "
                       "FROM CUPTI_ACTIVITY_KIND_MEMSET ORDER BY t DESC");
    QVERIFY(theirs.size() >= 2);
    QCOMPARE(mine, theirs);
}

void StatsGoldenTest::listsWorkWithoutNamesOfDevices()
{
    if (tracesFolder().empty())
        QSKIP("The folder of real traces is not there.");
    // No TARGET_INFO_GPU: the real tool gives up, the rows are there all the same.
    const std::filesystem::path path = tracesFolder() / "pytorch-pipeline-2gpu-after.sqlite";
    const TracePtr trace = openTrace(path);
    QVERIFY(trace);
    QStringList mine;
    const QStringList lines = csvLinesOf(statsCsvOf(*trace, QStringLiteral("cuda_gpu_trace"), {}));
    for (const QString& line : lines.mid(1))
        mine << line.section(QLatin1Char(','), 0, 2).replace(QLatin1Char(','), QLatin1Char('|'))
                    + QLatin1Char('|') + line.section(QLatin1Char(','), 16, 16);
    const QStringList theirs =
        querySql(path, "SELECT start, end-start, correlationId, ' (' || deviceId || ')' FROM ("
                       "SELECT 0 AS k, rowid AS r, start, end, correlationId, deviceId "
                       "FROM CUPTI_ACTIVITY_KIND_KERNEL UNION ALL "
                       "SELECT 1, rowid, start, end, correlationId, deviceId FROM "
                       "CUPTI_ACTIVITY_KIND_MEMCPY UNION ALL "
                       "SELECT 2, rowid, start, end, correlationId, deviceId FROM "
                       "CUPTI_ACTIVITY_KIND_MEMSET) ORDER BY start, k, r");
    QVERIFY(theirs.size() > 4000);
    QCOMPARE(mine, theirs);
}

void StatsGoldenTest::equalsExamples_data()
{
    QTest::addColumn<QString>("database");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("time");
    QTest::addColumn<QString>("range");
    for (const char* year : {"2022", "2023", "2024"}) {
        const QString suffix = QLatin1Char('.') + QLatin1String(year);
        // The events are the same in every layout: so are the answers of 2024.
        for (const char* name : kExamples) {
            const QString db = QLatin1String(name) + suffix;
            QTest::newRow(qPrintable(db))
                << db << QLatin1String(name) + QStringLiteral(".2024") << QString() << QString();
        }
        const QString db = QStringLiteral("filter") + suffix;
        QTest::newRow(qPrintable(db + QStringLiteral(" time")))
            << db << QStringLiteral("filter.time1000-2000.2024") << QStringLiteral("1000/2000")
            << QString();
        QTest::newRow(qPrintable(db + QStringLiteral(" nvtx")))
            << db << QStringLiteral("filter.nvtx-win_wrk.2024") << QString()
            << QStringLiteral("win_wrk");
    }
}

void StatsGoldenTest::equalsExamples()
{
    QFETCH(QString, database);
    QFETCH(QString, expected);
    QFETCH(QString, time);
    QFETCH(QString, range);
    const std::filesystem::path folder = examplesFolder();
    if (folder.empty())
        QSKIP("The folder of example databases is not there.");
    const TracePtr trace = openTrace(folder / "db" / (database.toStdString() + ".sqlite"));
    QVERIFY(trace);
    StatsFilter filter = statsWindow(time);
    if (!range.isEmpty()) {
        const Result<StatsFilter> found = nvtxStatsFilter(*trace, range.toStdString());
        QVERIFY(found);
        filter = found.value();
    }
    AnswerSet set = exampleSet(folder / "expected" / expected.toStdString());
    set.name = database;
    QVERIFY(!set.questions.empty());
    const QStringList differences = m_walk.compare(*trace, filter, set);
    QVERIFY2(differences.isEmpty(), qPrintable(differences.join(QLatin1Char('\n'))));
}

void StatsGoldenTest::cleanupTestCase()
{
    for (const auto& [what, count] : m_walk.counts())
        qInfo("%7d  %s", count, qPrintable(what));
}

QTEST_APPLESS_MAIN(StatsGoldenTest)
#include "stats_golden_test.moc"

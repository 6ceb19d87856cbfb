// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/trace_maker.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

#include <fstream>

using namespace nv;
using namespace nv::test;

namespace {

QString columnsOf(const std::filesystem::path& path, const QString& table)
{
    const std::string sql =
        "SELECT name || ' ' || type || CASE \"notnull\" WHEN 1 THEN '!' ELSE '' "
        "END FROM pragma_table_info('"
        + table.toStdString() + "')";
    return querySql(path, sql.c_str()).join(QStringLiteral(", "));
}

/// One row of everything.
TraceMaker fullMaker(ExportLayout layout)
{
    TraceMaker maker(layout);
    const std::int64_t pid = maker.process(10, "p");
    const std::int64_t thread = maker.thread(pid, 10, "main");
    MadePlace place;
    place.globalPid = pid;
    MadeKernel kernel;
    kernel.start = 20;
    kernel.end = 30;
    kernel.place = place;
    kernel.name = maker.kernelName("void k<int>(int)", "k", "_Z1k");
    maker.launch(thread, {10, 15}, kernel);
    MadeMemcpy copy;
    copy.start = 40;
    copy.end = 50;
    copy.place = place;
    copy.bytes = 4;
    maker.copy(thread, {35, 38}, copy);
    MadeMemset set;
    set.place = place;
    maker.add(set);
    MadeSync sync;
    sync.place = place;
    maker.add(sync);
    MadeGraphReplay replay;
    replay.place = place;
    maker.add(replay);
    maker.range(thread, "r", {0, 60});
    maker.openRange(thread, "open", 5);
    maker.startEndRange(thread, "se", {1, 2});
    maker.mark(thread, "m", 3);
    maker.domain(thread, 1, "Dom");
    maker.osCall(thread, "read", {61, 62});
    MadeOverhead overhead;
    overhead.globalTid = thread;
    overhead.nameId = maker.string("CUDA profiling overhead");
    maker.add(overhead);
    maker.addCuptiOverhead(overhead);
    MadeDiagnostic diagnostic;
    diagnostic.text = "Profiling has started.";
    maker.add(diagnostic);
    maker.add(MadeGpu{});
    MadeStream stream;
    stream.globalPid = pid;
    stream.flag = 3;
    stream.name = "main stream";
    maker.add(stream);
    maker.capture("PROCESS_0:COMMAND", "p");
    maker.systemEnv("Hostname", "lab");
    maker.analysisDetails(100, 7, 107);
    return maker;
}

} // namespace

class TraceMakerTest : public QObject
{
    Q_OBJECT

private slots:
    void writesOnlyTablesWithRows();
    void hasTheColumnsOfRealExports_data();
    void hasTheColumnsOfRealExports();
    void isReadByTheReader_data();
    void isReadByTheReader();
    void givesALaunchOneCorrelation();
    void shufflesRowsOnly();
    void leavesTheTargetAloneOnFailure();
    void shortensKernelNames();
    void makesGlobalIds();

private:
    TraceFixture m_fixture;
};

void TraceMakerTest::writesOnlyTablesWithRows()
{
    const std::filesystem::path path = m_fixture.path("empty.sqlite");
    TraceMaker maker(ExportLayout::Nsys2023);
    QVERIFY(maker.writeTo(path));
    QCOMPARE(
        querySql(path, "SELECT name FROM sqlite_master WHERE name NOT LIKE 'ENUM%' ORDER BY 1"),
        (QStringList{QStringLiteral("META_DATA_CAPTURE"), QStringLiteral("META_DATA_EXPORT"),
                     QStringLiteral("StringIds"), QStringLiteral("TARGET_INFO_SESSION_START_TIME"),
                     QStringLiteral("TARGET_INFO_SYSTEM_ENV")}));
    QCOMPARE(querySql(path, "SELECT count(*), max(id) FROM ENUM_CUDA_MEMCPY_OPER"),
             QStringList{QStringLiteral("14|13")});
    QCOMPARE(
        querySql(path, "SELECT value FROM META_DATA_EXPORT WHERE name='EXPORT_SCHEMA_VERSION'"),
        QStringList{QStringLiteral("3.7.2")});
    QVERIFY(!std::filesystem::exists(m_fixture.path("empty.sqlite.part")));
}

void TraceMakerTest::hasTheColumnsOfRealExports_data()
{
    QTest::addColumn<int>("layout");
    QTest::addColumn<QString>("real");
    QTest::newRow("2022") << 0 << QStringLiteral("conductor-titanrtx-schema-3.0.0");
    QTest::newRow("2023") << 1 << QStringLiteral("conductor-titanrtx-schema-3.7.2");
    QTest::newRow("2024") << 2 << QStringLiteral("isaac-sim-sparse-timeline-rtx3060");
    QTest::newRow("2024 nvtx") << 2 << QStringLiteral("triton-compile-a100-node");
    QTest::newRow("2022 nvtx") << 0 << QStringLiteral("nvtx-only-titanrtx");
    QTest::newRow("2026") << 3 << QStringLiteral("windows-rtx5000ada");
}

void TraceMakerTest::hasTheColumnsOfRealExports()
{
    QFETCH(int, layout);
    QFETCH(QString, real);
    if (tracesFolder().empty())
        QSKIP("The folder of real traces is not there.");
    const std::filesystem::path theirs = tracesFolder() / (real.toStdString() + ".sqlite");
    const std::filesystem::path mine = m_fixture.path("full.sqlite");
    QVERIFY(fullMaker(static_cast<ExportLayout>(layout)).writeTo(mine));
    int compared = 0;
    const QStringList tables = querySql(mine, "SELECT name FROM sqlite_master WHERE type='table'");
    for (const QString& table : tables) {
        const QString columns = columnsOf(theirs, table);
        // Of the GPU's properties made-up traces have only those that somebody reads.
        if (columns.isEmpty() || table == QLatin1String("TARGET_INFO_GPU"))
            continue;
        QCOMPARE(table + QStringLiteral(": ") + columnsOf(mine, table),
                 table + QStringLiteral(": ") + columns);
        ++compared;
    }
    QVERIFY2(compared > 8, qPrintable(QString::number(compared)));
}

void TraceMakerTest::isReadByTheReader_data()
{
    QTest::addColumn<int>("layout");
    for (const char* year : {"2022", "2023", "2024", "2026"})
        QTest::newRow(year) << (year[3] == '2' ? 0 : year[3] == '3' ? 1 : year[3] == '4' ? 2 : 3);
}

void TraceMakerTest::isReadByTheReader()
{
    QFETCH(int, layout);
    const TracePtr trace = m_fixture.open(fullMaker(static_cast<ExportLayout>(layout)));
    QVERIFY(trace);
    const std::uint64_t graphs = layout >= 2 ? 1 : 0; // no such table before 2024
    QCOMPARE(trace->counts[TableKind::Kernel], 1U);
    QCOMPARE(trace->counts[TableKind::Runtime], 2U);
    QCOMPARE(trace->counts[TableKind::Memcpy], 1U);
    QCOMPARE(trace->counts[TableKind::Memset], 1U);
    QCOMPARE(trace->counts[TableKind::Sync], 1U);
    QCOMPARE(trace->counts[TableKind::Graph], graphs);
    QCOMPARE(trace->counts[TableKind::Osrt], 1U);
    QCOMPARE(trace->ops.size(), 3 + graphs);
    QCOMPARE(trace->processes.at(0).name, std::string("p"));
    const auto kernel = std::find(trace->ops.kind.begin(), trace->ops.kind.end(), OpKind::Kernel);
    const OpIndex op(static_cast<std::size_t>(kernel - trace->ops.kind.begin()));
    QCOMPARE(trace->ops.start[op()], 20);
    QVERIFY(!trace->ops.call[op()].isNone());
    QCOMPARE(trace->calls.start[trace->ops.call[op()]()], 10);
    QCOMPARE(std::string(trace->names.text(trace->kernel(op).demangled)),
             std::string("void k<int>(int)"));
    QCOMPARE(trace->streams[trace->ops.stream[op()]()].name, std::string("main stream"));
}

void TraceMakerTest::givesALaunchOneCorrelation()
{
    const std::filesystem::path path = m_fixture.path("launch.sqlite");
    QVERIFY(fullMaker(ExportLayout::Nsys2024).writeTo(path));
    QCOMPARE(querySql(path, "SELECT k.correlationId, s.value, r.start, k.start, r.eventClass FROM "
                            "CUPTI_ACTIVITY_KIND_KERNEL k JOIN CUPTI_ACTIVITY_KIND_RUNTIME r "
                            "USING (correlationId) JOIN StringIds s ON s.id = r.nameId"),
             QStringList{QStringLiteral("1|cudaLaunchKernel_v7000|10|20|0")});
}

void TraceMakerTest::shufflesRowsOnly()
{
    TraceMaker maker;
    const std::int64_t thread = makeGlobalId(10, 10);
    for (Ns i = 0; i < 100; ++i)
        maker.call(thread, "cuInit", {i * 10, i * 10 + 5});
    const std::filesystem::path path = m_fixture.path("shuffled.sqlite");
    QVERIFY(maker.writeTo(path));
    const char* all = "SELECT start, end, correlationId FROM CUPTI_ACTIVITY_KIND_RUNTIME";
    const QStringList inOrder = querySql(path, all);
    maker.shuffleRows(3);
    QVERIFY(maker.writeTo(path));
    QStringList shuffled = querySql(path, all);
    QVERIFY(shuffled != inOrder);
    QStringList sorted = inOrder;
    sorted.sort();
    shuffled.sort();
    QCOMPARE(shuffled, sorted);
}

void TraceMakerTest::leavesTheTargetAloneOnFailure()
{
    const std::filesystem::path path = m_fixture.path("kept.sqlite");
    std::ofstream(path) << "precious";
    TraceMaker maker;
    maker.afterwards("UPDATE NoSuchTable SET x = 1");
    const Status failed = maker.writeTo(path);
    QVERIFY(!failed);
    QVERIFY(failed.error().code == Errc::Io);
    QCOMPARE(
        failed.error().message,
        std::string("The trace \"kept.sqlite\" cannot be written: no such table: NoSuchTable."));
    QCOMPARE(std::filesystem::file_size(path), 8U);
    QVERIFY(!std::filesystem::exists(m_fixture.path("kept.sqlite.part")));
    const Status nowhere = TraceMaker().writeTo(m_fixture.path("no") / "such" / "t.sqlite");
    QVERIFY(!nowhere);
    QVERIFY(nowhere.error().message.starts_with("The trace \"t.sqlite\" cannot be written: "));
}

void TraceMakerTest::shortensKernelNames()
{
    QCOMPARE(shortKernelName("void a::b<int, c<2>>(T1 *)"), std::string("b"));
    QCOMPARE(shortKernelName("ampere_sgemm_128x64_nn"), std::string("ampere_sgemm_128x64_nn"));
    QCOMPARE(shortKernelName("unsigned int f(void)"), std::string("f"));
    QCOMPARE(shortKernelName("<odd>"), std::string("<odd>"));
}

void TraceMakerTest::makesGlobalIds()
{
    // nsys.md 0.7
    QCOMPARE(makeGlobalId(8348, 8348), 281615032918172);
    QCOMPARE(makeGlobalId(0, 0, 0, 254), -144115188075855872);
}

QTEST_APPLESS_MAIN(TraceMakerTest)
#include "trace_maker_test.moc"

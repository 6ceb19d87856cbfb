// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/aggregate.h"
#include "core/analysis/stats/registry.h"
#include "core/analysis/stats/stats_format.h"
#include "tests/support/stats_csv.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

/// Row cells of one column, for small made-up traces.
QStringList column(const QString& csv, int index)
{
    QStringList cells;
    const QStringList lines = csvLinesOf(csv);
    for (const QString& line : lines.mid(1))
        cells << line.section(QLatin1Char(','), index, index);
    return cells;
}

} // namespace

class StatsTest : public QObject
{
    Q_OBJECT

private slots:
    void printsDoublesAsPython_data();
    void printsDoublesAsPython();
    void roundsAsSqlite();
    void quotesAsPythonCsv();
    void convertsUnits();
    void convertsSizes();
    void printsTableAndJson();
    void refusesUnknownReports();
    void groupsKernelsByText();
    void groupsCallsByStringId();
    void dropsCopiesWithoutLabel();
    void keepsRowsThatTouchTheWindow();
    void restrictsToTheThreadOfARange();
    void answersInFileOrderWhenRowsAreShuffled();
    void saysWhatIsMissing();

private:
    TraceFixture m_fixture;
};

void StatsTest::printsDoublesAsPython_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    // Values of repr() in Python 3.11.
    QTest::newRow("whole") << 85.0 << "85.0";
    QTest::newRow("zero") << 0.0 << "0.0";
    QTest::newRow("negative") << -2.5 << "-2.5";
    QTest::newRow("tenth") << 0.1 << "0.1";
    QTest::newRow("shortest") << 1.0 / 3 << "0.3333333333333333";
    QTest::newRow("large") << 1.0366666666666667e+17 << "1.0366666666666667e+17";
    QTest::newRow("last fixed") << 9999999999999998.0 << "9999999999999998.0";
    QTest::newRow("first exponent") << 1e16 << "1e+16";
    QTest::newRow("small") << 0.0001 << "0.0001";
    QTest::newRow("smaller") << 0.00001 << "1e-05";
    QTest::newRow("huge") << 1e300 << "1e+300";
}

void StatsTest::printsDoublesAsPython()
{
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(pythonRepr(value)), text);
}

void StatsTest::roundsAsSqlite()
{
    // nsys.md 0.3: where C's %.1f gives 0.1, 0.2 and 0.0.
    QCOMPARE(roundedToTenth(0.15), 0.2);
    QCOMPARE(roundedToTenth(0.25), 0.3);
    QCOMPARE(roundedToTenth(0.05), 0.1);
    QCOMPARE(roundedToTenth(-0.25), -0.3);
    QCOMPARE(roundedToTenth(4503599627370497.0), 4503599627370497.0);

    std::vector<std::int64_t> values = {1, 2, 3, 10};
    const Aggregate a = aggregate(values);
    QCOMPARE(a.total, 16);
    QCOMPARE(a.avg, 4.0);
    QCOMPARE(a.median, 2.5);
    QCOMPARE(a.stddev, std::sqrt((9.0 + 4 + 1 + 36) / 3)); // sample: divided by n - 1
    values = {7};
    QCOMPARE(aggregate(values).stddev, 0.0);
    QVERIFY(std::holds_alternative<std::monostate>(percentCell(0, 0)));
}

void StatsTest::quotesAsPythonCsv()
{
    StatsTable table;
    table.columns = {{"Name"}, {"Time", StatsUnit::Percent}, {"N"}};
    table.rows = {{std::string("a,b"), 1.5, std::int64_t{3}},
                  {std::string("say \"x\""), {}, {}},
                  {std::string("plain ' text"), 0.0, std::int64_t{-1}}};
    QCOMPARE(QString::fromStdString(statsCsv(table)),
             QStringLiteral("Name,Time (%),N\n\"a,b\",1.5,3\n\"say \"\"x\"\"\",,\n"
                            "plain ' text,0.0,-1\n"));
}

void StatsTest::convertsUnits()
{
    StatsTable table;
    table.columns = {{"Total Time", StatsUnit::Time}, {"Total", StatsUnit::Memory}};
    table.rows = {{std::int64_t{640142827}, std::int64_t{4194304}}, {13587.5, 1.0}};
    // Printed by nsys 2024.2 with --timeunit for these values.
    QCOMPARE(QString::fromStdString(statsCsv(table, {StatsTimeUnit::Microseconds})),
             QStringLiteral("Total Time (us),Total (MB)\n640142.827,4.194\n13.588,0.000\n"));
    QCOMPARE(QString::fromStdString(statsCsv(table, {StatsTimeUnit::Milliseconds})),
             QStringLiteral("Total Time (ms),Total (MB)\n640.1428,4.194\n0.0136,0.000\n"));
    QCOMPARE(QString::fromStdString(statsCsv(table, {StatsTimeUnit::Seconds})),
             QStringLiteral("Total Time (sec),Total (MB)\n0.6401,4.194\n0.0000,0.000\n"));
    QVERIFY(parseStatsTimeUnit("msec").value() == StatsTimeUnit::Milliseconds);
    QVERIFY(parseStatsTimeUnit("s").value() == StatsTimeUnit::Seconds);
    QVERIFY(parseStatsTimeUnit("hours").error().code == Errc::BadArgument);
}

void StatsTest::convertsSizes()
{
    StatsTable table;
    table.columns = {
        {"Total", StatsUnit::Memory}, {"Rate", StatsUnit::Throughput}, {"At", StatsUnit::Address}};
    table.rows = {{std::int64_t{1073742924}, std::int64_t{800000000000}, std::int64_t{0x7FA0}},
                  {619924813.584075, {}, std::int64_t{-1}}};
    // Printed by nsys 2024.2 with --format csv:mem=U:thru=U for these values.
    const auto printed = [&](const char* format) {
        return QString::fromStdString(statsCsv(table, parseStatsFormat(format).value().units));
    };
    QCOMPARE(printed("csv:mem=B:thru=B"),
             QStringLiteral("Total (B),Rate (B/s),At\n1073742924,800000000000,0x7FA0\n"
                            "619924813.584075,,0xFFFFFFFFFFFFFFFF\n"));
    QCOMPARE(printed("csv:bytes=KB"),
             QStringLiteral("Total (KB),Rate (KB/s),At\n1073742.92,800000000.00,0x7FA0\n"
                            "619924.81,,0xFFFFFFFFFFFFFFFF\n"));
    QCOMPARE(printed("table:mem=KiB:thru=MiB"),
             QStringLiteral("Total (KiB),Rate (MiB/s),At\n1048577.07,762939.453,0x7FA0\n"
                            "605395.33,,0xFFFFFFFFFFFFFFFF\n"));
    QCOMPARE(printed("json:mem=GiB:thru=GB"),
             QStringLiteral("Total (GiB),Rate (GB/s),At\n1.000,800.000,0x7FA0\n"
                            "0.577,,0xFFFFFFFFFFFFFFFF\n"));
    QCOMPARE(QString::fromStdString(statsJson(table)).section(QLatin1Char('\n'), 3, 4),
             QStringLiteral("    \"Rate (MB/s)\": 800000.000,\n    \"At\": \"0x7FA0\""));
    QVERIFY(parseStatsFormat("csv:time=us").value().units.time == StatsTimeUnit::Microseconds);
    QVERIFY(parseStatsFormat("json").value().form == StatsForm::Json);
    for (const char* wrong :
         {"xml", "", "csv:", "csv:mem", "csv:mem=XB", "csv:time=h", "csv:len=B"})
        QVERIFY2(parseStatsFormat(wrong).error().code == Errc::BadArgument, wrong);
}

void StatsTest::printsTableAndJson()
{
    StatsTable table;
    table.columns = {{"Time", StatsUnit::Percent}, {"Num Calls"}, {"Name"}};
    table.rows = {{97.5, std::int64_t{12}, std::string("cuda \"x\"")}, {{}, std::int64_t{3}, {}}};
    QCOMPARE(QString::fromStdString(statsText(table, "CUDA API Summary", "cuda_api_sum")),
             QStringLiteral(" ** CUDA API Summary (cuda_api_sum):\n\n"
                            "+----------+-----------+----------+\n"
                            "| Time (%) | Num Calls |   Name   |\n"
                            "+----------+-----------+----------+\n"
                            "|     97.5 |        12 | cuda \"x\" |\n"
                            "|          |         3 |          |\n"
                            "+----------+-----------+----------+\n"));
    QCOMPARE(QString::fromStdString(statsJson(table)),
             QStringLiteral("[\n  {\n    \"Time (%)\": 97.5,\n    \"Num Calls\": 12,\n"
                            "    \"Name\": \"cuda \\\"x\\\"\"\n  },\n"
                            "  {\n    \"Time (%)\": null,\n    \"Num Calls\": 3,\n"
                            "    \"Name\": null\n  }\n]\n"));
}

void StatsTest::refusesUnknownReports()
{
    QVERIFY(parseStatsRequest("cuda_gpu_kern_sum:mangled").value().names
            == KernelNameForm::Mangled);
    const Result<StatsRequest> unknown = parseStatsRequest("gpukernsum");
    QVERIFY(!unknown);
    QVERIFY(unknown.error().code == Errc::BadArgument);
    QVERIFY(unknown.error().message.find("gpukernsum") != std::string::npos);
    QVERIFY(parseStatsRequest("cuda_api_sum:base").error().code == Errc::BadArgument);
    QVERIFY(parseStatsRequest("cuda_gpu_kern_sum:").error().code == Errc::BadArgument);
}

void StatsTest::groupsKernelsByText()
{
    TraceMaker maker;
    const std::int64_t pid = maker.process(10, "p");
    MadeKernel e;
    e.place.globalPid = pid;
    const auto add = [&](std::int64_t demangled, std::int64_t shortName,
                         std::optional<std::int64_t> mangled, Ns length) {
        e.start += 100;
        e.end = e.start + length;
        e.name = {demangled, shortName, mangled};
        maker.add(e);
    };
    const std::int64_t same = maker.string("void f<int>(int)");
    const std::int64_t again = maker.freshString("void f<int>(int)");
    const std::int64_t f = maker.string("f");
    const std::int64_t mangled = maker.string("_Z1f");
    add(same, f, mangled, 10);
    add(again, f, {}, 30);
    add(777777, f, {}, 40); // dangling ids: one NULL group
    add(888888, f, {}, 60);
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    const QString plain = statsCsvOf(*trace, QStringLiteral("cuda_gpu_kern_sum"), {});
    QCOMPARE(plain, QStringLiteral("Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),"
                                   "Max (ns),StdDev (ns),Name\n"
                                   "71.4,100,2,50.0,50.0,40,60,14.1,\n"
                                   "28.6,40,2,20.0,20.0,10,30,14.1,void f<int>(int)\n"));
    const QString base = statsCsvOf(*trace, QStringLiteral("cuda_gpu_kern_sum:base"), {});
    QCOMPARE(column(base, 8), QStringList{QStringLiteral("f")});
    const QString byMangled = statsCsvOf(*trace, QStringLiteral("cuda_gpu_kern_sum:mangled"), {});
    QCOMPARE(column(byMangled, 8),
             (QStringList{QString(), QStringLiteral("void f<int>(int)"), QStringLiteral("_Z1f")}));
}

void StatsTest::groupsCallsByStringId()
{
    TraceMaker maker;
    const std::int64_t thread = maker.thread(maker.process(10, "p"), 10, "main");
    maker.call(thread, "cudaMalloc_v3020", {0, 50});
    maker.call(thread, "cudaMalloc_v7000", {100, 150});       // strips to the same: two rows
    maker.call(thread, "cudaGraphLaunch_v10000", {200, 210}); // five digits stay
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    const QString csv = statsCsvOf(*trace, QStringLiteral("cuda_api_sum"), {});
    QCOMPARE(column(csv, 8),
             (QStringList{QStringLiteral("cudaMalloc"), QStringLiteral("cudaMalloc"),
                          QStringLiteral("cudaGraphLaunch_v10000")}));
    QCOMPARE(column(csv, 0),
             (QStringList{QStringLiteral("45.5"), QStringLiteral("45.5"), QStringLiteral("9.1")}));
}

void StatsTest::dropsCopiesWithoutLabel()
{
    TraceMaker maker;
    MadeMemcpy copy;
    copy.place.globalPid = maker.process(10, "p");
    copy.end = 10;
    copy.copyKind = 99;
    maker.add(copy);
    copy.copyKind = 8;
    copy.end = 30;
    maker.add(copy);
    MadeMemset set;
    set.end = 30; // equal totals: ascending by text, "[CUDA memcpy ..." first
    maker.add(set);
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    const QString csv = statsCsvOf(*trace, QStringLiteral("cuda_gpu_mem_time_sum"), {});
    QCOMPARE(column(csv, 8), (QStringList{QStringLiteral("[CUDA memcpy Device-to-Device]"),
                                          QStringLiteral("[CUDA memset]")}));
    QCOMPARE(column(csv, 0), (QStringList{QStringLiteral("50.0"), QStringLiteral("50.0")}));
}

void StatsTest::keepsRowsThatTouchTheWindow()
{
    // nsys.md 3, window 1000/2000: the kept and the dropped ones, named after their interval.
    const std::pair<Ns, Ns> intervals[] = {{500, 1000},  {1000, 1000}, {1500, 2000},
                                           {1999, 2500}, {500, 2000},  {500, 2500},
                                           {500, 999},   {2000, 2000}, {2000, 2500}};
    TraceMaker maker;
    MadeKernel e;
    e.place.globalPid = maker.process(10, "p");
    for (const auto& [start, end] : intervals) {
        e.start = start;
        e.end = end;
        e.name = maker.kernelName(std::to_string(start) + "-" + std::to_string(end));
        maker.add(e);
    }
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    QStringList names = column(statsCsvOf(*trace, QStringLiteral("cuda_gpu_kern_sum"),
                                          statsWindow(QStringLiteral("1000/2000"))),
                               8);
    names.sort();
    QCOMPARE(names, (QStringList{QStringLiteral("1000-1000"), QStringLiteral("1500-2000"),
                                 QStringLiteral("1999-2500"), QStringLiteral("500-1000"),
                                 QStringLiteral("500-2000"), QStringLiteral("500-2500")}));
}

void StatsTest::restrictsToTheThreadOfARange()
{
    TraceMaker maker;
    const std::int64_t pid = maker.process(10, "p");
    const std::int64_t other = maker.process(20, "q");
    const std::int64_t main = maker.thread(pid, 10, "main");
    const std::int64_t worker = maker.thread(pid, 11, "worker");
    maker.call(main, "onMain", {100, 110});
    maker.call(worker, "onWorker", {120, 130});
    maker.call(maker.thread(other, 20, "main"), "elsewhere", {140, 150});
    maker.domain(worker, 3, "Dom");
    maker.range(worker, "w", {100, 200});
    maker.range(worker, "d", {100, 125}, 3);
    maker.range(main, "a/b", {0, 50});
    maker.range(main, "a/b", {90, 200});
    maker.openRange(main, "open", 10);
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    const auto names = [&](const char* range) {
        const Result<StatsFilter> filter = nvtxStatsFilter(*trace, range);
        if (!filter)
            return QStringList{QStringLiteral("refused")};
        QStringList all =
            column(statsCsvOf(*trace, QStringLiteral("cuda_api_sum"), filter.value()), 8);
        all.sort();
        return all;
    };
    QCOMPARE(names("w"), QStringList{QStringLiteral("onWorker")});
    // A range on the main thread keeps the whole process.
    QCOMPARE(names("a/b/1"), (QStringList{QStringLiteral("onMain"), QStringLiteral("onWorker")}));
    QCOMPARE(names("a/b"), QStringList());
    QCOMPARE(names("d@Dom"), QStringList{QStringLiteral("onWorker")});
    QVERIFY(nvtxStatsFilter(*trace, "d").error().code
            == Errc::NotFound); // the domain is part of it
    QVERIFY(nvtxStatsFilter(*trace, "w/1").error().code == Errc::NotFound);
    QVERIFY(nvtxStatsFilter(*trace, "open").error().code == Errc::BadArgument);
}

void StatsTest::answersInFileOrderWhenRowsAreShuffled()
{
    // The deviation is summed up in the order of the file: two orders may differ in the last bit,
    // never in what is printed here, and the rest not at all.
    TraceMaker maker;
    const std::int64_t thread = maker.thread(maker.process(10, "p"), 10, "main");
    for (Ns i = 0; i < 500; ++i)
        maker.call(thread, i % 3 == 0 ? "cuA" : "cuB", {i * 1000, i * 1000 + i * i % 777});
    const TracePtr inOrder = m_fixture.open(maker);
    maker.shuffleRows(5);
    const TracePtr shuffled = m_fixture.open(maker);
    QVERIFY(inOrder && shuffled);
    const QString report = QStringLiteral("cuda_api_sum");
    QCOMPARE(statsCsvOf(*shuffled, report, {}), statsCsvOf(*inOrder, report, {}));
}

void StatsTest::saysWhatIsMissing()
{
    TraceMaker maker;
    const TracePtr trace = m_fixture.open(maker); // holds no events at all
    QVERIFY(trace);
    for (const QString& report : statsReportNames()) {
        const StatsRequest request = parseStatsRequest(report.toStdString()).value();
        const Result<StatsTable> table = makeStats(*trace, request, {}, {});
        QVERIFY(!table);
        QVERIFY(table.error().code == Errc::MissingTable);
        QVERIFY(table.error().message.starts_with(report.toStdString() + " cannot be made: "));
    }
    std::stop_source stop;
    stop.request_stop();
    maker.call(makeGlobalId(10, 10), "cuInit", {1, 2});
    const TracePtr withCall = m_fixture.open(maker);
    QVERIFY(withCall);
    const StatsRequest request = parseStatsRequest("cuda_api_sum").value();
    QVERIFY(makeStats(*withCall, request, {}, stop.get_token()).error().code == Errc::Cancelled);
}

QTEST_APPLESS_MAIN(StatsTest)
#include "stats_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

class LaunchTableTest : public QObject
{
    Q_OBJECT

private slots:
    void splitsALaunchIntoCallWaitAndKernel();
    void aKernelWithoutItsCallIsNoPair();
    void ranksEachOfTheThreeTimes();
    void keepsEarlyStartsOutOfTheRanks();
};

void LaunchTableTest::splitsALaunchIntoCallWaitAndKernel()
{
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel_v7000", 0, 10, 1});
    sketch.call({"cudaLaunchKernel_v7000", 20, 40, 2});
    sketch.call({"cudaLaunchKernel_v7000", 100, 130, 3});
    sketch.kernel({"k", 30, 80, 1});   // waited 20
    sketch.kernel({"k", 80, 90, 2});   // waited 40
    sketch.kernel({"k", 125, 155, 3}); // runs before its call has returned
    const Analysis analysis = sketch.finish();
    const TableContext context(analysis, wholeWindow(analysis), {}, {});
    const std::vector<LaunchRow> rows = launchTable(context);
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].count, std::uint64_t{3});
    QCOMPARE(rows[0].apiAvg, 20.0);
    QCOMPARE(rows[0].queueAvg, std::optional(30.0));
    QCOMPARE(rows[0].kernelAvg, 30.0);
    QCOMPARE(rows[0].negativeLatency, std::uint64_t{1});
}

void LaunchTableTest::aKernelWithoutItsCallIsNoPair()
{
    TraceSketch sketch;
    sketch.kernel({"lost", 0, 10, 5});
    sketch.call({"cudaLaunchKernel", 0, 50, 6});
    sketch.kernel({"early", 20, 30, 6});
    const Analysis analysis = sketch.finish();
    const TableContext context(analysis, wholeWindow(analysis), {}, {});
    const std::vector<LaunchRow> rows = launchTable(context);
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(analysis.trace->names.text(rows[0].demangled), std::string_view("early"));
    QVERIFY(!rows[0].queueAvg); // no launch that waited: unknown, not 0
}

/// 1 to 200 us of call, 10 more of queue each, kernels of 3 ns: nearest ranks 100, 190, 198.
void LaunchTableTest::ranksEachOfTheThreeTimes()
{
    TraceSketch sketch;
    for (Ns i = 1; i <= 200; ++i) {
        const Ns t = i * 1'000'000;
        sketch.call({"cudaLaunchKernel", t, t + i * 1'000, i});
        sketch.kernel({"k", t + i * 1'000 + i * 10, t + i * 1'000 + i * 10 + 3, i});
    }
    const Analysis analysis = sketch.finish();
    const TableContext context(analysis, wholeWindow(analysis), {}, {});
    const std::vector<LaunchRow> rows = launchTable(context);
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].api.p50, Ns{100'000});
    QCOMPARE(rows[0].api.p95, Ns{190'000});
    QCOMPARE(rows[0].api.p99, Ns{198'000});
    QCOMPARE(rows[0].queue->p50, Ns{1'000});
    QCOMPARE(rows[0].queue->p99, Ns{1'980});
    QCOMPARE(rows[0].kernel.p95, Ns{3});
    QCOMPARE(rows[0].earliest, Ns{10});
}

void LaunchTableTest::keepsEarlyStartsOutOfTheRanks()
{
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel", 100, 200, 1}).kernel({"k", 200, 210, 1}); // waits 0
    sketch.call({"cudaLaunchKernel", 300, 400, 2}).kernel({"k", 390, 420, 2}); // early by 10
    sketch.call({"cudaLaunchKernel", 500, 600, 3}).kernel({"k", 450, 460, 3}); // before the call
    sketch.call({"cudaLaunchKernel", 700, 800, 4}).kernel({"k", 850, 900, 4}); // waits 50
    const Analysis analysis = sketch.finish();
    const TableContext context(analysis, wholeWindow(analysis), {}, {});
    const std::vector<LaunchRow> rows = launchTable(context);
    QCOMPARE(rows[0].count, std::uint64_t{4});
    QCOMPARE(rows[0].negativeLatency, std::uint64_t{2});
    QCOMPARE(rows[0].beforeCall, std::uint64_t{1});
    QCOMPARE(rows[0].earliest, Ns{-150});
    QCOMPARE(rows[0].queue->p50, Ns{0}); // of 0 and 50
    QCOMPARE(rows[0].queue->p95, Ns{50});
    QCOMPARE(rows[0].queueAvg, std::optional(25.0));
    QCOMPARE(rows[0].kernel.p50, Ns{10}); // all four count: 10, 10, 30, 50
}

QTEST_APPLESS_MAIN(LaunchTableTest)
#include "launch_table_test.moc"

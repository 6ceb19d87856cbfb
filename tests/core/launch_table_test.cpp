// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"
#include "tests/support/tables_fixture.h"

#include <QtTest>

using namespace nv;
using namespace nv::test;

class LaunchTableTest : public QObject
{
    Q_OBJECT

private slots:
    void splitsALaunchIntoCallWaitAndKernel();
    void aKernelWithoutItsCallIsNoPair();
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

QTEST_APPLESS_MAIN(LaunchTableTest)
#include "launch_table_test.moc"

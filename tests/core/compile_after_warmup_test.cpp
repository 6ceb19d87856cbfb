// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

/// A loop of one kernel; at 500 us a module is loaded and a new kernel launched.
Analysis lateCompilation(bool isSteadyKnown)
{
    TraceSketch sketch;
    sketch.steady.found = isSteadyKnown;
    sketch.steady.window = {100'000, 900'000};
    sketch.steady.warmupEnd = 100'000;
    sketch.call({"cuModuleLoadData", 0, 50'000});
    for (Ns t = 60'000; t < 900'000; t += 40'000) {
        sketch.call({"cudaLaunchKernel", t, t + 1000, t});
        sketch.kernel({"loop", t + 2000, t + 30'000, t});
    }
    sketch.range({"retune", 495'000, 560'000});
    sketch.call({"cuModuleLoadData", 500'100, 510'000});
    sketch.call({"cudaLaunchKernel", 511'000, 512'000, 7});
    sketch.kernel({"fresh", 513'000, 514'000, 7});
    return sketch.finish();
}

} // namespace

class CompileAfterWarmupTest : public QObject
{
    Q_OBJECT

private slots:
    void namesTheLateCallAndItsKernel();
    void isUnknownWithoutSteadyState();
};

void CompileAfterWarmupTest::namesTheLateCallAndItsKernel()
{
    const Analysis analysis = lateCompilation(true);
    TableContext context(analysis, windowOf(0, 900'000), {}, {});
    const auto rows = compileAfterWarmup(context);
    QVERIFY(rows);
    QCOMPARE(rows->size(), std::size_t{1}); // the first load belongs to the warm-up
    const CompileRow& row = rows->front();
    QCOMPARE(analysis.trace->calls.start[row.call()], Ns{500'100});
    QCOMPARE(row.nvtx, std::string("retune"));
    QCOMPARE(analysis.trace->names.text(row.firstSeen), std::string_view("fresh"));
    // the loop's kernels run until 490000 (from 462000) and from 502000 on
    QCOMPARE(row.stallNs, DurationNs{502'000 - 500'100});

    TableContext later(analysis, windowOf(510'000, 900'000), {}, {});
    QCOMPARE(compileAfterWarmup(later)->size(), std::size_t{0});
}

void CompileAfterWarmupTest::isUnknownWithoutSteadyState()
{
    const Analysis analysis = lateCompilation(false);
    TableContext context(analysis, windowOf(0, 900'000), {}, {});
    QVERIFY(!compileAfterWarmup(context));
}

QTEST_APPLESS_MAIN(CompileAfterWarmupTest)
#include "compile_after_warmup_test.moc"

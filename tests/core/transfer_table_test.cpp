// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

std::vector<TransferRow> transfers(const Analysis& analysis, const Window& window)
{
    const TableContext context(analysis, window, {}, {});
    return transferTable(context);
}

std::vector<Step> stepsOf(std::size_t count, Ns period)
{
    std::vector<Step> steps;
    for (std::size_t i = 0; i < count; ++i) {
        Step step;
        step.begin = static_cast<Ns>(i) * period;
        step.end = step.begin + period;
        step.regular = true;
        steps.push_back(step);
    }
    return steps;
}

} // namespace

class TransferTableTest : public QObject
{
    Q_OBJECT

private slots:
    void oneRowPerDirectionAndMemory();
    void exposedIsWhatNothingElseHides();
    void findsWhatMovesEveryStep();
    void givesMediansWhenNothingIsConstant();
    void saysNothingPerStepBelowEightSteps();
};

void TransferTableTest::oneRowPerDirectionAndMemory()
{
    TraceSketch sketch;
    sketch.copy({0, 1000, 3000, 1, -1, {}, 0, 2});
    sketch.copy({1000, 3000, 5000, 1, -1, {}, 0, 2});
    sketch.copy({3000, 4000, -9, 1, -1, {}, 1, 2}); // pinned; a size that cannot be
    sketch.copy({5000, 5000, 64, 2, -1, {}, 2, 1}); // takes no time
    sketch.memset({6000, 6500, 100, kUnknownKind, -1, {}, kUnknownKind, 2});
    const Analysis analysis = sketch.finish();
    const std::vector<TransferRow> rows = transfers(analysis, wholeWindow(analysis));
    QCOMPARE(rows.size(), std::size_t{4});
    QCOMPARE(rows[0].srcKind, std::int64_t{0});
    QCOMPARE(rows[0].count, std::uint64_t{2});
    QCOMPARE(rows[0].bytes, Bytes{8000});
    QCOMPARE(rows[0].stats.total, Ns{3000});
    QCOMPARE(rows[0].bandwidth, std::optional(8000 * 1e9 / 3000));
    QCOMPARE(rows[1].bytes, Bytes{0});
    QVERIFY(rows[2].isMemset);
    QCOMPARE(rows[2].bandwidth, std::optional(100 * 1e9 / 500));
    QCOMPARE(rows[3].copyKind, std::int64_t{2});
    QVERIFY(!rows[3].bandwidth);
    QVERIFY(!rows[3].perStep);
}

void TransferTableTest::exposedIsWhatNothingElseHides()
{
    TraceSketch sketch;
    sketch.copy({0, 100, 1});                            // [0,100)
    sketch.kernel({"k", 40, 60, -1, {100, 0, 8}});       // hides [40,60)
    sketch.copy({90, 120, 1, 2, -1, {100, 0, 9}, 2, 1}); // hides [90,100) each other
    sketch.copy({200, 300, 1, 1, -1, {100, 1, 7}});      // another device
    sketch.kernel({"k", 0, 300, -1, {100, 2, 7}});       // hides nothing elsewhere
    const Analysis analysis = sketch.finish();
    const std::vector<TransferRow> rows = transfers(analysis, wholeWindow(analysis));
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].copyKind, std::int64_t{1});
    QCOMPARE(rows[0].exposedNs, DurationNs{70 + 100});
    QCOMPARE(rows[1].exposedNs, DurationNs{20});
    const std::vector<TransferRow> cut = transfers(analysis, windowOf(30, 70));
    QCOMPARE(cut.size(), std::size_t{1});
    QCOMPARE(cut[0].stats.total, Ns{100}); // whole durations
    QCOMPARE(cut[0].exposedNs, DurationNs{20});
}

void TransferTableTest::findsWhatMovesEveryStep()
{
    TraceSketch sketch;
    sketch.steady.found = true;
    sketch.steady.steps = stepsOf(10, 1000);
    for (int i = 0; i < 10; ++i) {
        const Ns at = i * 1000;
        sketch.copy({at + 100, at + 110, 4096});
        sketch.copy({at + 200, at + 210, 4096});
        if (i < 8) // in exactly 80 % of the steps
            sketch.copy({at + 300, at + 310, 128});
        if (i < 7)
            sketch.copy({at + 400, at + 410, 7777});
    }
    const Analysis analysis = sketch.finish();
    const std::vector<TransferRow> rows = transfers(analysis, windowOf(0, 10'000));
    QCOMPARE(rows.size(), std::size_t{1});
    QVERIFY(rows[0].perStep);
    const TransferRow::PerStep& perStep = *rows[0].perStep;
    QVERIFY(perStep.constant);
    QCOMPARE(perStep.signatures.size(), std::size_t{2});
    QCOMPARE(perStep.signatures[0].bytes, Bytes{4096});
    QCOMPARE(perStep.signatures[0].perStepCount, std::uint64_t{2});
    QCOMPARE(perStep.signatures[0].inStepsShare, 1.0);
    QCOMPARE(perStep.signatures[1].bytes, Bytes{128});
    QCOMPARE(perStep.signatures[1].inStepsShare, 0.8);
    QCOMPARE(perStep.count, 3.0);
    QCOMPARE(perStep.bytes, 2 * 4096.0 + 128.0);
}

void TransferTableTest::givesMediansWhenNothingIsConstant()
{
    TraceSketch sketch;
    sketch.steady.found = true;
    sketch.steady.steps = stepsOf(8, 1000);
    for (int i = 0; i < 8; ++i) { // 0, 1, ..., 7 copies, every size once
        for (int k = 0; k < i; ++k)
            sketch.copy({i * 1000 + k * 10, i * 1000 + k * 10 + 5, 100 * i + k});
    }
    const Analysis analysis = sketch.finish();
    const std::vector<TransferRow> rows = transfers(analysis, windowOf(0, 8000));
    QVERIFY(rows[0].perStep);
    QVERIFY(!rows[0].perStep->constant);
    QCOMPARE(rows[0].perStep->count, 3.5);
    // steps 3 and 4 are the middle: 300+301+302 and 400+..+403
    QCOMPARE(rows[0].perStep->bytes, (903.0 + 1606.0) / 2);
}

void TransferTableTest::saysNothingPerStepBelowEightSteps()
{
    TraceSketch sketch;
    sketch.steady.found = true;
    sketch.steady.steps = stepsOf(9, 1000);
    for (int i = 0; i < 9; ++i)
        sketch.copy({i * 1000 + 10, i * 1000 + 20, 64});
    const Analysis analysis = sketch.finish();
    QVERIFY(transfers(analysis, windowOf(0, 8000))[0].perStep);
    QVERIFY(!transfers(analysis, windowOf(1, 8999))[0].perStep); // seven whole steps
}

QTEST_APPLESS_MAIN(TransferTableTest)
#include "transfer_table_test.moc"

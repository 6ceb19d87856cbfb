// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/nvtx_at.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

class NvtxAtTest : public QObject
{
    Q_OBJECT

private slots:
    void looksAtOneThreadAndSkipsMarks();
    void theOwnerIsTheTightestThatCoversMost();
    void apiCallsWinOverTheSystemCallsInside();
};

void NvtxAtTest::looksAtOneThreadAndSkipsMarks()
{
    TraceSketch sketch;
    sketch.range({"outer", 0, 100});
    sketch.range({"inner", 10, 20});
    sketch.range({"other thread", 12, 18, 2});
    sketch.range({"mark", 15, 15, 1, 100, RangeKind::Mark});
    sketch.call({"cudaFree", 0, 1});
    const Analysis analysis = sketch.finish();
    const TraceModel& model = *analysis.trace;
    EventNests nests(model, {});
    const auto textAt = [&](Ns t) {
        return rangeText(model, innermostRange(nests, ThreadId(0), t));
    };
    QCOMPARE(textAt(15), std::string("inner"));
    QCOMPARE(textAt(20), std::string("outer"));
    QCOMPARE(textAt(100), std::string());
    QVERIFY(innermostRange(nests, ThreadId::none(), 15).isNone());
}

void NvtxAtTest::theOwnerIsTheTightestThatCoversMost()
{
    TraceSketch sketch;
    sketch.range({"epoch", 0, 1000});
    sketch.range({"step", 100, 500});
    sketch.range({"layer", 120, 190});
    const Analysis analysis = sketch.finish();
    const TraceModel& model = *analysis.trace;
    EventNests nests(model, {});
    const auto owner = [&](Ns begin, Ns end) {
        return rangeText(model, owningRange(nests, model, ThreadId(0), {begin, end}));
    };
    QCOMPARE(owner(130, 180), std::string("layer"));
    QCOMPARE(owner(110, 400), std::string("step"));
    QCOMPARE(owner(90, 400), std::string("step"));   // 300 of 310 ns; the epoch is around all of it
    QCOMPARE(owner(110, 200), std::string("layer")); // 70 of 90
    QCOMPARE(owner(50, 190),
             std::string("step")); // 90 of 140; the layer has 70, not more than half
    QCOMPARE(owner(110, 900), std::string("epoch"));  // the step has 390 of 790
    QCOMPARE(owner(900, 3000), std::string("epoch")); // none has half, this one the most
    QCOMPARE(owner(2000, 3000), std::string());
}

void NvtxAtTest::apiCallsWinOverTheSystemCallsInside()
{
    TraceSketch sketch;
    sketch.call({"cudaMalloc_v3020", 100, 200});
    sketch.osCall({"ioctl", 100, 200});
    sketch.osCall({"poll", 250, 500});
    const Analysis analysis = sketch.finish();
    const TraceModel& model = *analysis.trace;
    EventNests nests(model, {});
    const auto longest = [&](Ns begin, Ns end) {
        return longestHostCall(nests, model, ThreadId(0), {begin, end});
    };
    QCOMPARE(longest(90, 210), std::string("cudaMalloc"));
    QCOMPARE(longest(90, 300), std::string("cudaMalloc")); // 100 ns of it against 50 of poll
    QCOMPARE(longest(90, 400), std::string("poll"));
    QCOMPARE(longest(210, 240), std::string());
}

QTEST_APPLESS_MAIN(NvtxAtTest)
#include "nvtx_at_test.moc"

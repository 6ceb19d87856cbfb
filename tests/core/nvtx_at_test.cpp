// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/nvtx_at.h"
#include "tests/support/tables_fixture.h"

#include <QtTest>

using namespace nv;
using namespace nv::test;

class NvtxAtTest : public QObject
{
    Q_OBJECT

private slots:
    void looksAtOneThreadAndSkipsMarks();
    void theWidestRangeIsTheTightestThatCovers();
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

void NvtxAtTest::theWidestRangeIsTheTightestThatCovers()
{
    TraceSketch sketch;
    sketch.range({"epoch", 0, 1000});
    sketch.range({"step", 100, 500});
    sketch.range({"layer", 120, 190});
    const Analysis analysis = sketch.finish();
    const TraceModel& model = *analysis.trace;
    EventNests nests(model, {});
    const auto widest = [&](Ns begin, Ns end) {
        return rangeText(model, widestRange(nests, model, ThreadId(0), {begin, end}));
    };
    QCOMPARE(widest(130, 180), std::string("layer"));
    QCOMPARE(widest(110, 400), std::string("step"));
    QCOMPARE(widest(90, 400), std::string("epoch"));
    QCOMPARE(widest(2000, 3000), std::string());
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

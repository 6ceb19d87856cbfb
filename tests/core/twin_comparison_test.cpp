// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/twin_comparison.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

OpIndex startingAt(const Analysis& analysis, Ns start)
{
    const TimeColumn& starts = analysis.trace->ops.start;
    const auto at = std::find(starts.begin(), starts.end(), start);
    if (at == starts.end())
        qFatal("nothing starts there");
    return OpIndex(static_cast<std::size_t>(at - starts.begin()));
}

std::optional<TwinComparison> compared(const Analysis& analysis, const Window& window, Ns start)
{
    auto both = compareWithTwin(analysis, window, startingAt(analysis, start), {});
    if (!both)
        qFatal("%s", both.error().message.c_str());
    return both.value();
}

} // namespace

class TwinComparisonTest : public QObject
{
    Q_OBJECT
private slots:

    /// Three launches of 10, 12 and 40 us: the second is the median.
    void tellsWhatWasAround()
    {
        const Where side{100, 0, 9};
        const Where otherDevice{100, 1, 7};
        TraceSketch sketch;
        sketch.kernel({"k", 0, 10'000});
        sketch.kernel({"k", 15'000, 27'000}); // 5 us after the first
        sketch.call({"cudaLaunchKernel", 80'000, 82'000, 1});
        sketch.kernel({"k", 100'000, 140'000, 1});
        sketch.kernel({"beside", 90'000, 101'000, -1, side}); // reaches into it
        sketch.copy({120'000, 130'000, 64, 1, -1, side});
        sketch.copy({140'000, 150'000, 64, 1, -1, side}); // begins when it ends
        sketch.kernel({"elsewhere", 100'000, 140'000, -1, otherDevice});
        const Analysis analysis = sketch.finish();
        const auto both = compared(analysis, wholeWindow(analysis), 100'000);
        QVERIFY(both);
        QCOMPARE(both->twin.range, (TimeRange{15'000, 27'000}));
        QCOMPARE(both->aroundOwn.kernelsBeside, std::uint64_t{1});
        QCOMPARE(both->aroundOwn.copiesBeside, std::uint64_t{1});
        QCOMPARE(both->aroundTwin.kernelsBeside, std::uint64_t{0});
        QCOMPARE(both->aroundTwin.copiesBeside, std::uint64_t{0});
        QCOMPARE(both->aroundOwn.idleBefore, std::optional(DurationNs{73'000}));
        QCOMPARE(both->aroundTwin.idleBefore, std::optional(DurationNs{5000}));
        QVERIFY(both->own.launch && !both->twin.launch);
        QVERIFY(!both->aroundOwn.placeInStep);
        // The first on its stream had nothing before it.
        QVERIFY(!compared(analysis, wholeWindow(analysis), 0)->aroundOwn.idleBefore);
    }

    void theTwinIsThatOfTheWindow()
    {
        TraceSketch sketch;
        for (Ns i = 0; i < 5; ++i)
            sketch.kernel({"k", i * 1000, i * 1000 + 100 * (i + 1)});
        const Analysis analysis = sketch.finish();
        QCOMPARE(compared(analysis, wholeWindow(analysis), 4000)->twin.range.begin, Ns{2000});
        QCOMPARE(compared(analysis, windowOf(3000, 5000), 4000)->twin.range.begin, Ns{3000});
        QVERIFY(!compared(analysis, windowOf(10'000, 20'000), 4000)); // nobody is there
    }

    void thePlaceInItsStep()
    {
        TraceSketch sketch;
        sketch.call({"cudaLaunchKernel", 1200, 1210, 1});
        sketch.kernel({"k", 1500, 1600, 1});
        Analysis analysis = sketch.finish();
        Iteration step;
        step.range = {1000, 1900};
        step.periodEnd = 2000;
        analysis.iterations.rows.push_back(step);
        analysis.steady.edges = StepEdges::Host;
        QCOMPARE(compared(analysis, wholeWindow(analysis), 1500)->aroundOwn.placeInStep,
                 std::optional(0.2)); // by its call
        analysis.steady.edges = StepEdges::Device;
        QCOMPARE(compared(analysis, wholeWindow(analysis), 1500)->aroundOwn.placeInStep,
                 std::optional(0.5));
    }

    void aStopIsAnError()
    {
        TraceSketch sketch;
        sketch.kernel({"k", 0, 10});
        const Analysis analysis = sketch.finish();
        std::stop_source stop;
        stop.request_stop();
        const auto both =
            compareWithTwin(analysis, wholeWindow(analysis), OpIndex(0), stop.get_token());
        QVERIFY(!both);
        QCOMPARE(both.error().code, Errc::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TwinComparisonTest)
#include "twin_comparison_test.moc"

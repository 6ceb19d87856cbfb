// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_index.h"
#include "core/analysis/window_facts.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

/// Kernels of 50 ns at 0, 100, ... 900 under two names by turns, a copy at 150; of steps that take
/// 100, 200, 300 and 400 ns those are known.
TraceSketch sketchOfSteps()
{
    TraceSketch sketch;
    for (Ns t = 0; t < 1000; t += 100)
        sketch.kernel({t % 200 == 0 ? "a" : "b", t, t + 50});
    sketch.copy({150, 160, 64});
    sketch.steady.found = true;
    for (Ns begin = 0, length = 100; length <= 400; begin += length, length += 100) {
        Step step;
        step.begin = begin;
        step.end = begin + length;
        sketch.steady.steps.push_back(step);
    }
    return sketch;
}

WindowFacts factsIn(const Analysis& analysis, TimeRange range)
{
    return windowFacts(analysis, userWindow(analysis, range));
}

} // namespace

class WindowFactsTest : public QObject
{
    Q_OBJECT

private slots:

    void onlyWholeStepsCount()
    {
        const Analysis analysis = sketchOfSteps().finish();
        const WindowFacts facts = factsIn(analysis, {100, 650}); // [100,300) and [300,600)
        QCOMPARE(facts.steps, std::optional<std::size_t>(2));
        QCOMPARE(facts.perStepNs, std::optional(250.0));
        const WindowFacts inside = factsIn(analysis, {110, 290});
        QCOMPARE(inside.steps, std::optional<std::size_t>(0));
        QVERIFY(!inside.perStepNs);
    }

    void withoutStepsNothingIsKnownOfThem()
    {
        TraceSketch sketch;
        sketch.kernel({"a", 0, 50});
        const WindowFacts facts = factsIn(sketch.finish(), {0, 100});
        QVERIFY(!facts.steps && !facts.perStepNs);
        QCOMPARE(facts.kernels, std::optional<std::uint64_t>(1));
    }

    /// A kernel counts where it begins: neither twice nor never in windows that follow one another.
    void kernelsCountOnce()
    {
        const Analysis analysis = sketchOfSteps().finish();
        QCOMPARE(factsIn(analysis, {100, 300}).kernels, std::optional<std::uint64_t>(2));
        QCOMPARE(factsIn(analysis, {101, 300}).kernels, std::optional<std::uint64_t>(1));
        QCOMPARE(factsIn(analysis, {100, 301}).kernels, std::optional<std::uint64_t>(3));
        QCOMPARE(factsIn(analysis, {110, 190}).kernels, std::optional<std::uint64_t>(0));
        for (Ns cut = 0; cut <= 1000; cut += 37)
            QCOMPARE(*factsIn(analysis, {-10, cut}).kernels
                         + *factsIn(analysis, {cut, 2000}).kernels,
                     std::uint64_t{10});
    }

    void theIndexSaysTheSame()
    {
        Analysis analysis = sketchOfSteps().finish();
        Analysis indexed = analysis;
        indexed.tables = TableIndex::build(analysis, {}, {}).value();
        for (Ns begin = -50; begin < 1100; begin += 50)
            for (Ns end = begin; end < 1200; end += 50)
                QCOMPARE(factsIn(indexed, {begin, end}).kernels,
                         factsIn(analysis, {begin, end}).kernels);
    }

    /// What a graph holds that was recorded as a whole is not known, and is not zero.
    void replaysHideTheirKernels()
    {
        TraceSketch sketch;
        sketch.replay(0, 50);
        sketch.replay(100, 150);
        sketch.kernel({"a", 200, 250});
        const Analysis analysis = sketch.finish();
        QVERIFY(!factsIn(analysis, {0, 150}).kernels);
        QCOMPARE(factsIn(analysis, {0, 150}).replays, std::uint64_t{2});
        QCOMPARE(factsIn(analysis, {0, 300}).kernels, std::optional<std::uint64_t>(1));
        QCOMPARE(factsIn(analysis, {160, 190}).kernels, std::optional<std::uint64_t>(0));
    }

    void launchesWithoutKernelsAreUnknown()
    {
        TraceSketch sketch;
        sketch.call({"cudaLaunchKernel_v7000", 0, 10, 1});
        sketch.copy({20, 30, 64});
        QVERIFY(!factsIn(sketch.finish(), {0, 100}).kernels);
    }
};

QTEST_APPLESS_MAIN(WindowFactsTest)
#include "window_facts_test.moc"

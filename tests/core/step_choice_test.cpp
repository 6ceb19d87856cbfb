// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/steps_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

/// Which steps are averaged, by the quirks of host-overhead.md.
class StepChoiceTest : public QObject
{
    Q_OBJECT

private slots:
    void firstStepAfterAPrefillIsLeftOut();
    void ranksThatStartApart_data();
    void ranksThatStartApart();
    void ranksWithOtherCounts();
    void aPrefillBetweenSteadySteps();
    void aMissingNumberEndsARun();
    void fewStepsAreNotEnough();
    void theUserPicksTheBatch();
    void withoutMarkersOfTheSteadyState();
    void nothingToDivide();
};

void StepChoiceTest::firstStepAfterAPrefillIsLeftOut()
{
    const StepBreakdown found = breakdownOf(nv::test::exampleC(false));
    QCOMPARE(found.steps, std::size_t{5});   // 11 to 15
    QCOMPARE(found.leftOut, std::size_t{2}); // the prefill and 10
    QCOMPARE(found.ranks[0].periods, std::size_t{4});
}

void StepChoiceTest::ranksThatStartApart_data()
{
    QTest::addColumn<int>("skew");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("gap");
    QTest::newRow("P14") << 60 << 3 << 380;
    QTest::newRow("P14b") << 100 << 2 << 400;
}

void StepChoiceTest::ranksThatStartApart()
{
    QFETCH(int, skew);
    QFETCH(int, ranks);
    QFETCH(int, gap);
    Steps sketch;
    for (int i = 0; i < 6; ++i)
        for (int r = 0; r < ranks; ++r)
            sketch.step(i * 1000 + r * skew, i * 1000 + r * skew + 500, i, 0, 8, 100 + r);
    sketch.run("k", 0, 10);
    const StepBreakdown found = breakdownOf(sketch.finish());
    QCOMPARE(found.steps, std::size_t{6});
    QCOMPARE(found.gaps->count, std::uint64_t{5});
    QCOMPARE(found.gaps->p50, Ns{gap * 1000});
    QCOMPARE(found.ranks.size(), static_cast<std::size_t>(ranks));
}

void StepChoiceTest::ranksWithOtherCounts()
{
    Steps sketch; // P20
    for (int i = 0; i < 6; ++i) {
        sketch.step(i * 1000, i * 1000 + 500, i, 0, 8, 100);
        sketch.step(i * 1000 + 20, i * 1000 + 900, i, 0, 7, 200);
    }
    sketch.run("k", 0, 10);
    const StepBreakdown found = breakdownOf(sketch.finish());
    QCOMPARE(found.steps, std::size_t{6});
    QCOMPARE(found.lengths.p50, Ns{880'000});
    QCOMPARE(found.spans.p50, Ns{900'000});
    QCOMPARE(found.gaps->p50, Ns{100'000});
}

void StepChoiceTest::aPrefillBetweenSteadySteps()
{
    Steps sketch; // P15
    Ns t = 0;
    for (int i = 0; i < 7; ++i) {
        const Ns length = i == 3 ? 5000 : 500;
        sketch.step(t, t + length, i, i == 3 ? 1 : 0, i == 3 ? 7 : 8);
        t += length + 500;
    }
    sketch.run("k", 0, 10);
    const StepBreakdown found = breakdownOf(sketch.finish());
    QCOMPARE(found.steps, std::size_t{5}); // 0 1 2, 5 6
    QCOMPARE(found.walls.count, std::uint64_t{3});
    QCOMPARE(found.walls.avg, 1'000'000.0);
    QCOMPARE(found.gaps->max, Ns{500'000});
    QCOMPARE(found.ranks[0].periods, std::size_t{3});
}

void StepChoiceTest::aMissingNumberEndsARun()
{
    Steps sketch;
    for (const int number : {1, 2, 3, 5, 6, 7})
        sketch.step(number * 1000, number * 1000 + 500, number, 0, 8);
    sketch.run("k", 0, 10);
    const StepBreakdown found = breakdownOf(sketch.finish());
    QCOMPARE(found.steps, std::size_t{5}); // 5 follows a step that nobody saw
    QCOMPARE(found.walls.count, std::uint64_t{3});
    QCOMPARE(found.walls.max, Ns{1'000'000});
}

void StepChoiceTest::fewStepsAreNotEnough()
{
    Steps sketch; // P23
    for (int i = 0; i < 4; ++i) {
        sketch.step(i * 1000, i * 1000 + 500, i, 0, 8);
        sketch.run("k", i * 1000, i * 1000 + 10);
    }
    const StepBreakdown found = breakdownOf(sketch.finish());
    QCOMPARE(found.steps, std::size_t{4});
    QVERIFY(!found.isEnough());
    QCOMPARE(found.ranks[0].periods, std::size_t{3});
}

void StepChoiceTest::theUserPicksTheBatch()
{
    Steps sketch;
    for (int i = 0; i < 10; ++i)
        sketch.step(i * 1000, i * 1000 + 500, i, 0, i < 7 ? 8 : 4);
    sketch.run("k", 0, 10);
    const Analysis analysis = sketch.finish();
    QCOMPARE(breakdownOf(analysis).generationRequests, std::optional<std::int64_t>(8));
    QCOMPARE(breakdownOf(analysis).steps, std::size_t{7});
    const StepBreakdown drain = breakdownOf(analysis, {4});
    QCOMPARE(drain.generationRequests, std::optional<std::int64_t>(4));
    QCOMPARE(drain.steps, std::size_t{2}); // 7 comes after another batch
    QCOMPARE(drain.ranks[0].periods, std::size_t{1});
    QCOMPARE(breakdownOf(analysis, {5}).choice, StepChoice::None);
    QVERIFY(!breakdownOf(analysis, {5}).reason.empty());
    // A window that begins in the second step and ends with the begin of the sixth.
    const StepBreakdown part = stepBreakdown(analysis, windowOf(us(1100), us(5000)), {}, {});
    QCOMPARE(part.steps, std::size_t{3}); // 2 3 4
    QCOMPARE(part.ranks[0].periods, std::size_t{3});
}

void StepChoiceTest::withoutMarkersOfTheSteadyState()
{
    Steps sketch;
    for (int i = 0; i < 9; ++i)
        for (const std::int64_t rank : {0, 1})
            sketch.run("k", i * 100 + 10, i * 100 + 20 + 10 * rank, 100 + rank, rank);
    sketch.steady.found = true;
    sketch.steady.method = StepMethod::KernelSequence;
    for (int i = 0; i < 9; ++i) {
        Step step;
        step.begin = us(i * 100);
        step.end = us((i + 1) * 100);
        step.regular = i != 3;
        sketch.steady.steps.push_back(step);
    }
    const StepBreakdown found = breakdownOf(sketch.finish());
    QCOMPARE(found.choice, StepChoice::Regular);
    QCOMPARE(found.steps, std::size_t{8});
    QCOMPARE(found.leftOut, std::size_t{1});
    QVERIFY(!found.gaps);                         // nobody marked an end
    QCOMPARE(found.ranks.size(), std::size_t{2}); // both processes, by the same steps
    for (const StepRank& rank : found.ranks) {
        QCOMPARE(rank.periods, std::size_t{7}); // not the last, nor the fourth
        QCOMPARE(perStep(rank.kernels, rank.periods).value(), 1.0);
    }
    QCOMPARE(found.ranks[0].busyPerStep().value(), 10'000.0);
    QCOMPARE(found.ranks[1].busyPerStep().value(), 20'000.0);
}

void StepChoiceTest::nothingToDivide()
{
    Steps without;
    without.run("k", 0, 10);
    const StepBreakdown none = breakdownOf(without.finish());
    QCOMPARE(none.choice, StepChoice::None);
    QVERIFY(none.ranks.empty());
    QVERIFY(none.reason.find("No steps are counted: no steady state was found") == 0);
    QCOMPARE(none.walls.count, std::uint64_t{0});

    Steps one;
    one.step(0, 100, 1, 0, 8);
    one.run("k", 0, 10);
    const StepBreakdown single = breakdownOf(one.finish());
    QCOMPARE(single.steps, std::size_t{1});
    QVERIFY(single.ranks.empty());
    QVERIFY(single.reason.find("No two steps") == 0);
    QVERIFY(!perStep(1, 0));
}

QTEST_APPLESS_MAIN(StepChoiceTest)
#include "step_choice_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stragglers.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

Ns us(Ns t)
{
    return 1'000'000'000 + t * 1000;
}

class Ranks : public TraceSketch
{
public:
    void run(const char* name, Ns start, Ns end, std::int64_t rank)
    {
        kernel({name, us(start), us(end), -1, {100 * (rank + 1), rank, 7}});
    }

    void step(Ns start, Ns end, int number, int context, int generation, std::int64_t rank)
    {
        range({"[Executor] _forward_step " + std::to_string(number) + ": " + std::to_string(context)
                   + " ctx reqs, " + std::to_string(generation) + " gen reqs",
               us(start), us(end), 101, 100 * (rank + 1)});
    }
};

/// Example 11.C of host-overhead.md, baseline.
void exampleC(Ranks& sketch)
{
    for (const Ns rank : {Ns{0}, Ns{1}}) {
        sketch.step(-3000 + 20 * rank, -2000 + 10 * rank, 9, 2, 0, rank);
        sketch.run("allreduce", -2800 + 5 * rank, -2700 + 10 * rank, rank);
        sketch.run("allreduce", -2500 + 10 * rank, -2400 + 10 * rank, rank);
        for (int k = 0; k < 6; ++k) {
            const Ns t = 2000 * k;
            const Ns o = t + 5 * rank;
            sketch.step(t + 50 * rank, t + 500 + 60 * rank, 10 + k, 0, 8, rank);
            sketch.run("allreduce", o + 200, o + 240, rank);
            sketch.run("gemm", o + 250, o + 290, rank);
            sketch.run("allreduce", o + 300, t + 340 + 10 * rank, rank);
        }
    }
}

} // namespace

/// Who arrives last at the collectives.
class StragglersTest : public QObject
{
    Q_OBJECT

private slots:
    void exampleC();
    void aStepThatRanksCountDifferentlyIsRefused();
    void aTieIsNobodys();
    void oneRankHasNoPeers();
    void fourOfFiveIsNotEnough();
    void aWindowChoosesItsSteps();
};

void StragglersTest::exampleC()
{
    Ranks sketch;
    ::exampleC(sketch);
    const Analysis analysis = sketch.finish();
    const Stragglers found = findStragglers(analysis, wholeWindow(analysis), {});
    QCOMPARE(found.ranks.size(), std::size_t{2});
    QCOMPARE(found.instances, std::uint64_t{14});
    QCOMPARE(found.refusedSteps, std::uint64_t{0});
    QCOMPARE(found.collectives.size(), std::size_t{1}); // gemm is none
    const CollectiveLateness& allreduce = found.collectives.front();
    QCOMPARE(analysis.trace->names.text(allreduce.name), std::string_view("allreduce"));
    QCOMPARE(allreduce.count, std::uint64_t{14});
    QCOMPARE(allreduce.lastCount, (std::vector<std::uint64_t>{0, 14}));
    // 5 + 10 + 12 * 5 us over 14 instances: 5.36 us in the mean.
    QCOMPARE(allreduce.latenessSum, (std::vector<DurationNs>{0, 75'000}));
    QCOMPARE(found.straggler, std::optional<std::size_t>(1));
}

void StragglersTest::aStepThatRanksCountDifferentlyIsRefused()
{
    Ranks sketch;
    ::exampleC(sketch);
    sketch.run("allreduce", 400, 410, 0); // once more on rank 0 in the first generation step
    const Analysis analysis = sketch.finish();
    const Stragglers found = findStragglers(analysis, wholeWindow(analysis), {});
    QCOMPARE(found.refusedSteps, std::uint64_t{1});
    QCOMPARE(found.instances, std::uint64_t{12});
    QCOMPARE(found.straggler, std::optional<std::size_t>(1));
}

void StragglersTest::aTieIsNobodys()
{
    Ranks sketch; // without step markers the window is one step
    for (const Ns rank : {Ns{0}, Ns{1}})
        for (Ns t = 0; t < 5; ++t)
            sketch.run("ncclDevKernel_AllReduce", t * 100, t * 100 + 10, rank);
    const Analysis analysis = sketch.finish();
    const Stragglers found = findStragglers(analysis, wholeWindow(analysis), {});
    QCOMPARE(found.instances, std::uint64_t{5});
    QCOMPARE(found.collectives.front().lastCount, (std::vector<std::uint64_t>{0, 0}));
    QVERIFY(!found.straggler);
}

void StragglersTest::oneRankHasNoPeers()
{
    Ranks sketch;
    sketch.run("ncclDevKernel_AllReduce", 0, 10, 0);
    sketch.run("gemm", 0, 10, 1);
    const Analysis analysis = sketch.finish();
    const Stragglers found = findStragglers(analysis, wholeWindow(analysis), {});
    QCOMPARE(found.ranks.size(), std::size_t{1});
    QCOMPARE(found.instances, std::uint64_t{0});
    QVERIFY(!found.straggler);
}

void StragglersTest::fourOfFiveIsNotEnough()
{
    for (const bool isMore : {false, true}) {
        Ranks sketch;
        for (Ns t = 0; t < 5; ++t) {
            const Ns late = t < 4 || isMore ? 3 : -3;
            sketch.run("allreduce", t * 100, t * 100 + 10, 0);
            sketch.run("allreduce", t * 100 + late, t * 100 + 10, 1);
        }
        const Analysis analysis = sketch.finish();
        const Stragglers found = findStragglers(analysis, wholeWindow(analysis), {});
        QCOMPARE(found.straggler.has_value(), isMore); // more than 80 %
    }
}

void StragglersTest::aWindowChoosesItsSteps()
{
    Ranks sketch;
    ::exampleC(sketch);
    const Analysis analysis = sketch.finish();
    // Two generation steps: [0, 2000) and [2000, 4000) of rank 0.
    const Stragglers found = findStragglers(analysis, windowOf(us(100), us(3900)), {});
    QCOMPARE(found.instances, std::uint64_t{4});
}

QTEST_APPLESS_MAIN(StragglersTest)
#include "stragglers_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collective_iterations.h"
#include "core/analysis/host_overhead.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

#include <algorithm>

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
    void reduce(Ns start, Ns end, std::int64_t rank = 0, const std::string& name = "allreduce")
    {
        kernel({name, us(start), us(end), -1, {100 * (rank + 1), rank, 7}});
    }

    void step(Ns start, Ns end, int number, int context, int generation, std::int64_t rank = 0)
    {
        range({"[Executor] _forward_step " + std::to_string(number) + ": " + std::to_string(context)
                   + " ctx reqs, " + std::to_string(generation) + " gen reqs",
               us(start), us(end), 101, 100 * (rank + 1)});
    }
};

CollectiveIterations found(const Analysis& analysis)
{
    return collectiveIterations(analysis, wholeWindow(analysis), {});
}

std::vector<std::size_t> counts(const CollectiveRank& rank)
{
    std::vector<std::size_t> out;
    for (const CollectiveIteration& it : rank.iterations)
        out.push_back(it.count);
    return out;
}

using Counts = std::vector<std::size_t>;

} // namespace

/// Iterations told apart by pauses between all-reduces, by the quirks of host-overhead.md.
class CollectiveIterationsTest : public QObject
{
    Q_OBJECT

private slots:
    void pausesOfAMillisecondJoin();
    void aLongKernelCoversTheNext();
    void ofEqualCountsTheFirst();
    void markersCountWhereStepsAreShort();
    void exampleC();
    void fourIterationsAreNoBenchmark();
    void theLastPhaseIsTheBenchmark();
    void stepsWithoutRequestsReduceNothing();
    void aWindowChooses();
    void withoutAllReduces();
};

void CollectiveIterationsTest::pausesOfAMillisecondJoin()
{
    Ranks sketch; // P12: 1 ms joins, 1 ms + 1 ns parts
    Ns t = us(0);
    for (int i = 0; i < 6; ++i) {
        sketch.kernel({"allreduce", t, t + 10'000});
        t += 10'000 + (i % 2 == 0 ? 1'000'000 : 1'000'001);
    }
    const CollectiveIterations result = found(sketch.finish());
    QCOMPARE(result.ranks.size(), std::size_t{1});
    QCOMPARE(counts(result.ranks[0]), (Counts{2, 2, 2}));
    QCOMPARE(result.ranks[0].common, std::size_t{2});
    QVERIFY(!result.areMarkersUsed);
    QVERIFY(!result.ranks[0].marked);
    QVERIFY(result.warning.empty());
}

void CollectiveIterationsTest::aLongKernelCoversTheNext()
{
    Ranks sketch; // P12b
    sketch.reduce(0, 5000);
    sketch.reduce(10, 20);
    sketch.reduce(2000, 2010);
    const CollectiveIterations result = found(sketch.finish());
    QCOMPARE(counts(result.ranks[0]), Counts{3});
    QCOMPARE(result.ranks[0].iterations[0].range, (TimeRange{us(0), us(5000)}));
}

void CollectiveIterationsTest::ofEqualCountsTheFirst()
{
    Ranks sketch; // P12c
    const Counts sizes{3, 2, 2, 3};
    for (std::size_t i = 0; i < sizes.size(); ++i)
        for (std::size_t j = 0; j < sizes[i]; ++j) {
            const Ns t = static_cast<Ns>(i * 5000 + j * 20);
            sketch.reduce(t, t + 10, 0, "ncclDevKernel_AllReduce_Sum");
        }
    const CollectiveIterations result = found(sketch.finish());
    QCOMPARE(counts(result.ranks[0]), sizes);
    QCOMPARE(result.ranks[0].common, std::size_t{3});
}

void CollectiveIterationsTest::markersCountWhereStepsAreShort()
{
    Ranks sketch; // P12d
    for (int i = 0; i < 50; ++i) {
        for (int j = 0; j < 4; ++j)
            sketch.reduce(i * 800 + j * 20, i * 800 + j * 20 + 10);
        sketch.step(i * 800, i * 800 + 700, i, 0, 8);
    }
    const Analysis analysis = sketch.finish();
    const CollectiveIterations result = found(analysis);
    QVERIFY(result.areMarkersUsed);
    QCOMPARE(counts(result.ranks[0]), Counts{200});
    QVERIFY(!result.ranks[0].benchmark);
    QCOMPARE(result.ranks[0].marked, std::optional<std::size_t>(50));
    QVERIFY(result.warning.find("1 iterations apart, the markers name 50 steps")
            != std::string::npos);
    QVERIFY(result.warning.find("run into one") != std::string::npos);
    QCOMPARE(analysis.iterations.stepCount, std::size_t{50}); // what the program goes by
    const HostOverhead host = hostOverhead(analysis, wholeWindow(analysis), {}, {}).value();
    QCOMPARE(std::count(host.warnings.begin(), host.warnings.end(), result.warning),
             std::ptrdiff_t{1});
}

void CollectiveIterationsTest::exampleC()
{
    Ranks sketch; // 11.C: each rank on its own, 7 iterations of 2, one of them prefill
    for (const Ns rank : {Ns{0}, Ns{1}}) {
        sketch.step(-3000 + 20 * rank, -2000 + 10 * rank, 9, 2, 0, rank);
        sketch.reduce(-2800 + 5 * rank, -2700 + 10 * rank, rank);
        sketch.reduce(-2500 + 10 * rank, -2400 + 10 * rank, rank);
        for (int k = 0; k < 6; ++k) {
            const Ns t = 2000 * k;
            sketch.step(t + 50 * rank, t + 500 + 60 * rank, 10 + k, 0, 8, rank);
            sketch.reduce(t + 5 * rank + 200, t + 5 * rank + 240, rank);
            sketch.reduce(t + 5 * rank + 300, t + 340 + 10 * rank, rank);
        }
    }
    const Analysis analysis = sketch.finish();
    const CollectiveIterations result = found(analysis);
    QCOMPARE(result.ranks.size(), std::size_t{2});
    for (const CollectiveRank& rank : result.ranks) {
        QCOMPARE(counts(rank), (Counts{2, 2, 2, 2, 2, 2, 2}));
        QCOMPARE(rank.benchmark, std::optional(std::pair<std::size_t, std::size_t>(0, 7)));
        QCOMPARE(rank.marked, std::optional<std::size_t>(7));
    }
    QVERIFY(result.warning.empty());
    QVERIFY(hostOverhead(analysis, wholeWindow(analysis), {}, {}).value().warnings.size()
            == 2); // no launches, no preparation; none about iterations
}

void CollectiveIterationsTest::fourIterationsAreNoBenchmark()
{
    for (const int iterations : {4, 5}) {
        Ranks sketch;
        for (int i = 0; i < iterations; ++i)
            sketch.reduce(i * 5000, i * 5000 + 10);
        QCOMPARE(found(sketch.finish()).ranks[0].benchmark.has_value(), iterations == 5);
    }
}

void CollectiveIterationsTest::theLastPhaseIsTheBenchmark()
{
    // Six of 2, a pause, six of 2, a pause, five of which two have 2: not half of them.
    Ranks sketch;
    Ns t = 0;
    for (int i = 0; i < 17; ++i) {
        if (i == 6 || i == 12)
            t += 200'000;
        const int size = i >= 14 ? i : 2;
        for (int j = 0; j < size; ++j)
            sketch.reduce(t + j * 20, t + j * 20 + 10);
        t += 5000;
    }
    const CollectiveIterations result = found(sketch.finish());
    QCOMPARE(result.ranks[0].common, std::size_t{2});
    QCOMPARE(result.ranks[0].benchmark, std::optional(std::pair<std::size_t, std::size_t>(6, 12)));
}

void CollectiveIterationsTest::stepsWithoutRequestsReduceNothing()
{
    Ranks sketch;
    for (int i = 0; i < 8; ++i) {
        sketch.step(i * 5000, i * 5000 + 500, i, 0, i < 4 ? 8 : 0);
        if (i < 4)
            sketch.reduce(i * 5000 + 100, i * 5000 + 110);
    }
    const CollectiveIterations result = found(sketch.finish());
    QCOMPARE(result.ranks[0].marked, std::optional<std::size_t>(4));
    QVERIFY(result.warning.empty());
}

void CollectiveIterationsTest::aWindowChooses()
{
    // A prefill whose all-reduces are 2 ms apart counts eight times; outside the window it is not
    // held against the markers.
    Ranks sketch;
    sketch.step(-20'000, -1000, 1, 1, 0);
    for (int i = 0; i < 8; ++i)
        sketch.reduce(-19'000 + i * 2000, -18'990 + i * 2000);
    for (int i = 0; i < 6; ++i) {
        sketch.step(i * 5000, i * 5000 + 500, i + 2, 0, 8);
        sketch.reduce(i * 5000 + 100, i * 5000 + 110);
    }
    const Analysis analysis = sketch.finish();
    const CollectiveIterations all = found(analysis);
    QCOMPARE(all.ranks[0].iterations.size(), std::size_t{14});
    QVERIFY(all.warning.find("counts several times") != std::string::npos);
    const CollectiveIterations inside =
        collectiveIterations(analysis, windowOf(us(0), us(30'000)), {});
    QCOMPARE(inside.ranks[0].iterations.size(), std::size_t{6});
    QVERIFY(inside.warning.empty());
}

void CollectiveIterationsTest::withoutAllReduces()
{
    Ranks sketch;
    sketch.reduce(0, 10, 0, "gemm");
    sketch.step(0, 10, 1, 0, 8);
    const CollectiveIterations result = found(sketch.finish());
    QVERIFY(result.ranks.empty());
    QVERIFY(result.areMarkersUsed);
    QVERIFY(result.warning.empty());
}

QTEST_APPLESS_MAIN(CollectiveIterationsTest)
#include "collective_iterations_test.moc"

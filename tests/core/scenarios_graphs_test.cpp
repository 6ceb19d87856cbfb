// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA graphs as they may be recorded, and ranks that wait for each other, each with its opposite;
// the budgets are added up by hand from verdict.md 1, in µs a step of 1000.
#include "core/analysis/stragglers.h"
#include "tests/support/scenario.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

constexpr const char* kGraphLaunch = "cudaGraphLaunch_v10000";
constexpr const char* kAllReduce = "ncclDevKernel_AllReduce_Sum_f16_RING_LL()";

QString text(const std::string& s)
{
    return QString::fromStdString(s);
}

/// The i-th step of two ranks: a kernel until `end` each, then the collective until 705.
void ranksStep(Scenario& run, const Scenario::Rank& second, Ns firstEnd, Ns secondEnd)
{
    const auto rank = [&](const Scenario::Rank& who, Ns end) {
        run.as(who);
        run.kernel(0, 5, 5, end);
        run.kernel(5, 10, end, 705, kAllReduce, 8);
        run.sync(10, 710);
    };
    rank(second, secondEnd);
    rank(run.first(), firstEnd);
}

} // namespace

class ScenariosGraphsTest : public QObject
{
    Q_OBJECT
private slots:
    void nodes();
    void shortNodes();
    void graphOfLittle();
    void wholeGraphs();
    void lostGraphs();
    void straggler();
    void ranksInStep();
};

/// Ten nodes of 90 with gaps of 2: dispatch. The launch call (10) and the end of the
/// synchronisation (5) are its price, 67 of host code remain.
void ScenariosGraphsTest::nodes()
{
    Scenario run;
    run.run([&](int) {
        const std::int64_t graph = run.call(kGraphLaunch, 0, 10);
        for (int k = 0; k < 10; ++k)
            run.node(graph, 10 + k * 92, 100 + k * 92, 100 + k);
        run.sync(12, 933);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 900 sync 15 launch 18 host 67"));
    QCOMPARE(text(told.verdict.primary), QString("kernel-bound"));
    QCOMPARE(told.tables.graphs.mode, GraphMode::Node);
    QCOMPARE(told.tables.graphs.launches, std::uint64_t{10});
    QCOMPARE(told.tables.graphs.coverageByCount, std::optional(1.0));
    QCOMPARE(told.tables.graphs.coverageByTime, std::optional(1.0));
    QVERIFY(told.tables.graphs.eager.empty());
    QCOMPARE(told.of("kernel-bound").qualifier, Qualifier::Exact);
}

/// A hundred nodes of 5 with gaps of 4.
void ScenariosGraphsTest::shortNodes()
{
    Scenario run;
    run.run([&](int) {
        const std::int64_t graph = run.call(kGraphLaunch, 0, 10);
        for (int k = 0; k < 100; ++k)
            run.node(graph, 10 + k * 9, 15 + k * 9, 100 + k);
        run.sync(12, 911);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 500 sync 15 launch 396 host 89"));
    QCOMPARE(text(told.verdict.primary), QString("launch-overhead-bound"));
    QVERIFY2(told.verdict.nextAction.starts_with("Fuse the nodes of the graph: 100 per step"),
             told.verdict.nextAction.c_str());
}

/// One kernel of forty comes from a graph: the others are what to capture.
void ScenariosGraphsTest::graphOfLittle()
{
    Scenario run;
    run.run([&](int) {
        for (Ns t = 0; t < 975; t += 25)
            run.kernel(t, t + 12, t + 12, t + 17, "tiny()");
        run.node(run.call(kGraphLaunch, 975, 987), 987, 992, 100);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 200 launch 800"));
    QCOMPARE(text(told.verdict.primary), QString("launch-overhead-bound"));
    QCOMPARE(told.tables.graphs.coverageByCount, std::optional(1.0 / 40));
    QVERIFY2(told.verdict.nextAction.starts_with("Capture the rest of the step in the CUDA graph"),
             told.verdict.nextAction.c_str());
}

/// Replays of 900: busy at most that long, and which kernel cannot be told.
void ScenariosGraphsTest::wholeGraphs()
{
    Scenario run;
    run.run([&](int) {
        run.replay(run.call(kGraphLaunch, 0, 10), 10, 910);
        run.sync(12, 915);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 900 sync 15 host 85"));
    QCOMPARE(text(told.verdict.primary), QString("kernel-bound"));
    QCOMPARE(told.of("kernel-bound").qualifier, Qualifier::AtMost);
    QCOMPARE(told.tables.graphs.mode, GraphMode::Graph);
    QVERIFY(!told.tables.graphs.coverageByTime);
    QVERIFY2(told.verdict.command.find("--cuda-graph-trace=node") != std::string::npos,
             told.verdict.command.c_str());
    QVERIFY(told.of("kernel-bound").reason.find("which kernel cannot be told")
            != std::string::npos);
}

/// A graph launch without any operation: from 105, where the kernel ends, until 900, where the
/// synchronisation does, nobody recorded what ran.
void ScenariosGraphsTest::lostGraphs()
{
    Scenario run;
    run.run([&](int) {
        run.kernel(0, 5, 5, 105);
        run.call(kGraphLaunch, 10, 20);
        run.sync(21, 900);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 100 sync 5 host 100 unknown 795"));
    QCOMPARE(text(told.verdict.primary), QString("cannot-tell"));
    for (const char* id : {"kernel-bound", "launch-overhead-bound", "sync-bound", "host-bound",
                           "device-wait", "compile-after-warm-up", "allocation-churn"})
        QCOMPARE(text(told.state(id)), QString("cannot-tell"));
    QCOMPARE(text(told.state("transfer-bound")), QString("no"));
    QVERIFY2(told.verdict.command.find("--cuda-graph-trace=node") != std::string::npos,
             told.verdict.command.c_str());
}

/// The second rank enters 200 later, in every step.
void ScenariosGraphsTest::straggler()
{
    Scenario run;
    const Scenario::Rank second = run.addRank(200, 1);
    run.run([&](int) { ranksStep(run, second, 405, 605); });
    const Told told = run.told();
    QCOMPARE(text(told.budget(0)), QString("compute 400 communication 300 sync 10 host 290"));
    QCOMPARE(text(told.budget(1)), QString("compute 600 communication 100 sync 10 host 290"));
    const Stragglers found = findStragglers(*told.analysis, told.window, {});
    QCOMPARE(found.ranks.size(), std::size_t{2});
    QCOMPARE(found.straggler, std::optional<std::size_t>(1));
    QCOMPARE(found.instances, std::uint64_t{10});
    QCOMPARE(found.collectives.at(0).latenessSum,
             (std::vector<DurationNs>{0, DurationNs{10 * 200'000}}));
}

void ScenariosGraphsTest::ranksInStep()
{
    Scenario run;
    const Scenario::Rank second = run.addRank(200, 1);
    run.run([&](int) { ranksStep(run, second, 505, 505); });
    const Told told = run.told();
    QCOMPARE(text(told.budget(0)), QString("compute 500 communication 200 sync 10 host 290"));
    QCOMPARE(text(told.budget(1)), text(told.budget(0)));
    const Stragglers found = findStragglers(*told.analysis, told.window, {});
    QCOMPARE(found.instances, std::uint64_t{10});
    QVERIFY(!found.straggler);
}

QTEST_APPLESS_MAIN(ScenariosGraphsTest)
#include "scenarios_graphs_test.moc"

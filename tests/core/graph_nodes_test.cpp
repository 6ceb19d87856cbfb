// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graph_nodes.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

constexpr std::int64_t kExec = std::int64_t{5} << 32; // upper half: the graph, lower: the node

GraphNodes nodesOf(const Analysis& analysis)
{
    return graphNodes(analysis, wholeWindow(analysis), {}, {});
}

std::string_view nameOf(const Analysis& analysis, const GraphNodeRow& row)
{
    return analysis.trace->names.text(analysis.trace->kernel(row.longest).shortName);
}

/// Three replays of gemm, norm and a copy, the second of them slower; `hasIds` gives the nodes ids.
void addReplays(TraceSketch& sketch, bool hasIds)
{
    for (Ns i = 0; i < 3; ++i) {
        const Ns t = i * 1000;
        const Ns slow = i == 1 ? 40 : 0;
        sketch.call({"cudaGraphLaunch_v10000", t, t + 10, i + 1});
        sketch.kernel({"gemm", t + 100, t + 200 + slow, i + 1, {}, hasIds ? kExec + 1 : 0});
        sketch.kernel({"norm", t + 250, t + 260, i + 1, {}, hasIds ? kExec + 2 : 0});
        sketch.kernel({"gemm", t + 300, t + 330, i + 1, {}, hasIds ? kExec + 3 : 0});
    }
}

} // namespace

/// Nodes of CUDA graphs over their replays.
class GraphNodesTest : public QObject
{
    Q_OBJECT

private slots:
    void nodesAreFoldedOverReplays_data();
    void nodesAreFoldedOverReplays();
    void twoGraphsWithoutIds();
    void sameIdsInTwoProcesses();
    void nodesThatOverlapLeaveNoGap();
    void devicesHaveGapsOfTheirOwn();
    void copiesAreNodes();
    void aNodeInALoopRunsSeveralTimes();
    void replaysRecordedAsAWhole();
    void aWindowKeepsWhatNsysKeeps();
    void withoutGraphs();
};

void GraphNodesTest::nodesAreFoldedOverReplays_data()
{
    QTest::addColumn<bool>("hasIds");
    QTest::newRow("by id") << true;
    QTest::newRow("by name and order") << false;
}

void GraphNodesTest::nodesAreFoldedOverReplays()
{
    QFETCH(bool, hasIds);
    TraceSketch sketch;
    addReplays(sketch, hasIds);
    sketch.call({"cudaLaunchKernel", 5000, 5010, 50});
    sketch.kernel({"gemm", 5020, 5900, 50}); // eager: no node
    const Analysis analysis = sketch.finish();
    const GraphNodes found = nodesOf(analysis);
    QVERIFY(found.reason.empty());
    QCOMPARE(found.graphs.size(), std::size_t{1});
    QCOMPARE(found.graphs[0].nodes, std::optional<std::size_t>(3));
    QCOMPARE(found.graphs[0].spans.count, std::uint64_t{3});
    QCOMPARE(found.graphs[0].spans.p50, Ns{230});
    // 50 + 40 a replay, 10 + 40 of the slow one
    QCOMPARE(found.graphs[0].gaps, std::optional<DurationNs>(90 + 50 + 90));
    QVERIFY(!found.graphs[0].isWhole);
    QCOMPARE(found.nodes.size(), std::size_t{3});
    const GraphNodeRow& gemm = found.nodes[0];
    QCOMPARE(nameOf(analysis, gemm), std::string_view("gemm"));
    QCOMPARE(gemm.stats.count, std::uint64_t{3});
    QCOMPARE(gemm.stats.total, Ns{340});
    QCOMPARE(gemm.stats.p50, Ns{100});
    QCOMPARE(gemm.stats.max, Ns{140});
    QCOMPARE(analysis.trace->ops.start[gemm.longest()], Ns{1100});
    QCOMPARE(gemm.gaps, std::uint64_t{0}); // the first of its replay
    QCOMPARE(gemm.node, hasIds ? std::optional(kExec + 1) : std::nullopt);
    const GraphNodeRow& second = found.nodes[1];
    QCOMPARE(nameOf(analysis, second), std::string_view("gemm"));
    QCOMPARE(second.stats.total, Ns{90});
    QCOMPARE(second.gapBefore, DurationNs{120});
    QCOMPARE(second.gaps, std::uint64_t{3});
    QCOMPARE(found.nodes[2].gapBefore, DurationNs{50 + 10 + 50});
}

void GraphNodesTest::twoGraphsWithoutIds()
{
    TraceSketch sketch; // prefill runs the same names, but not as often
    addReplays(sketch, false);
    sketch.call({"cudaGraphLaunch_v10000", 4000, 4010, 9});
    sketch.kernel({"gemm", 4100, 4200, 9});
    sketch.kernel({"norm", 4200, 4210, 9});
    const GraphNodes found = nodesOf(sketch.finish());
    QCOMPARE(found.graphs.size(), std::size_t{2});
    QCOMPARE(found.graphs[1].nodes, std::optional<std::size_t>(2));
    QCOMPARE(found.nodes.size(), std::size_t{5});
}

void GraphNodesTest::sameIdsInTwoProcesses()
{
    TraceSketch sketch;
    for (const std::int64_t pid : {100, 101}) {
        sketch.call({"cudaGraphLaunch", 0, 10, 1, 1, pid});
        sketch.kernel({"gemm", 20, 30, 1, {pid, pid - 100, 7}, kExec + 1});
    }
    const GraphNodes found = nodesOf(sketch.finish());
    QCOMPARE(found.graphs.size(), std::size_t{2});
    QCOMPARE(found.nodes.size(), std::size_t{2});
}

void GraphNodesTest::nodesThatOverlapLeaveNoGap()
{
    TraceSketch sketch; // b and c beside a; d after a, which ends last
    sketch.call({"cudaGraphLaunch", 0, 10, 1});
    sketch.kernel({"a", 20, 100, 1, {100, 0, 7}, 1});
    sketch.kernel({"b", 30, 40, 1, {100, 0, 8}, 2});
    sketch.kernel({"c", 50, 60, 1, {100, 0, 8}, 3});
    sketch.kernel({"d", 110, 120, 1, {100, 0, 7}, 4});
    const Analysis analysis = sketch.finish();
    const GraphNodes found = nodesOf(analysis);
    QCOMPARE(found.graphs[0].gaps, std::optional<DurationNs>(10));
    for (const GraphNodeRow& row : found.nodes)
        QCOMPARE(row.gapBefore, DurationNs{nameOf(analysis, row) == "d" ? 10U : 0U});
}

void GraphNodesTest::devicesHaveGapsOfTheirOwn()
{
    TraceSketch sketch;
    sketch.call({"cudaGraphLaunch", 0, 10, 1});
    sketch.kernel({"a", 20, 30, 1, {100, 0, 7}, 1});
    sketch.kernel({"b", 50, 60, 1, {100, 1, 7}, 2});
    sketch.kernel({"c", 70, 80, 1, {100, 0, 7}, 3});
    const Analysis analysis = sketch.finish();
    const GraphNodes both = nodesOf(analysis);
    QCOMPARE(both.graphs[0].gaps, std::optional<DurationNs>(40)); // of c; b is the first of its own
    QCOMPARE(both.graphs[0].spans.max, Ns{60});
    const GraphNodes one = graphNodes(analysis, wholeWindow(analysis), DeviceId(1), {});
    QCOMPARE(one.nodes.size(), std::size_t{1});
    QCOMPARE(one.graphs[0].spans.max, Ns{10});
}

void GraphNodesTest::copiesAreNodes()
{
    TraceSketch sketch; // graph rows of copies carry no id here
    for (Ns i = 0; i < 2; ++i) {
        sketch.call({"cudaGraphLaunch", i * 100, i * 100 + 5, i + 1});
        sketch.copy({i * 100 + 10, i * 100 + 40, 4096, 1, i + 1});
        sketch.kernel({"k", i * 100 + 40, i * 100 + 50, i + 1, {}, 7});
    }
    const GraphNodes found = nodesOf(sketch.finish());
    QCOMPARE(found.graphs.size(), std::size_t{1});
    QCOMPARE(found.nodes.size(), std::size_t{2});
    QCOMPARE(found.nodes[0].kind, OpKind::Memcpy);
    QCOMPARE(found.nodes[0].stats.total, Ns{60});
    QVERIFY(!found.nodes[0].node);
}

void GraphNodesTest::aNodeInALoopRunsSeveralTimes()
{
    TraceSketch sketch;
    for (Ns i = 0; i < 2; ++i) {
        sketch.call({"cudaGraphLaunch", i * 100, i * 100 + 5, i + 1});
        for (Ns run = 0; run < 3; ++run)
            sketch.kernel({"body", i * 100 + 10 + run * 20, i * 100 + 20 + run * 20, i + 1, {}, 7});
    }
    const GraphNodes found = nodesOf(sketch.finish());
    QCOMPARE(found.nodes.size(), std::size_t{1});
    QCOMPARE(found.nodes[0].stats.count, std::uint64_t{6});
    QCOMPARE(found.nodes[0].gaps, std::uint64_t{4});
    QCOMPARE(found.nodes[0].gapBefore, DurationNs{40});
    QCOMPARE(found.graphs[0].spans.count, std::uint64_t{2});
}

void GraphNodesTest::replaysRecordedAsAWhole()
{
    TraceSketch sketch;
    for (Ns i = 0; i < 4; ++i) {
        sketch.call({"cudaGraphLaunch", i * 100, i * 100 + 5, i + 1});
        sketch.replay(i * 100 + 10, i * 100 + 50 + i, i + 1);
    }
    const GraphNodes found = nodesOf(sketch.finish());
    QVERIFY(found.nodes.empty());
    QVERIFY(found.reason.find("--cuda-graph-trace=node") != std::string::npos);
    QCOMPARE(found.graphs.size(), std::size_t{1});
    QVERIFY(found.graphs[0].isWhole);
    QVERIFY(!found.graphs[0].nodes);
    QVERIFY(!found.graphs[0].gaps);
    QCOMPARE(found.graphs[0].graphId, std::optional<std::int64_t>(1));
    QCOMPARE(found.graphs[0].spans.count, std::uint64_t{4});
    QCOMPARE(found.graphs[0].spans.max, Ns{43});
}

void GraphNodesTest::aWindowKeepsWhatNsysKeeps()
{
    TraceSketch sketch;
    addReplays(sketch, true);
    const Analysis analysis = sketch.finish();
    // From the second replay's norm on: its first node ended before.
    const GraphNodes found = graphNodes(analysis, windowOf(1245, 3000), {}, {});
    QCOMPARE(found.graphs[0].spans.count, std::uint64_t{2});
    QCOMPARE(found.graphs[0].spans.min, Ns{80});
    const GraphNodes none = graphNodes(analysis, windowOf(8000, 9000), {}, {});
    QVERIFY(none.graphs.empty());
    QCOMPARE(none.reason, std::string("No graph ran in this window."));
}

void GraphNodesTest::withoutGraphs()
{
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel", 0, 10, 1});
    sketch.kernel({"k", 20, 30, 1});
    const GraphNodes found = nodesOf(sketch.finish());
    QVERIFY(found.nodes.empty());
    QVERIFY(found.graphs.empty());
    QCOMPARE(found.reason, std::string("No graph ran in this window."));
}

QTEST_APPLESS_MAIN(GraphNodesTest)
#include "graph_nodes_test.moc"

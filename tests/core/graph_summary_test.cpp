// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

GraphSummary summaryOf(const Analysis& analysis)
{
    TableContext context(analysis, wholeWindow(analysis), {}, {});
    return graphSummary(context);
}

} // namespace

class GraphSummaryTest : public QObject
{
    Q_OBJECT

private slots:
    void workedExampleOfNodes();
    void replaysHideTheirKernels();
    void withoutGraphsEverythingIsEager();
};

void GraphSummaryTest::workedExampleOfNodes()
{
    // host-overhead.md 11.B in us: two of six kernels are graph nodes
    TraceSketch sketch;
    const auto us = [](Ns t) { return t * 1000; };
    std::int64_t correlation = 1;
    const auto eager = [&](Ns call, Ns returned, Ns start, Ns end) {
        sketch.call({"cudaLaunchKernel_v7000", us(call), us(returned), correlation});
        sketch.kernel({"prefill_gemm", us(start), us(end), correlation++});
    };
    eager(36, 40, 40, 70);
    eager(76, 79, 80, 100);
    eager(236, 239, 240, 270);
    eager(286, 290, 290, 320);
    sketch.call({"cudaGraphLaunch_v10000", us(117), us(121), 50});
    sketch.call({"cudaGraphLaunch_v10000", us(337), us(341), 51});
    sketch.kernel({"decode_graph_node", us(120), us(180), 50, {}, 11});
    sketch.kernel({"decode_graph_node", us(340), us(500), 51, {}, 12});
    sketch.range({"prefill", us(200), us(300)});
    const GraphSummary summary = summaryOf(sketch.finish());
    QCOMPARE(summary.mode, GraphMode::Node);
    QCOMPARE(summary.launches, std::uint64_t{2});
    QCOMPARE(summary.coverageByCount, std::optional(2.0 / 6.0));
    QCOMPARE(summary.coverageByTime, std::optional(220'000.0 / 330'000.0));
    QCOMPARE(summary.eager.size(), std::size_t{1});
    QCOMPARE(summary.eager[0].count, std::uint64_t{4});
    QCOMPARE(summary.eager[0].total, Ns{110'000});
    // device gaps before them inside the window: [70,80) [180,240) [270,290)
    QCOMPARE(summary.eager[0].gapBefore, DurationNs{90'000});
    QCOMPARE(summary.eager[0].nvtx, std::string("prefill")); // of the largest of these gaps
}

void GraphSummaryTest::replaysHideTheirKernels()
{
    TraceSketch sketch;
    sketch.call({"cudaGraphLaunch", 0, 10, 1});
    sketch.replay(20, 90, 1);
    sketch.call({"cudaLaunchKernel", 30, 40, 2});
    sketch.kernel({"sampler", 90, 100, 2});
    const GraphSummary summary = summaryOf(sketch.finish());
    QCOMPARE(summary.mode, GraphMode::Graph);
    QCOMPARE(summary.launches, std::uint64_t{1});
    QVERIFY(!summary.coverageByCount);
    QVERIFY(!summary.coverageByTime);
    QCOMPARE(summary.eager.size(), std::size_t{1});
}

void GraphSummaryTest::withoutGraphsEverythingIsEager()
{
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel", 0, 10, 1});
    sketch.kernel({"k", 20, 30, 1});
    sketch.kernel({"unmatched", 40, 50});
    const GraphSummary summary = summaryOf(sketch.finish());
    QCOMPARE(summary.mode, GraphMode::None);
    QCOMPARE(summary.coverageByCount, std::optional(0.0));
    QCOMPARE(summary.eager.size(), std::size_t{1}); // nobody knows about the other
}

QTEST_APPLESS_MAIN(GraphSummaryTest)
#include "graph_summary_test.moc"

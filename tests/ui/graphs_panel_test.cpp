// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/panel_scene.h"
#include "tests/support/print_model.h"
#include "tests/support/tables_fixture.h"
#include "ui/document.h"
#include "ui/panels/graphs/graphs_panel.h"
#include "ui/table/table_view.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

constexpr int kWaitMs = 20'000;
constexpr Ns kUs = 1000;

/// Five steps of 1 ms.  Of each, from its begin in us: a graph launch at 5 whose nodes attend at
/// 100 and multiply at 130 (four layers, 100 us apart), and a norm launched by itself at 550 that
/// the device waits for until 600.
AnalysisPtr decodeLoop()
{
    TraceSketch sketch;
    std::int64_t correlation = 1;
    for (Ns i = 0; i < 5; ++i) {
        const Ns t = i * 1000;
        sketch.range({"[Executor] _forward_step " + std::to_string(i) + ": 0 ctx reqs, 8 gen reqs",
                      t * kUs, (t + 900) * kUs});
        sketch.call({"cudaGraphLaunch_v10000", (t + 5) * kUs, (t + 10) * kUs, correlation});
        for (Ns layer = 0; layer < 4; ++layer) {
            const Ns at = t + 100 * (layer + 1);
            sketch.kernel(
                {"flash_attention", at * kUs, (at + 20) * kUs, correlation, {}, 2 * layer + 1});
            sketch.kernel(
                {"gemm", (at + 30) * kUs, (at + 70) * kUs, correlation, {}, 2 * layer + 2});
        }
        ++correlation;
        sketch.call({"cudaLaunchKernel", (t + 550) * kUs, (t + 555) * kUs, correlation});
        sketch.kernel({"rms_norm", (t + 600) * kUs, (t + 610) * kUs, correlation++});
    }
    return std::make_shared<const Analysis>(sketch.finish());
}

GraphAnswer answerOf(const AnalysisPtr& analysis)
{
    const Window window = wholeWindow(*analysis);
    return {analysis, window, graphFindings(*analysis, window, {})};
}

} // namespace

class GraphsPanelTest : public QObject
{
    Q_OBJECT
private slots:
    void printsWhatIsLaunchedBesideGraphs();
    void printsNodes();
    void printsGroupsOfTheLayers();
    void saysWhatIsNotKnown();
    void hasNoTablesWithoutKernels();
    void followsTheWindowAndLeadsToEvents();
};

void GraphsPanelTest::printsWhatIsLaunchedBesideGraphs()
{
    const GraphAnswer answer = answerOf(decodeLoop());
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(eagerTable(answer));
    // Idle from 470 to 600 us before it, in each of five steps; its range is that of the step with
    // the first of these gaps.
    QCOMPARE(printModel(model),
             QStringList({"kernel | launches | idle before (µs) | GPU time (µs) "
                          "| left out of graphs | NVTX range"_qs,
                          "rms_norm | 5 | 650.0 | 50.0 | 5 | "
                          "[Executor] _forward_step 0: 0 ctx reqs, 8 gen reqs"_qs}));
    QCOMPARE(
        model.copyText({0}, {0, 1, 2, 3, 4}),
        "name\tcount\tgap_before_ns\ttotal_ns\tsuspicious_count\nrms_norm\t5\t650000\t50000\t5\n"_qs);
    // 40 of 45 kernels; 4 * (20 + 40) of 250 us a step.
    QCOMPARE(plainSpaces(graphHeadline(answer)),
             "Graphs hold 88.9 % of the kernels and 96.0 % of their time, in 5 launches."_qs);
    QCOMPARE(eagerCaption(answer), "kernels launched one by one"_qs);
}

void GraphsPanelTest::printsNodes()
{
    const GraphAnswer answer = answerOf(decodeLoop());
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(graphNodeTable(answer));
    const QStringList lines = printModel(model);
    QCOMPARE(lines.size(), 9);
    QCOMPARE(lines[0], "graph node | graph | runs | total (µs) | mean (µs) | p95 (µs) | max (µs) | "
                       "gap before (µs)"_qs);
    QCOMPARE(lines[1], "gemm | 1 | 5 | 200.0 | 40.0 | 40.0 | 40.0 | 10.0"_qs);
    QCOMPARE(lines[5], "flash_attention | 1 | 5 | 100.0 | 20.0 | 20.0 | 20.0 | —"_qs);
    QCOMPARE(lines[6], "flash_attention | 1 | 5 | 100.0 | 20.0 | 20.0 | 20.0 | 30.0"_qs);
    QCOMPARE(nodesCaption(answer), "nodes of 1 graphs over 5 replays"_qs);
}

void GraphsPanelTest::printsGroupsOfTheLayers()
{
    const GraphAnswer answer = answerOf(decodeLoop());
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(patternTable(answer));
    // Layers 1 to 3 of four whole steps (the fourth runs into the norm).  Before attention 30 us,
    // but for a step's first: from the norm at 610 to 1100 are 490, and of the very first nothing
    // is known: (8 * 30 + 3 * 490 + 0) / 12 = 142.5.  Before gemm 10.
    QCOMPARE(printModel(model),
             QStringList(
                 {"group | kernels | operation | gaps (µs) | per step (µs) | share | priority"_qs,
                  "A | 0–0 | attention | 142.5 | 570.0 | 93.4 % | high"_qs,
                  "B | 1–1 | GEMM | 10.0 | 40.0 | 6.6 % | low"_qs}));
    QCOMPARE(patternCaption(answer),
             "2 kernels from one flash_attention to the next, 4 times a step · mean of 12 "
             "repetitions in 4 steps, 0 others left out"_qs);
}

void GraphsPanelTest::saysWhatIsNotKnown()
{
    TraceSketch whole;
    whole.call({"cudaGraphLaunch", 0, 10, 1});
    whole.replay(20, 90, 1);
    const AnalysisPtr analysis = std::make_shared<const Analysis>(whole.finish());
    const GraphAnswer answer = answerOf(analysis);
    QVERIFY(graphHeadline(answer).contains("--cuda-graph-trace=node"_qs));
    QVERIFY(nodesCaption(answer).contains("--cuda-graph-trace=node"_qs));
    QVERIFY(patternCaption(answer).startsWith("No kernel ran"_qs));

    TraceSketch eager;
    eager.call({"cudaLaunchKernel", 0, 10, 1});
    eager.kernel({"k", 20, 30, 1});
    eager.kernel({"unmatched", 40, 50});
    const GraphAnswer without = answerOf(std::make_shared<const Analysis>(eager.finish()));
    QCOMPARE(graphHeadline(without), "No graph was launched in this window."_qs);
    QCOMPARE(eagerCaption(without),
             "kernels launched one by one · of 1 launches nothing says how"_qs);

    Document document;
    GraphsPanel panel(document);
    QCOMPARE(panel.headline(), "Open a capture to see its CUDA graphs."_qs);
}

/// Empty tables would tell nobody what is missing; the reason and the command stand there instead.
void GraphsPanelTest::hasNoTablesWithoutKernels()
{
    Document document;
    GraphsPanel panel(document);
    panel.resize(1000, 600);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    document.setAnalysis(sceneAnalysis(traceWithoutGpu()));
    QTRY_VERIFY_WITH_TIMEOUT(!panel.isBehind(), kWaitMs);
    QVERIFY2(panel.messageText().contains("This capture holds no kernel."_qs)
                 && panel.messageText().contains("nsys profile -t cuda,nvtx,osrt"_qs),
             qPrintable(panel.messageText()));
    QVERIFY(!panel.eager().isVisible() && !panel.nodes().isVisible());
    document.setAnalysis(decodeLoop());
    QTRY_VERIFY_WITH_TIMEOUT(!panel.isBehind(), kWaitMs);
    QCOMPARE(panel.messageText(), QString());
    QVERIFY(panel.eager().isVisible() && panel.nodes().isVisible());
}

void GraphsPanelTest::followsTheWindowAndLeadsToEvents()
{
    Document document;
    GraphsPanel panel(document);
    panel.resize(1000, 600);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    document.setAnalysis(decodeLoop());
    QTRY_VERIFY_WITH_TIMEOUT(!panel.isBehind(), kWaitMs);
    QCOMPARE(panel.nodes().table().rowCount(), 8);
    // Of the second step only: its replay and its norm.
    document.setUserWindow({1'000 * kUs, 2'000 * kUs});
    QTRY_VERIFY_WITH_TIMEOUT(!panel.isBehind(), kWaitMs);
    QCOMPARE(printModel(panel.eager().table())[1].left(16), "rms_norm | 1 | 1"_qs);
    QCOMPARE(printModel(panel.nodes().table())[1],
             "gemm | 1 | 1 | 40.0 | 40.0 | 40.0 | 40.0 | 10.0"_qs);
    QTest::mouseClick(panel.eager().viewport(), Qt::LeftButton, {},
                      panel.eager().visualRect(panel.eager().table().index(0, 1)).center());
    QVERIFY(document.selection().has_value());
    QCOMPARE(document.trace()->ops.start[document.selection()->index], Ns{1'600 * kUs});
    QTest::mouseClick(panel.nodes().viewport(), Qt::LeftButton, {},
                      panel.nodes().visualRect(panel.nodes().table().index(0, 1)).center());
    QCOMPARE(document.trace()->ops.end[document.selection()->index]
                 - document.trace()->ops.start[document.selection()->index],
             40 * kUs);
}

QTEST_MAIN(GraphsPanelTest)
#include "graphs_panel_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source.h"
#include "tests/support/host_loop.h"
#include "tests/support/panel_scene.h"
#include "tests/support/print_model.h"
#include "ui/document.h"
#include "ui/panels/host_overhead/host_overhead_panel.h"
#include "ui/table/table_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QTemporaryDir>
#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

constexpr int kWaitMs = 20'000;

/// A window of one device of which a kernel ran 60 %, with a context and a generation phase.
HostAnswer handMade()
{
    auto host = std::make_shared<HostOverhead>();
    host->metrics[HostMetric::GpuIdle] = 0.4;
    host->metrics[HostMetric::Utilization] = 0.6;
    host->metrics[HostMetric::LaunchOverhead] = 0.12;
    host->metrics[HostMetric::Nccl] = 0.0;
    judge(*host);
    HostPhase context;
    context.phase = StepPhase::Context;
    context.iterations = 2;
    context.thresholds = HostThresholds::context();
    context.reason = "No kernel ran in the steps of this phase.";
    HostPhase generation;
    generation.phase = StepPhase::Generation;
    generation.iterations = 12;
    generation.hasGraphs = true;
    generation.thresholds = HostThresholds::generation();
    generation.metrics[HostMetric::GpuIdle] = 0.2;
    generation.metrics[HostMetric::Utilization] = 0.8;
    judge(generation);
    host->phases = {context, generation};
    host->overall = host->isYes;
    return {nullptr, {}, host};
}

} // namespace

class HostOverheadPanelTest : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void printsMetricsAndVotes();
    void saysTheVerdict();
    void followsTheWindow();
    void saysThatNothingIsOpen();
    void hasNoTablesWithoutKernels();

private:
    QTemporaryDir m_folder;
    AnalysisPtr m_analysis;
};

void HostOverheadPanelTest::initTestCase()
{
    const QString path = m_folder.filePath("loop.sqlite"_qs);
    QVERIFY(writeHostLoop(path));
    Progress progress;
    auto trace = loadTrace({path.toStdString()}, {}, progress);
    QVERIFY(trace);
    m_analysis = analyse(trace.value(), {}, {}, progress).value();
}

void HostOverheadPanelTest::printsMetricsAndVotes()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(hostMetricTable(handMade(), false));
    const QStringList lines = printModel(model);
    QCOMPARE(lines.size(), 1 + static_cast<int>(kHostMetrics));
    QCOMPARE(plainSpaces(lines[0]),
             "metric | window | votes yes if | vote | context | votes yes if "
             "| vote | generation | votes yes if | vote"_qs);
    // 0.4 > 0.30 in the window; in generation 0.2 > 0.15.  A phase without kernels has no value.
    QCOMPARE(
        plainSpaces(lines[1]),
        "M1 no kernel running | 40.0 % | > 30.0 % | yes | — |  |  | 20.0 % | > 15.0 % | yes"_qs);
    // 0.6 is at its limit, not below; so is 0.8.
    QCOMPARE(
        plainSpaces(lines[6]),
        "M4 some kernel running | 60.0 % | < 60.0 % | no | — |  |  | 80.0 % | < 80.0 % | no"_qs);
    QVERIFY(plainSpaces(lines[3]).startsWith("M3a preparation exposed | — |  | "_qs));
    QVERIFY(plainSpaces(lines[7]).startsWith("M5 NCCL | 0.0 % |  |  | "_qs)
            || plainSpaces(lines[7]).startsWith("M5 NCCL | 0 % |  |  | "_qs));
}

void HostOverheadPanelTest::saysTheVerdict()
{
    QCOMPARE(hostVerdictText(handMade()), "The host holds the GPU back: yes"_qs);
    const QString details = hostDetailText(handMade());
    QVERIFY2(details.contains("Window: yes, 2 of 3 votes"_qs), qPrintable(details));
    QVERIFY2(
        details.contains("context (2 steps, CUDA graphs not seen): No kernel ran in the steps"_qs),
        qPrintable(details));
    QVERIFY2(details.contains("generation (12 steps, CUDA graphs used): no, 1 of 2 votes"_qs),
             qPrintable(details));
}

void HostOverheadPanelTest::followsTheWindow()
{
    Document document;
    HostOverheadPanel panel(document);
    panel.resize(800, 500);
    panel.show();
    document.setAnalysis(m_analysis);
    QTRY_VERIFY_WITH_TIMEOUT(!panel.isBehind(), kWaitMs);
    // Of one step from edge to edge 5.980 + 0.998 of 10 ms run a kernel.
    document.setUserWindow(loopStep(6));
    QTRY_VERIFY_WITH_TIMEOUT(!panel.isBehind(), kWaitMs);
    const auto value = panel.metrics().table().copyText({0}, {1});
    QCOMPARE(value.section(u'\n', 1, 1).toDouble(), 1 - 0.6978);
    QCOMPARE(panel.devices().table().rowCount(), 1);
    QVERIFY(panel.detailText().contains("No step marker tells context from generation"_qs));
}

void HostOverheadPanelTest::hasNoTablesWithoutKernels()
{
    Document document;
    HostOverheadPanel panel(document);
    panel.resize(800, 500);
    panel.show();
    document.setAnalysis(sceneAnalysis(traceWithoutGpu()));
    QTRY_VERIFY_WITH_TIMEOUT(!panel.isBehind(), kWaitMs);
    QVERIFY2(panel.messageText().contains("This capture holds no kernel."_qs)
                 && panel.messageText().contains("nsys profile -t cuda,nvtx,osrt"_qs),
             qPrintable(panel.messageText()));
    QVERIFY(!panel.metrics().isVisible() && !panel.devices().isVisible());
    document.setAnalysis(m_analysis);
    QTRY_VERIFY_WITH_TIMEOUT(!panel.isBehind(), kWaitMs);
    QCOMPARE(panel.messageText(), QString());
    QVERIFY(panel.metrics().isVisible() && panel.devices().isVisible());
}

void HostOverheadPanelTest::saysThatNothingIsOpen()
{
    Document document;
    HostOverheadPanel panel(document);
    panel.show();
    QCOMPARE(panel.verdictText(), "Open a capture to see its host overhead."_qs);
    QCOMPARE(panel.metrics().table().rowCount(), 0);
}

QTEST_MAIN(HostOverheadPanelTest)
#include "host_overhead_panel_test.moc"

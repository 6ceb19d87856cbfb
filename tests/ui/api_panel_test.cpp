// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/panel_answer.h"
#include "tests/support/print_model.h"
#include "ui/document.h"
#include "ui/panels/api/api_panel.h"
#include "ui/panels/api/api_table.h"
#include "ui/table/table_view.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace nv;
using namespace nv::test;

class ApiPanelTest : public QObject
{
    Q_OBJECT
private slots:
    void printsCalls();
    void saysWhyThereIsNone();
    void leadsToTheLongestCall();
    void highlightsTheCallOfAnOp();
};

void ApiPanelTest::printsCalls()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(apiTable(sceneAnswer()));
    QCOMPARE(
        printModel(model),
        QStringList(
            {"call | class | n | total (µs) | p50 (µs) | p95 (µs) | p99 (µs) | max (µs) | "
             "min (µs) | idle behind it (µs) | idle: compile (µs) | idle: sync (µs) | "
             "idle: alloc (µs) | idle: launch (µs)"_qs,
             "cudaDeviceSynchronize | sync | 1 | 135.0 | 135.00 | 135.00 | 135.00 | 135.00 | "
             "135.00 | 23.0 | 0 | 23.0 | 0 | 0"_qs,
             "cudaLaunchKernel | launch | 4 | 7.00 | 2.00 | 2.00 | 2.00 | 2.00 | 1.00 | 0.500 | 0 "
             "| 0 | 0 | 0.500"_qs,
             "cudaMemcpyAsync | copy | 1 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 0 | 0 | 0 "
             "| 0 | 0"_qs}));
    QCOMPARE(model.copyText({1}, {0, 1, 3, 9, 13}),
             "name\tclass\ttotal_ns\tidle_ns\tgap_launch_ns\ncudaLaunchKernel\tlaunch\t7000\t500\t"
             "500\n"_qs);
}

void ApiPanelTest::saysWhyThereIsNone()
{
    Document document;
    ApiPanel panel(document);
    panel.present(emptyAnswer(bareAnalysis()));
    QCOMPARE(panel.messageText(), "No CUDA API call was made in this window."_qs);
    panel.present(emptyAnswer(bareAnalysis(traceOfGraphs())));
    QVERIFY(panel.messageText().contains("holds no CUDA API call"_qs));
    QVERIFY(panel.messageText().contains("nsys profile -t cuda,nvtx,osrt"_qs));
}

void ApiPanelTest::leadsToTheLongestCall()
{
    Document document;
    ApiPanel panel(document);
    panel.resize(900, 300);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    document.setAnalysis(sceneAnalysis());
    QTRY_COMPARE(panel.view().table().rowCount(), 3);
    QCOMPARE(printColumn(panel.view().table(), 0).front(), "cudaDeviceSynchronize"_qs);
    TableView& view = panel.view();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                      view.visualRect(view.table().index(0, 0)).center());
    QCOMPARE(document.selection(), std::optional(EventRef{EventKind::Call, 5}));
}

void ApiPanelTest::highlightsTheCallOfAnOp()
{
    Document document;
    ApiPanel panel(document);
    panel.show();
    document.setAnalysis(sceneAnalysis());
    QTRY_COMPARE(panel.view().table().rowCount(), 3);
    document.select(EventRef{EventKind::Op, kCopy});
    QCOMPARE(panel.view().currentId(), std::optional(apiRowId("cudaMemcpyAsync")));
    document.select(EventRef{EventKind::Call, 0});
    QCOMPARE(panel.view().currentId(), std::optional(apiRowId("cudaLaunchKernel")));
    document.select(EventRef{EventKind::Range, 0});
    QCOMPARE(panel.view().currentId(), std::optional(apiRowId("cudaLaunchKernel")));
}

QTEST_MAIN(ApiPanelTest)
#include "api_panel_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/panel_answer.h"
#include "tests/support/print_model.h"
#include "ui/document.h"
#include "ui/panels/outliers/outlier_table.h"
#include "ui/panels/outliers/outliers_panel.h"
#include "ui/table/table_view.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace nv;
using namespace nv::test;

class OutliersPanelTest : public QObject
{
    Q_OBJECT
private slots:
    void printsOutliers();
    void saysWhyThereIsNone();
    void leadsToTheLaunch();
};

void OutliersPanelTest::printsOutliers()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(outlierTable(sceneAnswer()));
    const QStringList lines = printModel(model);
    QCOMPARE(lines.front(), "kernel | duration (µs) | p50 (µs) | x p50 | start | GPU | stream | "
                            "correlation | what was different | NVTX range"_qs);
    QVERIFY2(lines[1].startsWith("gemm | 40.0 | 12.0 | 3.33x | "_qs), qPrintable(lines[1]));
    QVERIFY(lines[1].endsWith(" | 0 | 7 | 3 | a copy ran beside it | step"_qs));
    QCOMPARE(model.copyText({0}, {0, 1, 4, 7}),
             "demangled\tdur_ns\tstart_ns\tcorrelation\n"
             "void gemm<float, 128>(float const*)\t40000\t50000\t3\n"_qs);
}

void OutliersPanelTest::saysWhyThereIsNone()
{
    Document document;
    OutliersPanel panel(document);
    Answer answer = sceneAnswer();
    auto none = std::make_shared<WindowTables>(*answer.tables);
    none->outliers.clear();
    panel.present({answer.analysis, none});
    QVERIFY(plainSpaces(panel.messageText()).contains("at least 20 times"_qs));
    QVERIFY(plainSpaces(panel.messageText()).contains("5.00 µs"_qs));
    panel.present(emptyAnswer(bareAnalysis(traceWithoutGpu())));
    QVERIFY(panel.messageText().contains("This capture holds no kernel."_qs));
}

void OutliersPanelTest::leadsToTheLaunch()
{
    Document document;
    document.setAnalysis(sceneAnalysis());
    OutliersPanel panel(document);
    panel.resize(1000, 300);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QTRY_VERIFY(document.tablesAreCurrent()); // three launches are too few for an outlier
    QVERIFY(!panel.messageText().isEmpty());
    panel.present(sceneAnswer());
    TableView& view = panel.view();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                      view.visualRect(view.table().index(0, 0)).center());
    QCOMPARE(document.selection(), std::optional(EventRef{EventKind::Op, kGemm3}));
}

QTEST_MAIN(OutliersPanelTest)
#include "outliers_panel_test.moc"

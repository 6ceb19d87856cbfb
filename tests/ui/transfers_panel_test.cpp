// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/panel_answer.h"
#include "tests/support/print_model.h"
#include "ui/document.h"
#include "ui/panels/transfers/transfer_table.h"
#include "ui/panels/transfers/transfers_panel.h"
#include "ui/table/table_view.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace nv;
using namespace nv::test;

class TransfersPanelTest : public QObject
{
    Q_OBJECT
private slots:
    void printsTransfers();
    void saysWhatMovesEveryStep();
    void saysWhyThereIsNone();
    void leadsToTheCopyAndBack();
};

void TransfersPanelTest::printsTransfers()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(transferTable(sceneAnswer()));
    QCOMPARE(
        printModel(model),
        QStringList({"transfer | from | to | n | size (KiB) | total (µs) | exposed (µs) | rate "
                     "(GB/s) | every step | n / step | size / step (KiB)"_qs,
                     "Host-to-Device | Pageable | Device | 9 | 36.0 | 18.0 | 17.0 | 2.05 | "
                     "constant | 1.00 | 4.00"_qs,
                     "memset | — | Device | 1 | 0.0156 | 0 | 0 | — | — | — | —"_qs}));
    QCOMPARE(model.copyText({0, 1}, {0, 3, 4, 7, 10}),
             "kind\tcount\tbytes\tbandwidth_bytes_per_s\tper_step_bytes\n"
             "Host-to-Device\t9\t36864\t2048000000\t4096\n"
             "memset\t1\t16\t\t\n"_qs);
    QVERIFY(model.index(1, 9).data(Qt::ToolTipRole).toString().contains("fewer than 8"_qs));
}

void TransfersPanelTest::saysWhatMovesEveryStep()
{
    const Answer answer = sceneAnswer();
    const auto& rows = answer.tables->transfers;
    const Thresholds limits;
    QCOMPARE(plainSpaces(perStepSentence(rows[0], limits)),
             "Host-to-Device moves every step: 1 × 4.00 KiB in 100.0 % of the steps"_qs);
    QVERIFY(perStepSentence(rows[1], limits).contains("fewer than 8 whole steps"_qs));
    TransferRow varying = rows[0];
    varying.perStep->constant = false;
    QVERIFY(plainSpaces(perStepSentence(varying, limits)).contains("80.0 %"_qs));

    Document document;
    TransfersPanel panel(document);
    panel.present(answer);
    QVERIFY(panel.detailText().startsWith("Host-to-Device moves every step"_qs));
    panel.view().selectRow(1);
    QVERIFY(panel.detailText().contains("not known"_qs));
}

void TransfersPanelTest::saysWhyThereIsNone()
{
    Document document;
    TransfersPanel panel(document);
    panel.present(emptyAnswer(bareAnalysis()));
    QCOMPARE(panel.messageText(), "Nothing was copied or set in this window."_qs);
    panel.present(emptyAnswer(bareAnalysis(traceOfGraphs())));
    QVERIFY(panel.messageText().contains("the program made none"_qs));
    panel.present(emptyAnswer(bareAnalysis(traceWithoutGpu())));
    QVERIFY(panel.messageText().contains("nsys profile -t cuda,nvtx,osrt"_qs));
}

void TransfersPanelTest::leadsToTheCopyAndBack()
{
    Document document;
    TransfersPanel panel(document);
    panel.resize(900, 300);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    document.setAnalysis(sceneAnalysis());
    QTRY_COMPARE(panel.view().table().rowCount(), 1);
    TableView& view = panel.view();
    document.select(EventRef{EventKind::Op, kCopy});
    QCOMPARE(view.currentId(), std::optional(transferRowId(false, 1, 0, 2)));
    document.select(std::nullopt);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                      view.visualRect(view.table().index(0, 0)).center());
    QCOMPARE(document.selection(), std::optional(EventRef{EventKind::Op, kCopy}));
}

QTEST_MAIN(TransfersPanelTest)
#include "transfers_panel_test.moc"

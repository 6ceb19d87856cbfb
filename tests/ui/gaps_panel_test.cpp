// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/panel_answer.h"
#include "tests/support/print_model.h"
#include "ui/document.h"
#include "ui/panels/gaps/gap_tables.h"
#include "ui/panels/gaps/gaps_panel.h"
#include "ui/table/table_view.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace nv;
using namespace nv::test;

class GapsPanelTest : public QObject
{
    Q_OBJECT
private slots:
    void printsGaps();
    void printsBucketsAndCauses();
    void saysHowManyAreNotListed();
    void saysWhyThereIsNone();
    void leadsToTheStretchOfTime();
    void highlightsTheGapAnOpEnds();
};

void GapsPanelTest::printsGaps()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(gapTable(sceneAnswer()));
    const QStringList lines = printModel(model);
    QCOMPARE(lines.front(),
             "cause | length (µs) | start | GPU | before | next | launched by | host "
             "was in | NVTX range | NVTX at begin"_qs);
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[1].startsWith("device wait | 10.0 | "_qs), qPrintable(lines[1]));
    QVERIFY(lines[1].endsWith(
        " | 0 | gemm | gemm | cudaLaunchKernel | cudaDeviceSynchronize | step | step"_qs));
    QVERIFY(lines[2].endsWith(" | 0 | gemm | gemm | — | — | — | step"_qs));
    QCOMPARE(model.copyText({0}, {0, 1, 2, 4}),
             "cause\tdur_ns\tstart_ns\tbefore\n"
             "queue\t10000\t20000\tvoid gemm<float, 128>(float const*)\n"_qs);
    model.setFilter("float const"_qs); // the whole name is searched
    QCOMPARE(model.rowCount(), 2);
}

void GapsPanelTest::printsBucketsAndCauses()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(gapBucketTable(sceneAnswer()));
    QCOMPARE(printModel(model),
             QStringList({"length | device gaps | total (µs) | stream gaps | total (µs)"_qs,
                          "< 10 µs | 1 | 8.00 | 1 | 8.00"_qs, "≥ 10 µs | 1 | 10.0 | 1 | 10.0"_qs}));
    model.setTable(gapCauseTable(sceneAnswer()));
    model.sort(2, Qt::DescendingOrder);
    QCOMPARE(printModel(model),
             QStringList({"cause | gaps | total (µs) | share of gaps"_qs,
                          "device wait | 1 | 10.0 | 55.6 %"_qs, "host | 1 | 8.00 | 44.4 %"_qs}));
}

void GapsPanelTest::saysHowManyAreNotListed()
{
    Document document;
    GapsPanel panel(document);
    Answer answer = sceneAnswer();
    panel.present(answer);
    QCOMPARE(panel.footerText(), "2 rows"_qs);
    auto more = std::make_shared<WindowTables>(*answer.tables);
    more->gaps.buckets[0].count = 31'203;
    answer.tables = more;
    panel.present(answer);
    QVERIFY2(plainSpaces(panel.footerText()).contains("the 2 longest of 31 204 gaps"_qs),
             qPrintable(panel.footerText()));
    QCOMPARE(panel.causes().table().rowCount(), 2);
    QCOMPARE(panel.buckets().table().rowCount(), 2);
}

void GapsPanelTest::saysWhyThereIsNone()
{
    Document document;
    GapsPanel panel(document);
    panel.present(emptyAnswer(bareAnalysis()));
    QCOMPARE(panel.messageText(), "No device was idle in this window."_qs);
    panel.present(emptyAnswer(bareAnalysis(traceWithoutGpu())));
    QVERIFY(panel.messageText().contains("nsys profile -t cuda,nvtx,osrt"_qs));
}

void GapsPanelTest::leadsToTheStretchOfTime()
{
    Document document;
    GapsPanel panel(document);
    panel.resize(1000, 400);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    document.setAnalysis(sceneAnalysis());
    document.setUserWindow({20'000, 50'000});
    QTRY_COMPARE(panel.view().table().rowCount(), 2); // 20..30 µs and 42..50 µs
    document.setView({0, 1'000});
    TableView& view = panel.view();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                      view.visualRect(view.table().index(0, 1)).center());
    const TimeRange shown = document.view().current();
    QVERIFY(shown.begin <= 20'000 && shown.end >= 30'000);
    QVERIFY(!document.selection());
}

void GapsPanelTest::highlightsTheGapAnOpEnds()
{
    Document document;
    GapsPanel panel(document);
    panel.show();
    document.setAnalysis(sceneAnalysis());
    document.setUserWindow({20'000, 50'000});
    QTRY_COMPARE(panel.view().table().rowCount(), 2);
    document.select(EventRef{EventKind::Op, kGemm3});
    GapRow row;
    row.device = DeviceId(0);
    row.whole = {42'000, 50'000};
    QCOMPARE(panel.view().currentId(), std::optional(gapRowId(row)));
}

QTEST_MAIN(GapsPanelTest)
#include "gaps_panel_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/panel_answer.h"
#include "tests/support/print_model.h"
#include "ui/document.h"
#include "ui/panels/kernels/bytes_input.h"
#include "ui/panels/kernels/kernel_table.h"
#include "ui/panels/kernels/kernels_panel.h"
#include "ui/panels/launches/launch_table.h"
#include "ui/panels/launches/launches_panel.h"
#include "ui/table/spread_view.h"
#include "ui/table/table_view.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QHeaderView>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace nv;
using namespace nv::test;

class KernelsPanelTest : public QObject
{
    Q_OBJECT
private slots:
    void printsKernels();
    void namesFamiliesByRules();
    void showsBandwidthOfGivenBytes();
    void readsBytes_data();
    void readsBytes();
    void printsLaunches();
    void saysWhyThereIsNone_data();
    void saysWhyThereIsNone();
    void namesWindowAndRule();
    void sortsFiltersAndCopies();
    void showsDurationsOfTheTopKernel();
    void leadsToTheLongestLaunch();
    void highlightsThePickedKernel();
    void followsTheWindow();
};

void KernelsPanelTest::printsKernels()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(kernelTable(sceneAnswer()));
    QCOMPARE(
        printModel(model),
        QStringList(
            {"kernel | n | total (µs) | share of kernels | family | p50 (µs) | p95 (µs) | p99 (µs) "
             "| "
             "max (µs) | min (µs) | avg (µs) | median (µs) | stddev (µs) | tail | flags"_qs,
             "gemm | 3 | 62.0 | 92.5 % | GEMM | 12.0 | 40.0 | 40.0 | 40.0 | 10.0 | 20.7 | 12.0 | "
             "16.8 | 23.3 % | both"_qs,
             "attn | 1 | 5.00 | 7.5 % | attention | 5.00 | 5.00 | 5.00 | 5.00 | 5.00 | 5.00 | 5.00 | 0 | 0.0 % | "_qs}));
    QCOMPARE(model.copyText({0}, {0, 1, 2, 3, 4, 5, 8, 10, 14}),
             "demangled\tcount\ttotal_ns\tshare\tfamily\tp50_ns\tmax_ns\tavg_ns\tflags\n"
             "void gemm<float, 128>(float const*)\t3\t62000\t0.9254\tGEMM\t12000\t40000\t20666.5\t"
             "outliers, systematic\n"_qs);
    QCOMPARE(model.index(0, 3).data(TableModel::BarRole).toDouble(), 0.9254);
    const auto definition = [&model](int column) {
        return model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
    };
    QVERIFY(definition(5).contains("a duration that occurred"_qs));        // p50
    QVERIFY(definition(11).contains("a duration that never occurred"_qs)); // median
}

void KernelsPanelTest::namesFamiliesByRules()
{
    Document document;
    KernelsPanel panel(document);
    panel.present(sceneAnswer());
    // 62 of 67 us of kernel time, and 5 of 67.
    QCOMPARE(plainSpaces(panel.footerText()), "by family: GEMM 92.5 %, attention 7.5 %"_qs);
    const QTemporaryDir folder;
    const QString path = folder.filePath("rules"_qs);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("^gemm$\tbig one\tmine\n");
    file.close();
    QCOMPARE(document.labels().use(path), QString());
    QCOMPARE(printColumn(panel.view().table(), 0), QStringList({"big one"_qs, "attn"_qs}));
    QCOMPARE(printColumn(panel.view().table(), 4), QStringList({"mine"_qs, "attention"_qs}));
    QCOMPARE(plainSpaces(panel.footerText()), "by family: mine 92.5 %, attention 7.5 %"_qs);
    document.labels().setOn(false);
    QCOMPARE(printColumn(panel.view().table(), 4), QStringList({"GEMM"_qs, "attention"_qs}));
}

/// From the row's menu to the column: gemm takes 62 us for three launches.
void KernelsPanelTest::showsBandwidthOfGivenBytes()
{
    Document document;
    KernelsPanel panel(document);
    panel.resize(900, 400);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    document.setAnalysis(sceneAnalysis());
    document.setUserWindow({0, 120'000});
    QTRY_VERIFY(document.tablesAreCurrent());
    QTRY_COMPARE(panel.view().table().rowCount(), 2);
    const int plain = panel.view().table().columnCount();

    QMenu* menu = panel.rowMenu(0);
    QVERIFY(!menu->actions().at(1)->isEnabled()); // nothing to forget
    menu->actions().at(0)->trigger();
    auto* dialog = panel.findChild<QInputDialog*>();
    QVERIFY(dialog);
    dialog->setTextValue("620 kB"_qs);
    dialog->accept();
    QTRY_COMPARE(panel.view().table().columnCount(), plain + 2);
    // 3 x 620 000 B in 62 us: 30 GB/s; the capture does not say what the memory is made for.
    QVERIFY(
        plainSpaces(panel.view().table().index(0, plain).data().toString()).startsWith("30.0"_qs));
    QCOMPARE(panel.view().table().index(1, plain).data().toString(), "—"_qs);
    QCOMPARE(panel.view().table().index(0, plain + 1).data().toString(), "—"_qs);
    QCOMPARE(document.thresholds().bytesPerLaunch.at("void gemm<float, 128>(float const*)"),
             Bytes{620'000});

    panel.rowMenu(0)->actions().at(1)->trigger();
    QVERIFY(document.thresholds().bytesPerLaunch.empty());
    QTRY_COMPARE(panel.view().table().columnCount(), plain);
}

void KernelsPanelTest::readsBytes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("bytes"); // 0: refused
    QTest::newRow("plain") << "1048576" << qint64{1048576};
    QTest::newRow("of 1024") << " 1.5 MiB" << qint64{1572864};
    QTest::newRow("of 1000") << "2GB" << qint64{2'000'000'000};
    QTest::newRow("small letters") << "3 kb" << qint64{3000};
    QTest::newRow("B") << "12 B" << qint64{12};
    QTest::newRow("none") << "0" << qint64{0};
    QTest::newRow("a word") << "much" << qint64{0};
    QTest::newRow("negative") << "-3 MB" << qint64{0};
    QTest::newRow("empty") << "" << qint64{0};
    QTest::newRow("beyond int64") << "1e30" << qint64{0};
}

void KernelsPanelTest::readsBytes()
{
    QFETCH(QString, text);
    QFETCH(qint64, bytes);
    const std::optional<Bytes> read = readBytes(text);
    QCOMPARE(read.has_value(), bytes != 0);
    QCOMPARE(read.value_or(0), Bytes{bytes});
}

void KernelsPanelTest::printsLaunches()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(launchTable(sceneAnswer()));
    QCOMPARE(
        printModel(model),
        QStringList({"kernel | n | early | API p50 (µs) | API p95 (µs) | API p99 (µs) | "
                     "queue p50 (µs) | queue p95 (µs) | queue p99 (µs) | kernel p50 (µs) | "
                     "kernel p95 (µs) | kernel p99 (µs) | API avg (µs) | queue avg (µs) | "
                     "kernel avg (µs) | earliest (µs) | before call"_qs,
                     "gemm | 3 | 0 | 2.00 | 2.00 | 2.00 | 22.0 | 39.0 | 39.0 | 12.0 | 40.0 | "
                     "40.0 | 2.00 | 22.7 | 20.7 | 7.00 | 0"_qs,
                     "attn | 1 | 1 | 1.00 | 1.00 | 1.00 | — | — | — | 5.00 | 5.00 | 5.00 | 1.00 | "
                     "— | 5.00 | −1.50 | 1"_qs}));
    QVERIFY(model.index(1, 6).data(Qt::ToolTipRole).toString().contains("before its call ends"_qs));
    QVERIFY(launchRemark(sceneAnswer()).startsWith("1 kernel starts before its call begins"_qs));
}

void KernelsPanelTest::saysWhyThereIsNone_data()
{
    QTest::addColumn<AnalysisPtr>("analysis");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("command");
    QTest::newRow("not in this window")
        << bareAnalysis() << "No kernel ran in this window."_qs << QString();
    QTest::newRow("never recorded")
        << bareAnalysis(traceWithoutGpu()) << "This capture holds no kernel."_qs
        << "nsys profile -t cuda,nvtx,osrt"_qs;
    QTest::newRow("graphs only") << bareAnalysis(traceOfGraphs()) << "cannot be told"_qs
                                 << "--cuda-graph-trace=node"_qs;
}

void KernelsPanelTest::saysWhyThereIsNone()
{
    QFETCH(AnalysisPtr, analysis);
    QFETCH(QString, sentence);
    QFETCH(QString, command);
    Document document;
    KernelsPanel panel(document);
    panel.present(emptyAnswer(analysis));
    QVERIFY2(panel.messageText().contains(sentence), qPrintable(panel.messageText()));
    QVERIFY(panel.messageText().contains(command));
    QCOMPARE(panel.messageText().contains("nsys"_qs), !command.isEmpty());
    panel.present(sceneAnswer());
    QVERIFY(panel.messageText().isEmpty());
}

void KernelsPanelTest::namesWindowAndRule()
{
    Document document;
    KernelsPanel panel(document);
    panel.show();
    QCOMPARE(panel.messageText(), "No capture is open."_qs);
    Answer answer = sceneAnswer();
    panel.present(answer);
    QVERIFY(panel.captionText().startsWith("your window · "_qs));
    QVERIFY(plainSpaces(panel.captionText())
                .endsWith(" · 120 µs · whole durations of launches nsys keeps"_qs));
    auto all = std::make_shared<WindowTables>(*answer.tables);
    all->window.source = WindowSource::All;
    answer.tables = all;
    panel.present(answer);
    QVERIFY(panel.captionText().startsWith("all GPU work "_qs));
    QVERIFY(panel.captionText().endsWith("every launch"_qs));
}

void KernelsPanelTest::sortsFiltersAndCopies()
{
    Document document;
    KernelsPanel panel(document);
    panel.resize(900, 400);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.present(sceneAnswer());
    TableView& view = panel.view();
    QCOMPARE(printColumn(view.table(), 0), QStringList({"gemm"_qs, "attn"_qs}));
    QHeaderView* header = view.horizontalHeader();
    const QPoint onCount(header->sectionViewportPosition(1) + 8, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, onCount);
    QCOMPARE(printColumn(view.table(), 0), QStringList({"gemm"_qs, "attn"_qs}));
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, onCount);
    QCOMPARE(printColumn(view.table(), 0), QStringList({"attn"_qs, "gemm"_qs}));

    view.setFocus();
    QTest::keyClicks(&view, "t"_qs);
    auto* filter = panel.findChild<QLineEdit*>();
    QCOMPARE(filter->text(), "t"_qs);
    QTest::keyClicks(filter, "tn"_qs);
    QCOMPARE(printColumn(view.table(), 0), QStringList({"attn"_qs}));
    QVERIFY(plainSpaces(panel.footerText()).startsWith("1 of 2 rows match"_qs));
    QTest::keyClick(filter, Qt::Key_Down); // on to the rows
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().contains("attn(float*)\t1\t5000\t"_qs));
    QTest::keyClick(filter, Qt::Key_Escape);
    QCOMPARE(view.table().rowCount(), 2);
}

void KernelsPanelTest::showsDurationsOfTheTopKernel()
{
    Document document;
    KernelsPanel panel(document);
    panel.present(sceneAnswer());
    QTRY_COMPARE(panel.plot().histogram().counts.size() > 1, true);
    const DurationHistogram& histogram = panel.plot().histogram();
    QCOMPARE(histogram.edges.front(), Ns{10'000});
    QCOMPARE(histogram.edges.back(), Ns{40'000});
    std::uint64_t launches = 0;
    for (const std::uint64_t n : histogram.counts)
        launches += n;
    QCOMPARE(launches, std::uint64_t{3});
    QVERIFY(panel.plot().titleText().contains("gemm"_qs));
}

void KernelsPanelTest::leadsToTheLongestLaunch()
{
    Document document;
    KernelsPanel panel(document);
    panel.resize(900, 400);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    document.setAnalysis(sceneAnalysis());
    QTRY_COMPARE(panel.view().table().rowCount(), 2);
    QSignalSpy revealed(&document, &Document::revealRequested);
    TableView& view = panel.view();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                      view.visualRect(view.table().index(0, 0)).center());
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(document.selection(), std::optional(EventRef{EventKind::Op, kGemm3}));
}

void KernelsPanelTest::highlightsThePickedKernel()
{
    Document document;
    KernelsPanel panel(document);
    LaunchesPanel launches(document);
    panel.show();
    launches.show();
    document.setAnalysis(sceneAnalysis());
    QTRY_COMPARE(panel.view().table().rowCount(), 2);
    const std::uint64_t attn = document.trace()->kernel(OpIndex(kAttn)).demangled.value;
    const std::uint64_t gemm = document.trace()->kernel(OpIndex(kGemm1)).demangled.value;
    QSignalSpy revealed(&document, &Document::revealRequested);
    document.select(EventRef{EventKind::Op, kAttn});
    QCOMPARE(panel.view().currentId(), std::optional(attn));
    QCOMPARE(launches.view().currentId(), std::optional(attn));
    document.select(EventRef{EventKind::Call, 1}); // the call that launched the second gemm
    QCOMPARE(panel.view().currentId(), std::optional(gemm));
    document.select(EventRef{EventKind::Op, kCopy}); // no kernel: the highlight stays
    QCOMPARE(panel.view().currentId(), std::optional(gemm));
    QCOMPARE(revealed.count(), 0);
}

void KernelsPanelTest::followsTheWindow()
{
    Document document;
    KernelsPanel panel(document);
    panel.show();
    document.setAnalysis(sceneAnalysis());
    QTRY_COMPARE(panel.view().table().rowCount(), 2);
    QVERIFY(panel.view().selectId(document.trace()->kernel(OpIndex(kGemm1)).demangled.value));
    document.setUserWindow({0, 45'000});
    QVERIFY(panel.view().table().rowCount() > 0); // never blank
    QTRY_COMPARE(panel.view().table().rowCount(), 1);
    QCOMPARE(panel.view().table().index(0, 1).data().toString(), "2"_qs);
    QCOMPARE(panel.view().selectionModel()->selectedRows().size(), 1);
    QVERIFY(panel.captionText().startsWith("your window "_qs));
    QTRY_VERIFY(!panel.isDimmed());

    panel.hide(); // an unseen panel works again when it is seen
    document.setUserWindow({95'000, 120'000});
    QTRY_VERIFY(document.tablesAreCurrent());
    QCOMPARE(panel.view().table().index(0, 0).data().toString(), "gemm"_qs);
    panel.show();
    QCOMPARE(panel.view().table().index(0, 0).data().toString(), "attn"_qs);
}

QTEST_MAIN(KernelsPanelTest)
#include "kernels_panel_test.moc"

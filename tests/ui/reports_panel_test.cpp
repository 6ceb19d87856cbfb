// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/stats_format.h"
#include "core/base/text.h"
#include "tests/support/panel_scene.h"
#include "tests/support/print_model.h"
#include "ui/document.h"
#include "ui/panels/reports/report_chooser.h"
#include "ui/panels/reports/report_form.h"
#include "ui/panels/reports/reports_panel.h"
#include "ui/table/spread_view.h"
#include "ui/table/table_view.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace nv;
using namespace nv::test;

namespace {

const StatsReport& reportNamed(std::string_view name)
{
    for (const StatsReport& report : statsReports()) {
        if (report.name == name)
            return report;
    }
    qFatal("no such report");
}

QAction* actionNamed(const QMenu& menu, const QString& beginning)
{
    for (QAction* action : menu.actions()) {
        if (action->text().startsWith(beginning))
            return action;
    }
    return nullptr;
}

QString clipboard()
{
    return QGuiApplication::clipboard()->text();
}

} // namespace

class ReportsPanelTest : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void showsTheRealToolsRows();
    void followsTheWindow();
    void choosesByTyping();
    void offersTheFormsOfTheReport();
    void sortsBothWays();
    void findsWhatIsTyped();
    void copiesRowsAndTable();
    void savesTheCsvOfTheCommandLine();
    void copiesTheCommands();
    void leadsToTheEvents();
    void takesArgumentsAndLeadsToGaps();
    void showsHowTheDurationsOfARowAreSpread();
    void explainsEveryColumn();
    void saysWhyThereIsNoTable();
    void waitsUntilItIsSeen();

private:
    void settle() { QTRY_VERIFY(m_panel->isSettled()); }

    QStringList lines() const { return printModel(m_panel->view().table()); }

    void clickRow(int row)
    {
        TableView& view = m_panel->view();
        QTest::mouseClick(
            view.viewport(), Qt::LeftButton, {},
            view.visualRect(view.table().index(row, view.table().columnCount() - 1)).center());
    }

    void clickHeader(const QString& title)
    {
        TableView& view = m_panel->view();
        for (int c = 0; c < view.table().columnCount(); ++c) {
            if (!view.table()
                     .headerData(c, Qt::Horizontal, Qt::DisplayRole)
                     .toString()
                     .startsWith(title))
                continue;
            QHeaderView* header = view.horizontalHeader();
            view.scrollTo(view.table().index(0, c));
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(c) + 8, header->height() / 2});
            return;
        }
        QFAIL("no such column");
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<ReportsPanel> m_panel;
};

void ReportsPanelTest::init()
{
    m_document = std::make_unique<Document>();
    m_panel = std::make_unique<ReportsPanel>(*m_document);
    m_panel->resize(1000, 500);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    QCOMPARE(m_panel->messageText(), "No capture is open."_qs);
    m_document->setAnalysis(sceneAnalysis());
    m_document->setWindow(allWindow(*m_document->analysis()));
    settle();
}

void ReportsPanelTest::cleanup()
{
    m_panel.reset();
    m_document.reset();
}

/// gemm 10 + 12 + 40 us, attn 5 us: 62/67 and 5/67 of the kernels' time.
void ReportsPanelTest::showsTheRealToolsRows()
{
    QAbstractItemModelTester tester(&m_panel->view().table(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(m_panel->messageText().isEmpty());
    QCOMPARE(lines(),
             QStringList({"Time (%) | Total Time (µs) | Instances | Avg (µs) | Med (µs) | "
                          "Min (µs) | Max (µs) | StdDev (µs) | Name"_qs,
                          "92.5 % | 62.0 | 3 | 20.7 | 12.0 | 10.0 | 40.0 | 16.8 | "
                          "void gemm<float, 128>(float const*)"_qs,
                          "7.5 % | 5.00 | 1 | 5.00 | 5.00 | 5.00 | 5.00 | 0 | attn(float*)"_qs}));
    // The name stands first on the screen, whatever its place in nsys' table.
    QCOMPARE(m_panel->view().horizontalHeader()->visualIndex(8), 0);
    QVERIFY(m_panel->captionText().startsWith("2 rows · all GPU work"_qs));
    QVERIFY(m_panel->captionText().endsWith("every row · cuda_gpu_kern_sum"_qs));
    QVERIFY(m_panel->footerText().isEmpty());
    QVERIFY(m_panel->view()
                .table()
                .index(0, 1)
                .data(Qt::ToolTipRole)
                .toString()
                .contains("62000 ns"_qs));
}

void ReportsPanelTest::followsTheWindow()
{
    m_document->setUserWindow({0, 45'000});
    QVERIFY(m_panel->view().table().rowCount() > 0); // never blank
    settle();
    QCOMPARE(m_panel->view().table().rowCount(), 1);
    QCOMPARE(m_panel->view().table().index(0, 2).data().toString(), "2"_qs);
    QVERIFY(m_panel->captionText().contains("whole durations of the rows nsys keeps"_qs));
    QVERIFY(!m_panel->isDimmed());
    m_document->setUserWindow({200'000, 300'000});
    settle();
    QCOMPARE(m_panel->messageText(), "This report has no row in this window."_qs);
    m_document->resetWindow();
    settle();
    QVERIFY(m_panel->messageText().isEmpty());
}

void ReportsPanelTest::choosesByTyping()
{
    ReportChooser& chooser = m_panel->chooser();
    QTest::mouseClick(&chooser, Qt::LeftButton);
    ReportList& list = chooser.list();
    QVERIFY(list.isVisible());
    std::size_t offered = 0;
    for (int g = 0; g < list.tree().topLevelItemCount(); ++g)
        offered += static_cast<std::size_t>(list.tree().topLevelItem(g)->childCount());
    QCOMPARE(offered, statsReports().size());
    QTest::keyClicks(&list.search(), "api_s"_qs);
    QTest::keyClick(&list.search(), Qt::Key_Return);
    QVERIFY(!list.isVisible());
    QCOMPARE(QString::fromUtf8(chooser.report()->name.data()).left(8), "cuda_api"_qs);
    settle();
    QCOMPARE(m_panel->view().table().headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
             "Num Calls"_qs);
    QTest::mouseClick(&chooser, Qt::LeftButton);
    QTest::keyClick(&list.search(), Qt::Key_Escape);
    QVERIFY(!list.isVisible());
}

void ReportsPanelTest::offersTheFormsOfTheReport()
{
    ReportForm& form = m_panel->form();
    QVERIFY(actionNamed(form.menu(), "Short")->isEnabled());
    actionNamed(form.menu(), "Short")->trigger();
    settle();
    QCOMPARE(m_panel->view().table().index(0, 8).data().toString(), "gemm"_qs);
    QVERIFY(m_panel->captionText().endsWith("cuda_gpu_kern_sum:base"_qs));
    QVERIFY(form.text().contains("short"_qs));
    m_panel->showReport(reportNamed("cuda_api_sum")); // has no forms
    settle();
    QVERIFY(!actionNamed(form.menu(), "Short")->isEnabled());
    QVERIFY(m_panel->captionText().endsWith("cuda_api_sum"_qs));
}

void ReportsPanelTest::sortsBothWays()
{
    clickHeader("Instances"_qs); // figures: the large ones first
    QCOMPARE(m_panel->view().table().index(0, 2).data().toString(), "3"_qs);
    clickHeader("Instances"_qs);
    QCOMPARE(m_panel->view().table().index(0, 2).data().toString(), "1"_qs);
    m_document->setUserWindow({0, 120'000}); // the reader's order stays
    settle();
    QCOMPARE(m_panel->view().table().index(0, 2).data().toString(), "1"_qs);
    m_panel->showReport(reportNamed("cuda_api_sum")); // another report: nsys' order
    settle();
    QCOMPARE(m_panel->view().horizontalHeader()->sortIndicatorSection(), -1);
    QCOMPARE(m_panel->view().table().index(0, 8).data().toString(), "cudaDeviceSynchronize"_qs);
}

void ReportsPanelTest::findsWhatIsTyped()
{
    m_panel->view().setFocus();
    QTest::keyClicks(&m_panel->view(), "a"_qs);
    auto* filter = m_panel->findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(filter != nullptr);
    QTest::keyClicks(filter, "TTN"_qs);
    settle();
    QCOMPARE(m_panel->view().table().rowCount(), 1);
    QCOMPARE(m_panel->footerText(), "1 of 2 rows match"_qs);
    m_document->setUserWindow({0, 120'000}); // stays while the window moves
    settle();
    QCOMPARE(m_panel->view().table().rowCount(), 1);
    QTest::keyClick(filter, Qt::Key_Escape);
    settle();
    QCOMPARE(m_panel->view().table().rowCount(), 2);
}

void ReportsPanelTest::copiesRowsAndTable()
{
    clickRow(1);
    QTest::keyClick(&m_panel->view(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY2(
        clipboard().contains("attn(float*)\t7.5\t5000\t1\t5000.0\t5000.0\t5000\t5000\t0.0\n"_qs),
        qPrintable(clipboard()));
    clickHeader("Instances"_qs);
    clickHeader("Instances"_qs);
    actionNamed(m_panel->menu(), "Copy the whole")->trigger();
    QTRY_COMPARE(clipboard(),
                 "Time (%)\tTotal Time (ns)\tInstances\tAvg (ns)\tMed (ns)\tMin (ns)\tMax (ns)\t"
                 "StdDev (ns)\tName\n"
                 "7.5\t5000\t1\t5000.0\t5000.0\t5000\t5000\t0.0\tattn(float*)\n"
                 "92.5\t62000\t3\t20666.7\t12000.0\t10000\t40000\t16773.0\t"
                 "void gemm<float, 128>(float const*)\n"_qs);
    QVERIFY(m_panel->footerText().startsWith("Copied the whole table"_qs));
}

void ReportsPanelTest::savesTheCsvOfTheCommandLine()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("report.csv"_qs);
    m_panel->saveCsv(path);
    settle();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto table =
        makeStats(*m_document->trace(), parseStatsRequest("cuda_gpu_kern_sum").value(), {}, {});
    QCOMPARE(QString::fromUtf8(file.readAll()), QString::fromStdString(statsCsv(table.value())));
    QVERIFY(m_panel->footerText().startsWith("Written: report.csv"_qs));
    m_panel->saveCsv(folder.filePath("no/such/folder.csv"_qs));
    settle();
    QVERIFY(m_panel->footerText().contains("could not be written"_qs));
}

void ReportsPanelTest::copiesTheCommands()
{
    const QString file =
        QString::fromStdString(text::shellWord(m_document->trace()->capture.fileName));
    m_document->setUserWindow({0, 45'000});
    settle();
    actionNamed(m_panel->menu(), "Copy the nsys command")->trigger();
    QCOMPARE(clipboard(), "nsys stats -r cuda_gpu_kern_sum --filter-time 0/45000 "_qs + file);
    actionNamed(m_panel->menu(), "Copy the nsys-verdict")->trigger();
    QCOMPARE(clipboard(),
             "nsys-verdict stats -r cuda_gpu_kern_sum --filter-time 0/45000 "_qs + file);
}

void ReportsPanelTest::leadsToTheEvents()
{
    QSignalSpy revealed(m_document.get(), &Document::revealRequested);
    clickRow(0);
    QTRY_COMPARE(revealed.count(), 1);
    QCOMPARE(m_document->selection(), std::optional(EventRef{EventKind::Op, kGemm3})); // longest
    QTest::keyClick(&m_panel->view(), Qt::Key_Down);
    QCOMPARE(revealed.count(), 1); // moving is not picking
    QTest::keyClick(&m_panel->view(), Qt::Key_Return);
    QTRY_COMPARE(m_document->selection(), std::optional(EventRef{EventKind::Op, kAttn}));
}

/// Gaps of the scene in ns: 20 000..30 000, 42 000..50 000, 90 000..95 000, 97 000..100 000.
void ReportsPanelTest::takesArgumentsAndLeadsToGaps()
{
    m_panel->showReport(reportNamed("gpu_gaps"));
    settle();
    QVERIFY(m_panel->messageText().contains("nsys' default"_qs)); // 500 ms
    auto* gap = m_panel->form().findChild<QLineEdit*>("gap"_qs);
    QVERIFY(gap != nullptr);
    QVERIFY(m_panel->form().findChild<QLineEdit*>("start"_qs) == nullptr); // the window's part
    QTest::keyClicks(gap, "x0"_qs);                                        // a letter is no number
    QTest::keyClick(gap, Qt::Key_Return);
    settle();
    QCOMPARE(m_panel->view().table().rowCount(), 4);
    QVERIFY(!m_panel->spread().isVisible()); // each row is one stretch of time
    actionNamed(m_panel->menu(), "Copy the nsys command")->trigger();
    QVERIFY(clipboard().startsWith("nsys analyze -r gpu_gaps:gap=0 "_qs));
    m_document->setView({100'000, 150'000});
    clickRow(0);
    QTRY_VERIFY(m_document->view().current().begin <= 20'000); // the longest
    QVERIFY(m_document->view().current().end >= 30'000);
}

void ReportsPanelTest::showsHowTheDurationsOfARowAreSpread()
{
    SpreadView& spread = m_panel->spread();
    QTRY_VERIFY(spread.isVisible() && spread.plot().histogram().counts.size() > 2);
    QVERIFY(
        plainSpaces(spread.plot().titleText()).startsWith("durations of 3 of void gemm<float"_qs));
    spread.plot().pick(DurationPlot::Bins{0, 0}); // the fastest: 10 000 ns
    const QPoint first = spread.list().visualRect(spread.list().table().index(0, 0)).center();
    QTest::mouseClick(spread.list().viewport(), Qt::LeftButton, {}, first);
    QCOMPARE(m_document->selection(), std::optional(EventRef{EventKind::Op, kGemm1}));
    m_panel->view().setCurrentIndex(m_panel->view().table().index(1, 0));
    QTRY_VERIFY(spread.plot().titleText().contains("attn"_qs));
    QVERIFY(!spread.list().isVisible()); // other bins
}

void ReportsPanelTest::explainsEveryColumn()
{
    for (const StatsReport& report : statsReports()) {
        m_panel->showReport(report);
        settle();
        const TableModel& table = m_panel->view().table();
        for (int c = 0; c < table.columnCount(); ++c)
            QVERIFY(table.headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString().size() > 12);
    }
}

void ReportsPanelTest::saysWhyThereIsNoTable()
{
    m_document->setAnalysis(sceneAnalysis(traceWithoutGpu()));
    settle();
    QVERIFY2(m_panel->messageText().contains("cuda_gpu_kern_sum cannot be made: "_qs),
             qPrintable(m_panel->messageText()));
    QVERIFY(m_panel->messageText().contains("nsys profile -t cuda,nvtx,osrt"_qs));
    QVERIFY(m_panel->captionText().contains("cuda_gpu_kern_sum"_qs));
    QVERIFY(!m_panel->spread().isVisible());
}

void ReportsPanelTest::waitsUntilItIsSeen()
{
    m_panel->hide();
    m_document->setUserWindow({0, 45'000});
    QTest::qWait(50);
    QCOMPARE(m_panel->view().table().rowCount(), 2);
    m_panel->show();
    settle();
    QCOMPARE(m_panel->view().table().rowCount(), 1);
}

QTEST_MAIN(ReportsPanelTest)
#include "reports_panel_test.moc"

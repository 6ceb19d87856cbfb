// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/host_loop.h"
#include "ui/command_box.h"
#include "ui/document.h"
#include "ui/panels/timeline/overview_strip.h"
#include "ui/panels/verdict/budget_bar.h"
#include "ui/panels/verdict/class_list.h"
#include "ui/panels/verdict/verdict_panel.h"
#include "ui/theme.h"
#include "ui/window_text.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace nv;
using namespace nv::test;

class VerdictPanelTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void showsNothingWithoutATrace();
    void headlineFollowsTheBrushAtOnce();
    void computeIsUnknownWithoutKernels();
    void longNamesAreNotCut();
    void barIsAdditive();
    void legendIsOneLine();
    void classesStandByWeight();
    void nextActionComesWithTheTables();
    void commandIsCopied();
    void evidenceLeadsToItsEvents();
    void notesLeadToDataQuality();
    void namesWindowAndSteadyState();
    void saysThatThereIsNothingToMeasure();
    void keepsItsFiguresThroughAThemeChange();

private:
    QTemporaryDir m_folder;
    AnalysisPtr m_analysis;
};

void VerdictPanelTest::initTestCase()
{
    const QString path = m_folder.filePath(QStringLiteral("loop.sqlite"));
    QVERIFY(writeHostLoop(path));
    m_analysis = loadNow(path);
    QVERIFY(m_analysis);
}

void VerdictPanelTest::showsNothingWithoutATrace()
{
    Document document;
    VerdictPanel panel(document);
    panel.resize(500, 300);
    panel.show();
    QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("primary"))->text(), QString());
    QVERIFY(panel.findChild<BudgetBar*>()->segments().empty());
}

void VerdictPanelTest::headlineFollowsTheBrushAtOnce()
{
    Document document;
    VerdictPanel panel(document);
    document.setAnalysis(m_analysis);
    const auto* primary = panel.findChild<QLabel*>(QStringLiteral("primary"));
    document.setUserWindow(loopStep(5));
    QCOMPARE(primary->text(), QStringLiteral("HOST-BOUND"));
    QCOMPARE(primary->font().pixelSize(), 20);
    QCOMPARE(plain(headlineShares(document.verdict())),
             QStringLiteral("host 29.5 % · compute 69.8 % of the window"));
    const Ns t = loopStep(5).begin;
    document.setUserWindow({t + kMs, t + 2 * kMs});
    QCOMPARE(primary->text(), QStringLiteral("KERNEL-BOUND"));
    QCOMPARE(plain(headlineShares(document.verdict())),
             QStringLiteral("compute 100.0 % of the window"));
}

/// Unknown is shown as unknown, never as 0.
void VerdictPanelTest::computeIsUnknownWithoutKernels()
{
    Verdict verdict;
    verdict.hasKernels = false;
    verdict.primary = "mixed";
    QCOMPARE(headlineShares(verdict), QStringLiteral("compute not recorded"));
    verdict.primary = "transfer-bound";
    verdict.budget.shares.at(static_cast<std::size_t>(BudgetClass::Transfer)) = 0.25;
    QCOMPARE(plain(headlineShares(verdict)),
             QStringLiteral("transfer 25.0 % of the window · compute not recorded"));
    ClassFinding compute;
    compute.id = compute.title = "kernel-bound";
    compute.share = 0;
    compute.threshold = 0.6;
    verdict.classes = {compute};
    ClassList list;
    list.setVerdict(verdict, true);
    QCOMPARE(list.topLevelItem(0)->text(ClassList::Share), QStringLiteral("not recorded"));
}

void VerdictPanelTest::longNamesAreNotCut()
{
    Document document;
    VerdictPanel panel(document);
    document.setAnalysis(m_analysis);
    panel.resize(600, 260); // what the half of a window of 1280 by 720 leaves
    panel.show();
    const auto* area = panel.findChild<QScrollArea*>();
    auto* primary = panel.findChild<QLabel*>(QStringLiteral("primary"));
    for (const char* name : {"LAUNCH-OVERHEAD-BOUND", "COMPILE-AFTER-WARM-UP"}) {
        primary->setText(QString::fromUtf8(name));
        QCoreApplication::processEvents();
        QVERIFY2(area->widget()->width() <= area->viewport()->width(), name);
        QVERIFY(primary->width() >= primary->fontMetrics().horizontalAdvance(primary->text()));
    }
}

void VerdictPanelTest::barIsAdditive()
{
    Document document;
    document.setAnalysis(m_analysis);
    document.setUserWindow(loopStep(5));
    BudgetBar bar;
    bar.setBudget(document.verdict().budget, {QStringLiteral("GPU 0")});
    bar.resize(800, bar.heightForWidth(800));
    const auto segments = bar.segments();
    QCOMPARE(segments.size(), std::size_t(5)); // compute, sync, launch, host, queue
    double sum = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        sum += segments[i].rect.width();
        if (i > 0)
            QVERIFY(std::abs(segments[i].rect.left() - segments[i - 1].rect.right()) < 1e-6);
    }
    QVERIFY(std::abs(segments.back().rect.right() - 800) < 1e-6);
    QVERIFY(segments.front().cls == BudgetClass::Compute);
    QVERIFY(std::abs(segments.front().rect.width() / sum - 0.6978) < 1e-9);
    QVERIFY(plain(bar.accessibleDescription()).contains(QStringLiteral("host 29.5 %")));
}

/// The classes below need the room; a picture, which has no tip, names all it can.
void VerdictPanelTest::legendIsOneLine()
{
    Document document;
    document.setAnalysis(m_analysis);
    document.setUserWindow(loopStep(5)); // compute, sync, launch, host, queue
    BudgetBar bar;
    bar.setBudget(document.verdict().budget, {QStringLiteral("GPU 0")});
    const auto narrow = bar.legend(260, 1);
    QVERIFY(narrow.size() >= 2 && narrow.size() < 5);
    for (const auto& entry : narrow) {
        QCOMPARE(entry.rect.top(), narrow.front().rect.top());
        QVERIFY(entry.rect.right() <= 260);
    }
    QVERIFY(narrow.front().cls == BudgetClass::Compute); // the largest stay
    const int left = 5 - static_cast<int>(narrow.size() - 1);
    QCOMPARE(narrow.back().text, QStringLiteral("+ %1 more").arg(left));
    QCOMPARE(narrow.back().tip.count(u'\n'), left - 1);
    QCOMPARE(bar.heightForWidth(260), bar.heightForWidth(2000));
    const auto whole = bar.legend(260, 9);
    QCOMPARE(whole.size(), std::size_t(5));
    QVERIFY(whole.back().rect.top() > whole.front().rect.top());
}

void VerdictPanelTest::classesStandByWeight()
{
    Document document;
    VerdictPanel panel(document);
    document.setAnalysis(m_analysis);
    document.setUserWindow(loopStep(5));
    auto* list = panel.findChild<ClassList*>();
    QCOMPARE(list->headerItem()->text(ClassList::Bound), QStringLiteral("speed-up ≤"));
    QCOMPARE(list->topLevelItemCount(), static_cast<int>(document.verdict().classes.size()));
    const QTreeWidgetItem* first = list->topLevelItem(0);
    QCOMPARE(first->text(ClassList::Name), QStringLiteral("host-bound"));
    QCOMPARE(plain(first->text(ClassList::Share)), QStringLiteral("29.5 % > 10.0 %"));
    QCOMPARE(first->text(ClassList::Bound), QStringLiteral("1.42x")); // 1 / (1 - 0.295)
    QVERIFY(!first->text(ClassList::Reason).isEmpty());
    // 69.8 % compute is above 60 %: a yes, after the primary.
    QCOMPARE(list->topLevelItem(1)->text(ClassList::Name), QStringLiteral("kernel-bound"));
    // Another primary takes the first place.
    const Ns t = loopStep(5).begin;
    document.setUserWindow({t + kMs, t + 2 * kMs});
    QCOMPARE(list->topLevelItem(0)->text(ClassList::Name), QStringLiteral("kernel-bound"));
    QCOMPARE(plain(list->topLevelItem(0)->text(ClassList::Share)),
             QStringLiteral("100.0 % > 60.0 %"));
}

void VerdictPanelTest::nextActionComesWithTheTables()
{
    Document document;
    VerdictPanel panel(document);
    document.setAnalysis(m_analysis);
    document.setUserWindow(loopStep(5));
    const auto* next = panel.findChild<QLabel*>(QStringLiteral("nextAction"));
    QTRY_VERIFY(document.tablesAreCurrent());
    QVERIFY(next->text().startsWith(QStringLiteral("Next: ")));
    const QString command = panel.findChild<CommandBox*>()->command();
    QVERIFY(command.isEmpty() || !next->text().contains(command)); // said once
    const QString before = next->text();
    const Ns t = loopStep(5).begin;
    document.setUserWindow({t + kMs, t + 2 * kMs});
    QCOMPARE(next->text(), before); // never blank while the new one is worked out
    QTRY_VERIFY(document.tablesAreCurrent());
    QVERIFY(next->text() != before);
}

void VerdictPanelTest::commandIsCopied()
{
    Document document;
    VerdictPanel panel(document);
    document.setAnalysis(m_analysis);
    const Ns t = loopStep(5).begin;
    document.setUserWindow({t, t + 7 * kMs}); // 99.7 % compute
    QTRY_VERIFY(document.tablesAreCurrent());
    auto* box = panel.findChild<CommandBox*>();
    QTRY_VERIFY2(box->command().startsWith(QStringLiteral("ncu ")), qPrintable(box->command()));
    QVERIFY(box->command().contains(QStringLiteral("gemm_kernel")));
    QApplication::clipboard()->clear();
    QTest::mouseClick(box->findChild<QToolButton*>(), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text(), box->command());
}

void VerdictPanelTest::evidenceLeadsToItsEvents()
{
    ClassList list;
    QSignalSpy activated(&list, &ClassList::evidenceActivated);
    Verdict verdict;
    verdict.primary = "sync-bound";
    ClassFinding finding;
    finding.id = finding.title = "sync-bound";
    finding.state = ClassState::Yes;
    finding.share = 0.2;
    finding.threshold = 0.1;
    finding.qualifier = Qualifier::AtLeast;
    finding.evidence = {{"calls per step", "count", 3.0, {}},
                        {"longest wait", "ns", 12'345.0, TimeRange{100, 12'445}},
                        {"pageable share", "share", {}, {}}};
    verdict.classes = {finding};
    list.setVerdict(verdict, true);
    list.resize(600, 300);
    list.show();
    list.expandAll();
    QTreeWidgetItem* item = list.topLevelItem(0);
    QCOMPARE(plain(item->text(ClassList::Share)), QStringLiteral("at least 20.0 % > 10.0 %"));
    QCOMPARE(item->childCount(), 3);
    QCOMPARE(item->child(0)->text(ClassList::Share), QStringLiteral("3"));
    QCOMPARE(plain(item->child(1)->text(ClassList::Share)), QStringLiteral("12.3 µs"));
    QCOMPARE(item->child(2)->text(ClassList::Share), QStringLiteral("—"));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualItemRect(item->child(1)).center());
    QCOMPARE(activated.count(), 1);
    QVERIFY((activated.at(0).at(0).value<TimeRange>() == TimeRange{100, 12'445}));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualItemRect(item->child(0)).center());
    QCOMPARE(activated.count(), 1); // evidence without a place leads nowhere
    // While the brush moves the evidence of before stays.
    verdict.classes.front().evidence.clear();
    list.setVerdict(verdict, false);
    QCOMPARE(list.topLevelItem(0)->childCount(), 3);
}

void VerdictPanelTest::notesLeadToDataQuality()
{
    Document document;
    VerdictPanel panel(document);
    document.setAnalysis(m_analysis);
    auto* notes = panel.findChild<QToolButton*>(QStringLiteral("notes"));
    QVERIFY(notes->text().startsWith(QString::number(m_analysis->notes.size())));
    QSignalSpy asked(&panel, &Panel::panelRequested);
    notes->click();
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.at(0).at(0).toString(), QStringLiteral("data-quality"));
}

void VerdictPanelTest::namesWindowAndSteadyState()
{
    Document document;
    VerdictPanel panel(document);
    document.setAnalysis(m_analysis);
    const auto* window = panel.findChild<QLabel*>(QStringLiteral("windowLine"));
    QVERIFY2(window->text().startsWith(QStringLiteral("steady state")), qPrintable(window->text()));
    document.setUserWindow(loopStep(5));
    QVERIFY2(plain(window->text()).contains(QStringLiteral("0.1500–0.1600 s")),
             qPrintable(window->text()));
    QVERIFY(window->text().startsWith(QStringLiteral("your window")));
    const QString steady = plain(panel.findChild<QLabel*>(QStringLiteral("steadyLine"))->text());
    QVERIFY2(steady.contains(QStringLiteral("NVTX range “decode_step #”")), qPrintable(steady));
    QVERIFY2(steady.contains(QStringLiteral("step p50 10.0 ms")), qPrintable(steady));
    QVERIFY2(steady.contains(QStringLiteral("confidence ")), qPrintable(steady));
}

/// No event at all is no stretch of time: not "0–0 s", and what would record one.
void VerdictPanelTest::saysThatThereIsNothingToMeasure()
{
    Window window;
    window.isOfHost = true;
    QCOMPARE(windowText(window),
             QStringLiteral("nothing to measure: no CUDA or host event recorded · record it with "
                            "nsys profile -t cuda,nvtx,osrt"));
    window.range = {0, 1000};
    QVERIFY(windowText(window).startsWith(windowSourceText(window)));

    const Theme& theme = Theme::current();
    TraceModel trace;
    trace.lanes.emplace_back().kind = LaneKind::Overhead;
    trace.lanes.back().rows.emplace_back();
    QCOMPARE(overviewColor(trace, theme), theme.color(Role::Overhead));
    trace.lanes.back().kind = LaneKind::Ranges;
    QCOMPARE(overviewColor(trace, theme), theme.color(Role::Nvtx));
    trace.devices.emplace_back();
    QCOMPARE(overviewColor(trace, theme), theme.budget(BudgetClass::Compute));
}

void VerdictPanelTest::keepsItsFiguresThroughAThemeChange()
{
    Document document;
    VerdictPanel panel(document);
    panel.resize(600, 300);
    panel.show();
    document.setAnalysis(m_analysis);
    QTRY_VERIFY(document.tablesAreCurrent());
    auto* list = panel.findChild<ClassList*>();
    const int rows = list->topLevelItemCount();
    const int evidence = list->topLevelItem(0)->childCount();
    QVERIFY(evidence > 0);
    Theme::setCurrent(Theme::Mode::Dark);
    QTest::qWait(10);
    QCOMPARE(list->topLevelItemCount(), rows);
    QCOMPARE(list->topLevelItem(0)->childCount(), evidence);
    QCOMPARE(list->topLevelItem(0)->foreground(ClassList::Name).color(),
             Theme::of(Theme::Mode::Dark).color(Role::Text));
    Theme::setCurrent(Theme::Mode::Light);
}

QTEST_MAIN(VerdictPanelTest)
#include "verdict_panel_test.moc"

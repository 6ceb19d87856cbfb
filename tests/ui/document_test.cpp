// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/host_loop.h"
#include "ui/document.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace nv;
using namespace nv::test;

class DocumentTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void isQuietWithoutATrace();
    void startsAtTheSteadyState();
    void verdictFollowsTheWindowAtOnce();
    void budgetsAreThoseOfTheHandCalculation();
    void tablesArriveForTheNewestWindow();
    void sameWindowAsksNothing();
    void aClearedWindowCanBeBroughtBack();
    void viewHasAHistory();
    void revealSelectsAndShows();
    void revealedRangesAreNeitherHairsNorAll();
    void anotherTraceForgetsTheFirst();

private:
    QTemporaryDir m_folder;
    AnalysisPtr m_analysis;
};

void DocumentTest::initTestCase()
{
    const QString path = m_folder.filePath(QStringLiteral("loop.sqlite"));
    QVERIFY(writeHostLoop(path));
    m_analysis = loadNow(path);
    QVERIFY(m_analysis);
}

void DocumentTest::isQuietWithoutATrace()
{
    Document document;
    QSignalSpy windows(&document, &Document::windowChanged);
    document.setUserWindow({0, 10});
    document.resetWindow();
    document.zoomToWindow();
    document.reveal({EventKind::Op, 0});
    document.revealRange({0, 10});
    QCOMPARE(windows.count(), 0);
    QVERIFY(document.trace() == nullptr);
    QVERIFY(!document.tablesAreCurrent());
}

void DocumentTest::startsAtTheSteadyState()
{
    Document document;
    QSignalSpy changed(&document, &Document::analysisChanged);
    document.setAnalysis(m_analysis);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(document.window().source, WindowSource::Steady);
    QVERIFY(document.window().range == m_analysis->steady.window);
    const TimeRange view = document.view().current();
    const TimeRange extent = m_analysis->trace->extent;
    QVERIFY(view.begin <= extent.begin && view.end >= extent.end);
}

void DocumentTest::verdictFollowsTheWindowAtOnce()
{
    Document document;
    document.setAnalysis(m_analysis);
    QSignalSpy verdicts(&document, &Document::verdictChanged);
    // Inside the first kernel of a step: nothing but compute, without any event loop.
    const Ns t = loopStep(5).begin;
    document.setUserWindow({t + kMs, t + 2 * kMs});
    QCOMPARE(verdicts.count(), 1);
    QCOMPARE(document.verdict().primary, std::string("kernel-bound"));
    QCOMPARE(document.verdict().budget.share(BudgetClass::Compute), 1.0);
    // Inside the host piece: nothing but host.
    document.setUserWindow({t + 8 * kMs, t + 9 * kMs});
    QCOMPARE(document.verdict().primary, std::string("host-bound"));
    QCOMPARE(document.verdict().budget.share(BudgetClass::Host), 1.0);
    document.resetWindow();
    QCOMPARE(document.window().source, WindowSource::Steady);
}

void DocumentTest::budgetsAreThoseOfTheHandCalculation()
{
    Document document;
    document.setAnalysis(m_analysis);
    document.setUserWindow(loopStep(5));
    const WindowBudget& answer = document.verdict().budget;
    QCOMPARE(answer.devices.size(), std::size_t(1));
    const Budget& budget = answer.devices.front().budget;
    QCOMPARE(budget[BudgetClass::Compute], DurationNs(6'978'000));
    QCOMPARE(budget[BudgetClass::Sync], DurationNs(60'000));
    QCOMPARE(budget[BudgetClass::Queue], DurationNs(10'000));
    QCOMPARE(budget[BudgetClass::Launch], DurationNs(2'000));
    QCOMPARE(budget[BudgetClass::Host], DurationNs(2'950'000));
    DurationNs sum = 0;
    for (const DurationNs part : budget)
        sum += part;
    QCOMPARE(sum, DurationNs(10'000'000));
}

void DocumentTest::tablesArriveForTheNewestWindow()
{
    Document document;
    document.setAnalysis(m_analysis);
    QTRY_VERIFY(document.tablesAreCurrent());
    QSignalSpy tables(&document, &Document::tablesChanged);
    for (int i = 0; i < 15; ++i)
        document.setUserWindow(loopStep(i));
    QVERIFY(!document.tablesAreCurrent());
    QVERIFY(document.tables() != nullptr); // those of before stay
    QTRY_VERIFY(document.tablesAreCurrent());
    QVERIFY(document.tables()->window.range == loopStep(14));
    QVERIFY(tables.count() >= 1 && tables.count() <= 15);
    QVERIFY(!document.tablesAreStale());
    // With the tables come the next action and its figures.
    QVERIFY(!document.verdict().nextAction.empty());
    QVERIFY(document.tables()->kernels.size() >= 2);
}

void DocumentTest::sameWindowAsksNothing()
{
    Document document;
    document.setAnalysis(m_analysis);
    document.setUserWindow(loopStep(3));
    QTRY_VERIFY(document.tablesAreCurrent());
    QSignalSpy windows(&document, &Document::windowChanged);
    document.setUserWindow(loopStep(3));
    QCOMPARE(windows.count(), 0);
    QVERIFY(document.tablesAreCurrent());
}

void DocumentTest::aClearedWindowCanBeBroughtBack()
{
    Document document;
    document.setAnalysis(m_analysis);
    QVERIFY(!document.bringWindowBack()); // nothing was cleared
    document.setUserWindow(loopStep(3));
    QVERIFY(document.resetWindow());
    QVERIFY(!document.resetWindow()); // it is cleared already, and the one before is still known
    QVERIFY(document.bringWindowBack());
    QVERIFY(document.window().range == loopStep(3));
    QCOMPARE(document.window().source, WindowSource::User);
    QVERIFY(!document.bringWindowBack());
    // One that was set since is not taken away.
    document.resetWindow();
    document.setUserWindow(loopStep(4));
    QVERIFY(!document.bringWindowBack());
    QVERIFY(document.window().range == loopStep(4));
    document.resetWindow();
    document.setAnalysis(m_analysis);
    QVERIFY(!document.bringWindowBack());
}

void DocumentTest::viewHasAHistory()
{
    Document document;
    document.setAnalysis(m_analysis);
    const TimeRange all = document.view().current();
    QSignalSpy views(&document, &Document::viewChanged);
    document.setView(loopStep(2));
    QVERIFY(document.view().current() == loopStep(2));
    document.beginViewGesture();
    document.setViewTransient(loopStep(3));
    document.setViewTransient(loopStep(4));
    document.undoView();
    QVERIFY(document.view().current() == loopStep(2));
    document.undoView();
    QVERIFY(document.view().current() == all);
    document.redoView();
    QVERIFY(document.view().current() == loopStep(2));
    QCOMPARE(views.count(), 6);
    document.setUserWindow(loopStep(7));
    document.zoomToWindow();
    const TimeRange view = document.view().current();
    QVERIFY(view.begin <= loopStep(7).begin && view.end >= loopStep(7).end);
    QVERIFY(view.length() < 2 * loopStep(7).length());
}

void DocumentTest::revealSelectsAndShows()
{
    Document document;
    document.setAnalysis(m_analysis);
    document.setView(loopStep(0));
    QSignalSpy revealed(&document, &Document::revealRequested);
    const EventRef last{EventKind::Op,
                        static_cast<std::uint32_t>(m_analysis->trace->ops.size() - 1)};
    document.reveal(last);
    QCOMPARE(revealed.count(), 1);
    QVERIFY(document.selection() == last);
    const TimeRange view = document.view().current();
    QVERIFY(view.begin <= m_analysis->trace->ops.start.back());
    QVERIFY(view.end >= m_analysis->trace->ops.end.back());
}

void DocumentTest::revealedRangesAreNeitherHairsNorAll()
{
    Document document;
    document.setAnalysis(m_analysis);
    // 10 µs in 200 ms would be a hair: zoom until it is a third of the view.
    const Ns t = loopStep(9).begin;
    document.revealRange({t, t + 10 * kUs});
    QCOMPARE(document.view().current().length(), DurationNs(30'000));
    // A tenth of what is seen stays where it is.
    document.setView(loopStep(9));
    document.revealRange({t + kMs, t + 2 * kMs});
    QVERIFY(document.view().current() == loopStep(9));
}

void DocumentTest::anotherTraceForgetsTheFirst()
{
    Document document;
    document.setAnalysis(m_analysis);
    QTRY_VERIFY(document.tablesAreCurrent());
    document.select(EventRef{EventKind::Op, 3});
    document.setUserWindow(loopStep(1));
    document.setAnalysis(m_analysis);
    QVERIFY(!document.selection());
    QVERIFY(document.tables() == nullptr);
    QCOMPARE(document.window().source, WindowSource::Steady);
    QVERIFY(!document.view().canUndo());
    document.setAnalysis(nullptr);
    QVERIFY(document.trace() == nullptr);
    QTest::qWait(50); // what was asked before is not delivered any more
    QVERIFY(document.tables() == nullptr);
}

QTEST_GUILESS_MAIN(DocumentTest)
#include "document_test.moc"

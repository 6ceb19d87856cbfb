// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/panel_scene.h"
#include "tests/support/print_model.h"
#include "ui/plot/plot_widget.h"
#include "ui/table/spread_view.h"
#include "ui/table/table_view.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace nv;
using namespace nv::test;

/// Bins of durations, picked with mouse and keys, become lists of exactly their events.
class SpreadViewTest : public QObject
{
    Q_OBJECT
private slots:
    void init();

    void cleanup() { m_view.reset(); }

    void aDragListsTheEventsOfItsBins();
    void keysPickBinsToo();
    void aClickBesideTheBinsPicksNone();
    void keepsWhatIsPickedWhileTheBinsStay();
    void labelsOfTheMarksCoverNoBar();

private:
    std::size_t lastBin() const { return m_view->plot().histogram().counts.size() - 1; }

    SpreadPtr spreadOf(std::vector<EventRef> events) const
    {
        return std::make_shared<const DurationSpread>(
            durationSpread(*m_analysis->trace, std::move(events), 24, {}).value());
    }

    const std::vector<EventRef> m_gemms{
        {EventKind::Op, kGemm1}, {EventKind::Op, kGemm2}, {EventKind::Op, kGemm3}};
    AnalysisPtr m_analysis = bareAnalysis();
    std::unique_ptr<SpreadView> m_view;
};

/// 10 000, 12 000 and 40 000 ns.
void SpreadViewTest::init()
{
    m_view = std::make_unique<SpreadView>();
    m_view->resize(900, 160);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    m_view->showSpread(m_analysis, spreadOf(m_gemms), "launches of gemm"_qs);
    QTest::qWait(50); // the plot is laid out when it is drawn
    QVERIFY(lastBin() > 4);
    QVERIFY(!m_view->list().isVisible());
}

void SpreadViewTest::aDragListsTheEventsOfItsBins()
{
    DurationPlot& plot = m_view->plot();
    QWidget& area = plot.plotArea();
    QSignalSpy picked(m_view.get(), &SpreadView::eventPicked);
    QTest::mousePress(&area, Qt::LeftButton, {}, plot.centreOf(0));
    QTest::mouseMove(&area, plot.centreOf(lastBin() / 2));
    QVERIFY(!m_view->list().isVisible()); // not before the button is up
    QTest::mouseRelease(&area, Qt::LeftButton, {}, plot.centreOf(lastBin() / 2));
    TableView& list = m_view->list();
    QVERIFY(list.isVisible());
    QVERIFY(m_view->listText().startsWith("2 of "_qs));
    QCOMPARE(printColumn(list.table(), 1), QStringList({"12.0"_qs, "10.0"_qs})); // longest first
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualRect(list.table().index(0, 0)).center());
    QCOMPARE(picked.count(), 1);
    QCOMPARE(picked.front().front().value<EventRef>(), (EventRef{EventKind::Op, kGemm2}));
    // Backwards, and one bin by a click.
    QTest::mousePress(&area, Qt::LeftButton, {}, plot.centreOf(lastBin()));
    QTest::mouseRelease(&area, Qt::LeftButton, {}, plot.centreOf(0));
    QCOMPARE(list.table().rowCount(), 3);
    QTest::mouseClick(&area, Qt::LeftButton, {}, plot.centreOf(lastBin()));
    QCOMPARE(printColumn(list.table(), 1), QStringList({"40.0"_qs}));
}

void SpreadViewTest::keysPickBinsToo()
{
    DurationPlot& plot = m_view->plot();
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_Left); // from the slow end
    QCOMPARE(plot.picked(), std::optional(DurationPlot::Bins{lastBin(), lastBin()}));
    QCOMPARE(m_view->list().table().rowCount(), 1);
    for (std::size_t i = 0; i < lastBin(); ++i)
        QTest::keyClick(&plot, Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(plot.picked(), std::optional(DurationPlot::Bins{0, lastBin()}));
    QCOMPARE(m_view->list().table().rowCount(), 3);
    QTest::keyClick(&plot, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(plot.picked(), std::optional(DurationPlot::Bins{1, lastBin()}));
    QTest::keyClick(&plot, Qt::Key_Escape);
    QVERIFY(!plot.picked() && !m_view->list().isVisible());
}

void SpreadViewTest::aClickBesideTheBinsPicksNone()
{
    DurationPlot& plot = m_view->plot();
    plot.pick(DurationPlot::Bins{0, 1});
    QVERIFY(m_view->list().isVisible());
    QTest::mouseClick(&plot.plotArea(), Qt::LeftButton, {}, {2, 20}); // on the axis
    QVERIFY(!plot.picked() && !m_view->list().isVisible());
    plot.pick(DurationPlot::Bins{0, lastBin() + 1}); // there is no such bin
    QVERIFY(!plot.picked());
}

void SpreadViewTest::keepsWhatIsPickedWhileTheBinsStay()
{
    m_view->plot().pick(DurationPlot::Bins{0, lastBin()});
    m_view->showSpread(m_analysis, spreadOf(m_gemms), "launches of gemm"_qs);
    QCOMPARE(m_view->list().table().rowCount(), 3);
    m_view->showSpread(m_analysis, spreadOf({{EventKind::Op, kAttn}}), "launches of attn"_qs);
    QVERIFY(!m_view->plot().picked() && !m_view->list().isVisible());
    m_view->clear();
    QVERIFY(m_view->plot().histogram().counts.empty());
}

/// The label stands in the uppermost pixels: the longest bar ends below them at any height.
void SpreadViewTest::labelsOfTheMarksCoverNoBar()
{
    constexpr double kFloor = 0.6;
    for (const int height : {40, 100, 600}) {
        for (const double most : {1.0, 17.0, 1368.0}) {
            const double ceiling = plotCeiling(most, kFloor, height, 18);
            const double topOfBar =
                height * (1 - std::log(most / kFloor) / std::log(ceiling / kFloor));
            QVERIFY2(std::abs(topOfBar - 18) < 1e-6, qPrintable(QString::number(topOfBar)));
        }
    }
    QVERIFY(plotCeiling(1000, kFloor, 0, 18) > 999); // not laid out yet
}

QTEST_MAIN(SpreadViewTest)
#include "spread_view_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timeline_driver.h"
#include "ui/panels/timeline/hover_card.h"
#include "ui/panels/timeline/lane_labels.h"
#include "ui/panels/timeline/lane_menu.h"

#include <QApplication>

using namespace nv;
using nv::fixture::Mouse;

/// Pinned rows: always in sight, and as alive as the others.  The canvas is 110 high, the sheet of
/// fixture::severalLanes() twice that.
class TimelinePinnedTest : public fixture::TimelineDriver
{
    Q_OBJECT

private slots:

    void init()
    {
        open();
        m_panel->resize(1020, 190);
        m_document->setAnalysis(fixture::analysed(fixture::severalLanes()));
        m_document->setUserWindow(m_document->view().limits()); // nothing dimmed
        m_menu = std::make_unique<LaneMenu>(*m_panel);
        m_panel->addActions(m_menu->actions()); // for their keys
        QApplication::setActiveWindow(m_panel.get());
        canvas().setFocus();
        QCOMPARE(canvas().height(), 110);
    }

    void cleanup()
    {
        m_menu.reset();
        close();
    }

    void theRowUnderThePointerIsPinnedByKey()
    {
        Mouse(canvas()).move({xOf(97'000), double(yOfLane(kStream9))});
        pinByKey();
        QVERIFY(state().layout().isPinned(kStream9));
        QCOMPARE(yOfLane(kStream9), 10);
        QCOMPARE(state().rows().bandHeight(), kBand);
        pinByKey(); // it is still what the hand means
        QVERIFY(!state().layout().isPinned(kStream9));
        QCOMPARE(state().layout().pinnedHeight(), 0);
    }

    void theRowOfTheSelectionIsPinnedByKey()
    {
        Mouse(canvas()).move({xOf(97'000), 20});
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&canvas(), &leave);
        m_document->select(firstOf(kStream9));
        pinByKey();
        QVERIFY(state().layout().isPinned(kStream9));
    }

    void pinnedRowsStayWhileTheOthersScroll()
    {
        pin(kStream9);
        const QRect band(0, 0, canvas().width(), kBand);
        const QImage before = canvas().grab(band).toImage();
        const QImage head = m_panel->labels().grab(band).toImage();
        QCOMPARE(before.pixelColor(int(xOf(30'000)), 17), Theme::current().kernel("attention"));
        Mouse(canvas()).wheel({xOf(99'000), 60}, {0, -120});
        QCOMPARE(state().scrollY(), 66);
        QCOMPARE(canvas().grab(band).toImage(), before);
        QCOMPARE(m_panel->labels().grab(band).toImage(), head);
        // 66 + 25 of the sheet are at the band's edge: there are the copies of stream 7, from 79 on.
        QCOMPARE(state().rowAt({300, kBand})->lane, std::size_t{2});
        QCOMPARE(state().rowAt({300, kBand - 5})->lane, std::size_t{kStream9});
    }

    /// The end of the sheet can still be reached.
    void theLastRowIsReached()
    {
        pin(kStream9);
        state().setScrollY(10'000);
        QCOMPARE(state().rowAt({300, 107})->lane, std::size_t{7});
        QVERIFY(state().rows().isWhole(*state().layout().find({7, 0})));
    }

    void eventsOfPinnedRowsAreSelectedAndZoomed()
    {
        pin(kStream9);
        state().setScrollY(66);
        Mouse(canvas()).click({xOf(30'000), 10});
        QVERIFY(m_document->selection() == firstOf(kStream9));
        const QColor accent = Theme::current().color(Role::Accent);
        const QImage image = canvas().grab().toImage();
        QCOMPARE(image.pixelColor(int(std::lround(xOf(10'000))) - 1, 10), accent);
        Mouse(canvas()).doubleClick({xOf(30'000), 10});
        QVERIFY(view() == (TimeRange{2'500, 47'500})); // 30 us with a quarter on each side
    }

    void pinnedRowsAreHovered()
    {
        pin(kStream9);
        state().setScrollY(66);
        Mouse(canvas()).move({xOf(30'000), 10});
        HoverCard* card = nullptr;
        QTRY_VERIFY((card = m_panel->findChild<HoverCard*>()) != nullptr && card->isVisible());
    }

    void theBrushMeetsTheEdgesOfPinnedEvents()
    {
        pin(kStream9);
        state().setScrollY(66);
        Mouse(canvas()).drag({xOf(10'000) - 3, 10}, {xOf(40'000) - 3, 10});
        QVERIFY(window() == (TimeRange{10'000, 40'000}));
    }

    /// What scrolls beneath the band is cut off there: rows and outlines.
    void theBandIsNotPaintedOver()
    {
        m_panel->resize(1020, 150);
        pin(kStream9);
        const EventRef step{EventKind::Range, 0};
        m_document->select(step);
        const scene::LayoutRow* row = state().layout().find({5, 0});
        state().setScrollY(row->y - 10); // its outline would lie across the band
        QCOMPARE(state().rows().yOf(*row), 10);
        const QImage image = canvas().grab().toImage();
        const QColor background = Theme::current().color(Role::Background);
        QCOMPARE(image.pixelColor(int(xOf(50'000)), 10), background); // stream 9 rests there
        QVERIFY(image.pixelColor(int(xOf(50'000)), kBand + 1) != background);
    }

    void theWalkBeginsInPinnedRows()
    {
        pin(7);
        QTest::keyClick(&canvas(), Qt::Key_Period);
        QVERIFY(m_document->selection() == firstOf(7));
    }

    void revealedRowsAreNotLeftBeneathTheBand()
    {
        pin(kStream9);
        state().setScrollY(10'000);
        m_document->reveal(firstOf(1));
        const scene::LayoutRow* row = state().layout().find({1, 0});
        QVERIFY(state().rows().isWhole(*row));
        QVERIFY(state().rows().yOf(*row) >= kBand);
    }

    void headsOfPinnedRowsSayWhoseTheyAre()
    {
        const QImage plain = m_panel->labels().grab().toImage();
        pin(kStream9);
        const QImage image = m_panel->labels().grab().toImage();
        const QColor accent = Theme::current().color(Role::Accent);
        QCOMPARE(image.pixelColor(1, 10), accent);
        QVERIFY(image.pixelColor(1, kBand + 10) != accent);
        QVERIFY(plain.pixelColor(1, 10) != accent);
    }

    void aPinnedHeadingTakesItsLanesAlong()
    {
        m_panel->resize(1020, 420);
        pin(4);
        QCOMPARE(state().rows().rowAt(0)->lane, std::size_t{4});
        QCOMPARE(state().rows().pinned().size(), std::size_t{5});
        // "Unpin row" of one of them means all.
        Mouse(canvas()).move({xOf(97'000), double(yOfLane(7))});
        pinByKey();
        QCOMPARE(state().layout().pinnedHeight(), 0);
    }

    /// Folding is by the arrow, also in the band.
    void aPinnedHeadingIsFolded()
    {
        m_panel->resize(1020, 420);
        pin(4);
        Mouse(m_panel->labels()).click({10, 10});
        QVERIFY(state().layout().isCollapsed(4));
        QCOMPARE(state().rows().pinned().size(), std::size_t{1});
    }

private:
    static constexpr std::size_t kStream9 = 3;
    static constexpr int kBand = 25; ///< one row of 20, two gaps

    TimelineState& state() { return m_panel->state(); }

    void pin(std::size_t lane) { state().pinLane(lane, true); }

    void pinByKey() { QTest::keyClick(&canvas(), Qt::Key_P, Qt::ControlModifier); }

    int yOfLane(std::size_t lane)
    {
        const scene::LayoutRow* row = state().layout().find({lane, 0});
        return state().rows().yOf(*row) + row->height / 2;
    }

    EventRef firstOf(std::size_t lane)
    {
        const Lane& of = m_document->trace()->lanes[lane];
        return {of.events, of.rows[0].events[0]};
    }

    std::unique_ptr<LaneMenu> m_menu;
};

QTEST_MAIN(TimelinePinnedTest)
#include "timeline_pinned_test.moc"

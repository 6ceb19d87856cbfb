// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timeline_driver.h"
#include "ui/commands/commands.h"
#include "ui/panels/timeline/brush_bar.h"
#include "ui/panels/timeline/lane_labels.h"
#include "ui/panels/timeline/time_ruler.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QSignalSpy>
#include <QToolButton>

using namespace nv;
using nv::fixture::Mouse;

/// Keys that walk, keys that were changed, and touchpads.
class TimelineKeysTest : public fixture::TimelineDriver
{
    Q_OBJECT

private slots:

    void init() { open(); }

    void cleanup() { close(); }

    // ---- walks

    void gWalksAlongTheGaps()
    {
        const std::vector<TimeRange> gaps = longGaps();
        QVERIFY(gaps.size() >= 2);
        m_document->setView({gaps[0].begin - 30'000, gaps[0].begin + 10'000});
        QTest::keyClick(&canvas(), Qt::Key_G);
        QVERIFY(near(middle(view()), middle(gaps[0])));
        QCOMPARE(view().length(), DurationNs{40'000});
        QTest::keyClick(&canvas(), Qt::Key_G);
        QVERIFY(middle(view()) > middle(gaps[0]));
        QTest::keyClick(&canvas(), Qt::Key_G, Qt::ShiftModifier);
        QVERIFY(near(middle(view()), middle(gaps[0])));
    }

    void gFromTheWholeCaptureZoomsIn()
    {
        QTest::keyClick(&canvas(), Qt::Key_Home);
        const DurationNs all = view().length();
        QTest::keyClick(&canvas(), Qt::Key_G);
        QVERIFY(view().length() < all);
    }

    void nWalksAlongTheOutliers()
    {
        openOutliers();
        const std::vector<OutlierRow>& rows = m_document->tables()->outliers;
        QCOMPARE(rows.size(), std::size_t{2});
        m_document->setView({0, 50'000});
        const QSignalSpy noticed(m_document.get(), &Document::noticed);
        QTest::keyClick(&canvas(), Qt::Key_N);
        QCOMPARE(startOfSelection(), Ns{5 * 20'000});
        const QString said = noticed.last().at(0).toString(); // 19 µs beside 5 µs
        QVERIFY2(said.startsWith(QStringLiteral("Outlier 1 of 2: gemm, 19.0")), qPrintable(said));
        QVERIFY2(said.endsWith(QStringLiteral("3.80x the p50 of its shape")), qPrintable(said));
        QTest::keyClick(&canvas(), Qt::Key_N);
        QCOMPARE(startOfSelection(), Ns{25 * 20'000});
        QTest::keyClick(&canvas(), Qt::Key_N); // behind the last comes the first
        QCOMPARE(startOfSelection(), Ns{5 * 20'000});
        QTest::keyClick(&canvas(), Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(startOfSelection(), Ns{25 * 20'000});
    }

    void withoutOutliersItIsSaid()
    {
        QTRY_VERIFY(m_document->tablesAreCurrent());
        const QSignalSpy failed(m_document.get(), &Document::failed);
        const QSignalSpy noticed(m_document.get(), &Document::noticed);
        QTest::keyClick(&canvas(), Qt::Key_N);
        QCOMPARE(noticed.count(), 1);
        QCOMPARE(failed.count(), 0);
        QVERIFY(!m_document->selection().has_value());
    }

    void ctrlCCopiesWhatIsKnown()
    {
        m_document->select(kernel(0));
        QTest::keyClick(&canvas(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("correlation: 1")));
    }

    // ---- keys that were changed

    void aChangedKeyWorksAndTheOldOneDoesNot()
    {
        Commands& commands = m_panel->state().commands();
        commands.assign(QStringLiteral("view.fit"), QKeySequence(Qt::CTRL | Qt::Key_J));
        m_document->setView({100'000, 200'000});
        QTest::keyClick(&canvas(), Qt::Key_Home);
        QVERIFY(view() == (TimeRange{100'000, 200'000}));
        QTest::keyClick(&canvas(), Qt::Key_J, Qt::ControlModifier);
        QVERIFY(view() == m_document->view().limits());
    }

    void heldKeysGoByPlace()
    {
        m_panel->state().commands().setKnowsPlaces(true);
        m_document->setView({100'000, 200'000});
        QKeyEvent press(QEvent::KeyPress, Qt::Key_Z, Qt::NoModifier, 25, 0, 0); // French W
        QCoreApplication::sendEvent(&canvas(), &press);
        QKeyEvent release(QEvent::KeyRelease, Qt::Key_Z, Qt::NoModifier, 25, 0, 0);
        QCoreApplication::sendEvent(&canvas(), &release);
        const DurationNs zoomed = view().length();
        QVERIFY(zoomed < 100'000);
        QTest::qWait(50);
        QCOMPARE(view().length(), zoomed); // released
    }

    void aHeldCommandRunsOnceFromElsewhere()
    {
        m_document->setView({100'000, 200'000});
        QVERIFY(m_panel->state().commands().run(QStringLiteral("view.in")));
        const DurationNs zoomed = view().length();
        QVERIFY(zoomed < 100'000);
        QTest::qWait(50);
        QCOMPARE(view().length(), zoomed);
        QTest::keyClick(&canvas(), Qt::Key_Backspace);
        QVERIFY(view() == (TimeRange{100'000, 200'000}));
    }

    // ---- after a brush

    void aBarOffersWhatIsOftenWanted()
    {
        auto* bar = m_panel->findChild<BrushBar*>();
        Mouse mouse(canvas(), Qt::AltModifier);
        mouse.press({100, 50}).move({300, 50});
        QVERIFY(!bar->isVisible()); // not before the hand lets go
        mouse.release({300, 50});
        QVERIFY(bar->isVisible());
        QVERIFY(canvas().rect().contains(bar->geometry()));
        QVERIFY(bar->x() > 300);
        QVERIFY(canvas().hasFocus());
        const QList<QToolButton*> buttons = bar->findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 2); // without a window around it nothing to compare or export
        QCOMPARE(buttons.front()->text(), QStringLiteral("Zoom (Z)"));
        const TimeRange brushed = window();
        QTest::mouseClick(buttons.front(), Qt::LeftButton);
        QVERIFY(view().begin <= brushed.begin && view().end >= brushed.end);
        QVERIFY(view().length() < brushed.length() * 3 / 2);
        QVERIFY(!bar->isVisible());
    }

    void theBarGoesWithTheNextPress()
    {
        auto* bar = m_panel->findChild<BrushBar*>();
        Mouse(m_panel->ruler(), Qt::AltModifier).drag({100, 5}, {900, 5});
        QVERIFY(bar->isVisible());
        QVERIFY(canvas().rect().contains(bar->geometry()));
        Mouse(canvas()).click({500, 80});
        QVERIFY(!bar->isVisible());
        Mouse(canvas(), Qt::AltModifier).drag({100, 50}, {300, 60});
        QVERIFY(bar->isVisible());
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QVERIFY(!bar->isVisible());
    }

    // ---- lanes by keys

    void lanesAreWalked()
    {
        LaneLabels& labels = m_panel->labels();
        QTest::keyClick(&canvas(), Qt::Key_Tab);
        QVERIFY(labels.hasFocus());
        QCOMPARE(m_panel->state().laneInHand(), std::optional<std::size_t>(0)); // GPU 0
        QTest::keyClick(&labels, Qt::Key_Down);
        QCOMPARE(m_panel->state().laneInHand(), std::optional(firstBelow()));
        QTest::keyClick(&labels, Qt::Key_Left); // no fold of its own: to the heading
        QCOMPARE(m_panel->state().laneInHand(), std::optional<std::size_t>(0));
        const std::size_t rows = m_panel->state().layout().rows().size();
        QTest::keyClick(&labels, Qt::Key_Left);
        QVERIFY(m_panel->state().layout().rows().size() < rows);
        QTest::keyClick(&labels, Qt::Key_Right);
        QCOMPARE(m_panel->state().layout().rows().size(), rows);
        QTest::keyClick(&labels, Qt::Key_Up); // nothing above
        QCOMPARE(m_panel->state().laneInHand(), std::optional<std::size_t>(0));
    }

    void enterGoesToTheEventsOfTheLane()
    {
        LaneLabels& labels = m_panel->labels();
        m_document->setView({115'000, 200'000});
        labels.setFocus();
        while (m_panel->state().laneInHand() != std::optional(laneOf(LaneKind::Kernels)))
            QTest::keyClick(&labels, Qt::Key_Down);
        QTest::keyClick(&labels, Qt::Key_Return);
        QVERIFY(m_document->selection() == kernel(2));
        QVERIFY(canvas().hasFocus());
        QTest::keyClick(&canvas(), Qt::Key_Period);
        QVERIFY(m_document->selection() == kernel(3));
    }

    void theMarkedLaneIsFramedAndOtherKeysStillWork()
    {
        LaneLabels& labels = m_panel->labels();
        labels.setFocus();
        QVERIFY(labels.grab().toImage().pixelColor(1, 6) == Theme::current().color(Role::Accent));
        m_document->setView({100'000, 200'000});
        QTest::keyClick(&labels, Qt::Key_Home);
        QVERIFY(view() == m_document->view().limits());
        QTest::keyClick(&labels, Qt::Key_Escape);
        QVERIFY(canvas().hasFocus());
        QVERIFY(labels.grab().toImage().pixelColor(1, 6) != Theme::current().color(Role::Accent));
        QVERIFY(!m_panel->state().laneInHand().has_value());
    }

    void theWalkScrolls()
    {
        m_panel->resize(1020, 160);
        LaneLabels& labels = m_panel->labels();
        labels.setFocus();
        for (int i = 0; i < 10; ++i)
            QTest::keyClick(&labels, Qt::Key_Down);
        QVERIFY(m_panel->state().scrollY() > 0);
    }

    // ---- wheel and touchpad

    void theWheelZoomsWhereThatIsChosen()
    {
        m_panel->resize(1020, 160);
        m_panel->state().setWheelZooms(true);
        const DurationNs before = view().length();
        Mouse(canvas()).wheel({300, 20}, {0, 120});
        QVERIFY(view().length() < before);
        const TimeRange zoomed = view();
        Mouse(canvas(), Qt::ControlModifier).wheel({300, 20}, {0, -120});
        QVERIFY(view() == zoomed);
        QVERIFY(m_panel->state().scrollY() > 0);
    }

    void aTouchpadKeepsItsDirection()
    {
        m_panel->resize(1020, 160);
        m_document->setView({100'000, 200'000});
        fingers({30, 4}, Qt::ScrollBegin); // to the side
        const Ns first = view().begin;
        QVERIFY(first < 100'000);
        fingers({4, -60}); // the hand turns: still the same gesture
        QCOMPARE(m_panel->state().scrollY(), 0);
        QVERIFY(view().begin < first);
        fingers({0, 0}, Qt::ScrollEnd);
        const TimeRange rest = view();
        fingers({2, -60}, Qt::ScrollBegin); // a new one goes down
        fingers({60, -30});
        fingers({0, 0}, Qt::ScrollEnd);
        QVERIFY(m_panel->state().scrollY() > 0);
        QVERIFY(view() == rest);
        QTest::keyClick(&canvas(), Qt::Key_Backspace); // the pan was one step
        QVERIFY(view() == (TimeRange{100'000, 200'000}));
    }

    void withoutPhasesARestEndsTheGesture()
    {
        m_panel->resize(1020, 160);
        m_document->setView({100'000, 200'000});
        fingers({30, 0}, Qt::NoScrollPhase);
        const TimeRange panned = view();
        QVERIFY(panned.begin < 100'000);
        fingers({0, -60}, Qt::NoScrollPhase);
        QCOMPARE(m_panel->state().scrollY(), 0);
        QTest::qWait(400);
        fingers({0, -60}, Qt::NoScrollPhase);
        QVERIFY(m_panel->state().scrollY() > 0);
        QVERIFY(view() == panned);
    }

    void aPinchZoomsAtTheFingers()
    {
        const DurationNs before = view().length();
        const Ns under = timeAt(300);
        const QPointF at(300, 40);
        QNativeGestureEvent pinch(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(),
                                  2, at, at, canvas().mapToGlobal(at), 0.25, {});
        QCoreApplication::sendEvent(&canvas(), &pinch);
        QVERIFY(std::abs(static_cast<double>(view().length()) / static_cast<double>(before) - 0.8)
                < 0.001);
        QVERIFY(near(timeAt(300), under));
    }

    void aFineWheelChangesTheHeightOncePerNotch()
    {
        Mouse mouse(canvas(), Qt::ControlModifier | Qt::ShiftModifier);
        for (int i = 0; i < 7; ++i)
            mouse.wheel({300, 20}, {0, 15});
        QCOMPARE(m_panel->state().layout().density(), scene::RowDensity::Normal);
        mouse.wheel({300, 20}, {0, 30});
        QCOMPARE(m_panel->state().layout().density(), scene::RowDensity::Tall);
    }

private:
    static Ns middle(TimeRange range) { return range.begin + static_cast<Ns>(range.length() / 2); }

    /// The lane of the second heading or line of the tree.
    std::size_t firstBelow() const
    {
        for (const scene::LayoutRow& row : m_panel->state().layout().rows())
            if (row.isFirst() && row.y > 0)
                return row.lane;
        return 0;
    }

    /// Of the device, inside the capture, at least 10 us.
    std::vector<TimeRange> longGaps() const
    {
        std::vector<TimeRange> out;
        for (const Gap& gap : m_document->analysis()->budget->gaps(DeviceId(0)))
            if (gap.begin != kMinNs && gap.end != kMaxNs && gap.end - gap.begin >= 10'000)
                out.push_back({gap.begin, gap.end});
        return out;
    }

    /// Thirty launches of one shape, 5 us each, every 20 us; the sixth and the 26th take 19 us.
    void openOutliers()
    {
        fixture::Capture capture;
        for (int i = 0; i < 30; ++i) {
            const Ns start = i * 20'000;
            const Ns length = i == 5 || i == 25 ? 19'000 : 5'000;
            capture.call(start, start + 1'000, "cudaLaunchKernel_v7000", i + 1);
            capture.kernel(start, start + length, "gemm", i + 1);
        }
        m_document->setAnalysis(fixture::analysed(capture.finish()));
        QTRY_VERIFY(m_document->tablesAreCurrent());
        m_document->setWindow(allWindow(*m_document->analysis()));
        QTRY_VERIFY(m_document->tablesAreCurrent());
    }

    Ns startOfSelection() const
    {
        return m_document->selection()
                   ? scene::rangeOf(*m_document->trace(), *m_document->selection()).begin
                   : Ns{-1};
    }

    void fingers(QPoint angle, Qt::ScrollPhase phase = Qt::ScrollUpdate)
    {
        const QPointF at(300, 20);
        QWheelEvent event(at, canvas().mapToGlobal(at), {}, angle, Qt::NoButton, Qt::NoModifier,
                          phase, false);
        QCoreApplication::sendEvent(&canvas(), &event);
    }
};

QTEST_MAIN(TimelineKeysTest)
#include "timeline_keys_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timeline_driver.h"
#include "ui/format.h"
#include "ui/panels/timeline/hover_card.h"
#include "ui/panels/timeline/lane_labels.h"
#include "ui/panels/timeline/overview_strip.h"
#include "ui/panels/timeline/time_ruler.h"
#include "ui/render/time_axis.h"

#include <QSignalSpy>

using namespace nv;
using nv::fixture::Mouse;

/// The window and the view, by mouse and keys.
class TimelineTest : public fixture::TimelineDriver
{
    Q_OBJECT

private slots:

    void init() { open(); }

    void cleanup() { close(); }

    // ---- the window

    void leftDragOnTheCanvasBrushes()
    {
        Mouse(canvas(), Qt::AltModifier).drag({100, 50}, {300, 60});
        QVERIFY(window() == (TimeRange{timeAt(100), timeAt(300)}));
        QCOMPARE(m_document->window().source, WindowSource::User);
    }

    void leftDragOnTheRulerBrushes()
    {
        Mouse(m_panel->ruler(), Qt::AltModifier).drag({400, 5}, {250, 5}); // to the left
        QVERIFY(window() == (TimeRange{timeAt(250), timeAt(400)}));
    }

    void theBrushFollowsWhileItMoves()
    {
        QSignalSpy moved(m_document.get(), &Document::windowChanged);
        Mouse mouse(canvas(), Qt::AltModifier);
        mouse.press({100, 50}).move({150, 50}).move({220, 50});
        QVERIFY(window() == (TimeRange{timeAt(100), timeAt(220)}));
        QVERIFY(moved.count() >= 2);
        mouse.release({220, 50});
        QVERIFY(window() == (TimeRange{timeAt(100), timeAt(220)}));
    }

    void aBrushMeetsTheEdgesOfEvents()
    {
        const qreal y = yOf(LaneKind::Kernels);
        // gemm of the second step: 122 000 .. 142 000; both ends 3 px beside its edges.
        Mouse(canvas()).drag({xOf(122'000) - 3, y}, {xOf(142'000) - 3, y});
        QCOMPARE(window().begin, Ns{122'000});
        QCOMPARE(window().end, Ns{142'000});
    }

    void edgesAreDragged()
    {
        m_document->setUserWindow({50'000, 150'000});
        Mouse(canvas(), Qt::AltModifier).drag({xOf(150'000), 80}, {xOf(150'000) + 60, 80});
        QCOMPARE(window().begin, Ns{50'000});
        QVERIFY(near(window().end, 150'000 + nsOf(60)));
        Mouse(m_panel->ruler(), Qt::AltModifier).drag({xOf(50'000), 8}, {xOf(50'000) + 25, 8});
        QVERIFY(near(window().begin, 50'000 + nsOf(25)));
    }

    void anEdgeMayCrossTheOther()
    {
        m_document->setUserWindow({50'000, 100'000});
        Mouse(canvas(), Qt::AltModifier).drag({xOf(50'000), 80}, {xOf(100'000) + 50, 80});
        QCOMPARE(window().begin, Ns{100'000});
        QVERIFY(near(window().end, 100'000 + nsOf(50)));
    }

    void theBodyIsCarriedOnTheRuler()
    {
        m_document->setUserWindow({50'000, 150'000});
        const double bar = windowBar(m_panel->ruler().rect()).center().y();
        Mouse(m_panel->ruler(), Qt::AltModifier).drag({xOf(90'000), bar}, {xOf(90'000) + 40, bar});
        QCOMPARE(window().length(), DurationNs{100'000});
        QVERIFY(near(window().begin, 50'000 + nsOf(40)));
    }

    void aDragInsideTheWindowOnTheCanvasBrushesAnew()
    {
        m_document->setUserWindow({0, 300'000});
        Mouse(canvas(), Qt::AltModifier).drag({300, 80}, {340, 80});
        QVERIFY(window() == (TimeRange{timeAt(300), timeAt(340)}));
    }

    void escapeDuringADragPutsTheWindowBack()
    {
        m_document->setUserWindow({50'000, 150'000});
        Mouse mouse(canvas(), Qt::AltModifier);
        mouse.press({300, 80}).move({400, 80});
        QVERIFY(!(window() == (TimeRange{50'000, 150'000})));
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QVERIFY(window() == (TimeRange{50'000, 150'000}));
        mouse.move({500, 80}).release({500, 80});
        QVERIFY(window() == (TimeRange{50'000, 150'000}));
    }

    void windowKeys()
    {
        const TimeRange suggested = m_document->window().range;
        const EventRef gemm = kernel(0);
        m_document->select(gemm);
        QTest::keyClick(&canvas(), Qt::Key_R);
        QVERIFY(window() == (TimeRange{22'000, 42'000}));
        QTest::keyClick(&canvas(), Qt::Key_Z);
        QVERIFY(view().begin < 22'000 && view().end > 42'000);
        QVERIFY(view().length() < 25'000);
        QTest::keyClick(&canvas(), Qt::Key_Escape); // clears the selection first
        QVERIFY(!m_document->selection().has_value());
        QVERIFY(window() == (TimeRange{22'000, 42'000}));
        QTest::keyClick(&canvas(), Qt::Key_Escape); // then the window
        QVERIFY(window() == suggested);
    }

    void shiftRTakesTheSuggestedSteadyState()
    {
        Analysis analysis = *m_document->analysis();
        analysis.steady.found = true;
        analysis.steady.window = {110'000, 310'000};
        m_document->setAnalysis(std::make_shared<const Analysis>(analysis));
        m_document->setUserWindow({1000, 2000});
        QTest::keyClick(&canvas(), Qt::Key_R, Qt::ShiftModifier);
        QVERIFY(window() == (TimeRange{110'000, 310'000}));
        QCOMPARE(m_document->window().source, WindowSource::Steady);
    }

    void tMovesTheWindowByOneStep()
    {
        Analysis analysis = *m_document->analysis();
        for (Ns t = 0; t < 5; ++t) {
            Step step;
            step.begin = 10'000 + t * 50'000;
            step.end = step.begin + 50'000;
            analysis.steady.steps.push_back(step);
        }
        m_document->setAnalysis(std::make_shared<const Analysis>(analysis));
        m_document->setUserWindow({10'000, 110'000}); // two steps
        QTest::keyClick(&canvas(), Qt::Key_T);
        QVERIFY(window() == (TimeRange{60'000, 160'000}));
        QTest::keyClick(&canvas(), Qt::Key_T, Qt::ShiftModifier);
        QVERIFY(window() == (TimeRange{10'000, 110'000}));
        QTest::keyClick(&canvas(), Qt::Key_T, Qt::ShiftModifier); // nothing before the first
        QVERIFY(window() == (TimeRange{10'000, 110'000}));
        // A window inside a step meets the edge of the next one, not that behind it.
        m_document->setUserWindow({70'000, 80'000});
        m_document->setView({65'000, 85'000});
        QTest::keyClick(&canvas(), Qt::Key_T);
        QVERIFY(window() == (TimeRange{110'000, 160'000}));
        QVERIFY(view() == (TimeRange{65'000, 85'000})); // too narrow for it
        m_document->setView({20'000, 90'000});
        QTest::keyClick(&canvas(), Qt::Key_T); // out of sight: it comes to the middle
        QVERIFY(window() == (TimeRange{160'000, 210'000}));
        QVERIFY(view() == (TimeRange{150'000, 220'000}));
        m_document->setUserWindow({220'000, 230'000}); // inside the last
        QTest::keyClick(&canvas(), Qt::Key_T);
        QVERIFY(window() == (TimeRange{220'000, 230'000}));
    }

    // ---- the view

    void ctrlWheelZoomsAtThePointer()
    {
        const DurationNs before = view().length();
        const Ns under = timeAt(300);
        Mouse(canvas(), Qt::ControlModifier).wheel({300, 50}, {0, 120});
        QVERIFY(std::abs(static_cast<double>(view().length()) / static_cast<double>(before) - 0.8)
                < 0.001);
        QVERIFY(near(timeAt(300), under));
        Mouse(canvas(), Qt::ControlModifier).wheel({300, 50}, {0, -120});
        QVERIFY(near(timeAt(300), under));
    }

    void aTurnOfTheWheelIsOneUndo()
    {
        const TimeRange before = view();
        for (int i = 0; i < 5; ++i)
            Mouse(canvas(), Qt::ControlModifier).wheel({300, 50}, {0, 120});
        QTest::keyClick(&canvas(), Qt::Key_Backspace);
        QVERIFY(view() == before);
    }

    void theWheelScrollsLanes()
    {
        m_panel->resize(1020, 160);
        QVERIFY(m_panel->state().maxScrollY() > 0);
        const TimeRange before = view();
        Mouse(canvas()).wheel({300, 20}, {0, -120});
        QCOMPARE(m_panel->state().scrollY(), std::min(66, m_panel->state().maxScrollY()));
        Mouse(canvas()).wheel({300, 20}, {0, 120});
        QCOMPARE(m_panel->state().scrollY(), 0);
        QVERIFY(view() == before);
    }

    void shiftWheelPans()
    {
        m_document->setView({100'000, 200'000});
        Mouse(canvas(), Qt::ShiftModifier).wheel({300, 20}, {0, -120});
        QVERIFY(view() == (TimeRange{110'000, 210'000}));
        Mouse(canvas()).wheel({300, 20}, {120, 0}); // a horizontal wheel
        QVERIFY(view() == (TimeRange{100'000, 200'000}));
    }

    void shiftDragAndMiddleDragPan()
    {
        m_document->setView({100'000, 200'000});
        const TimeRange windowBefore = window();
        const Ns under = timeAt(500);
        Mouse(canvas(), Qt::ShiftModifier).drag({500, 50}, {400, 50});
        QVERIFY(near(timeAt(400), under));
        QCOMPARE(view().length(), DurationNs{100'000});
        Mouse(canvas()).drag({400, 50}, {520, 50}, Qt::MiddleButton);
        QVERIFY(near(timeAt(520), under));
        QVERIFY(window() == windowBefore);
        m_document->undoView(); // each drag is one step back
        m_document->undoView();
        QVERIFY(view() == (TimeRange{100'000, 200'000}));
    }

    void ctrlDragZoomsToTheBand()
    {
        const TimeRange band{timeAt(200), timeAt(360)};
        const TimeRange windowBefore = window();
        Mouse(canvas(), Qt::ControlModifier).drag({200, 50}, {360, 90});
        QVERIFY(view() == band);
        QVERIFY(window() == windowBefore);
    }

    /// How long it is, is what the band is drawn for: it is written at it while it is drawn.
    void theBandSaysItsLength()
    {
        QCOMPARE(canvas().rubberText(), QString());
        Mouse mouse(canvas(), Qt::ControlModifier);
        mouse.press({200, 50}).move({300, 60}).move({360, 90});
        const TimeRange band{timeAt(200), timeAt(360)};
        QCOMPARE(canvas().rubberText(), format::duration(static_cast<double>(band.length())));
        const QRect plate = canvas().rubberPlate();
        QVERIFY(plate.width() > 10 && std::abs(plate.center().x() - 280) <= 2);
        QVERIFY(canvas().rect().contains(plate));
        QCOMPARE(canvas().grab().toImage().pixelColor(plate.topLeft() + QPoint(2, 2)),
                 Theme::current().color(Role::Panel));
        mouse.release({360, 90});
        QCOMPARE(canvas().rubberText(), QString());
        QVERIFY(canvas().rubberPlate().isEmpty());
    }

    void heldKeysZoomAndPan()
    {
        m_document->setView({100'000, 200'000});
        QTest::keyClick(&canvas(), Qt::Key_W);
        const DurationNs zoomed = view().length();
        QVERIFY(zoomed < 100'000);
        QTest::keyClick(&canvas(), Qt::Key_S);
        QVERIFY(view().length() > zoomed);
        m_document->setView({100'000, 200'000});
        QTest::keyClick(&canvas(), Qt::Key_D);
        QVERIFY(view().begin > 100'000);
        QCOMPARE(view().length(), DurationNs{100'000});
        QTest::keyClick(&canvas(), Qt::Key_A);
        QVERIFY(near(view().begin, 100'000));
        // Held, the view goes on moving; released, it rests, and all of it is one step back.
        QTest::keyPress(&canvas(), Qt::Key_D);
        const Ns first = view().begin;
        QTRY_VERIFY(view().begin > first);
        QTest::keyRelease(&canvas(), Qt::Key_D);
        const TimeRange rest = view();
        QTest::qWait(60);
        QVERIFY(view() == rest);
    }

    void keysZoomPanFitAndUndo()
    {
        m_document->setView({100'000, 200'000});
        QTest::keyClick(&canvas(), Qt::Key_Plus);
        QVERIFY(near(static_cast<Ns>(view().length()), 66'667));
        QTest::keyClick(&canvas(), Qt::Key_Minus);
        QVERIFY(near(static_cast<Ns>(view().length()), 100'000));
        QTest::keyClick(&canvas(), Qt::Key_Right);
        QVERIFY(near(view().begin, 110'000));
        QTest::keyClick(&canvas(), Qt::Key_Left);
        QVERIFY(near(view().begin, 100'000));
        QTest::keyClick(&canvas(), Qt::Key_Home);
        QVERIFY(view() == m_document->view().limits());
        QTest::keyClick(&canvas(), Qt::Key_Backspace);
        QVERIFY(near(view().begin, 100'000));
        QTest::keyClick(&canvas(), Qt::Key_0);
        QVERIFY(view() == m_document->view().limits());
        QTest::keyClick(&canvas(), Qt::Key_Left, Qt::AltModifier);
        QVERIFY(near(view().begin, 100'000));
        QTest::keyClick(&canvas(), Qt::Key_Right, Qt::AltModifier);
        QVERIFY(view() == m_document->view().limits());
    }

    void upAndDownScroll()
    {
        m_panel->resize(1020, 160);
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QVERIFY(m_panel->state().scrollY() > 0);
        QTest::keyClick(&canvas(), Qt::Key_Up);
        QCOMPARE(m_panel->state().scrollY(), 0);
    }

    void theOverviewMovesTheView()
    {
        m_document->setView({100'000, 150'000});
        OverviewStrip& overview = m_panel->overview();
        const scene::TimeScale whole{m_document->view().limits(), overview.width()};
        const double middle = whole.xOf(125'000);
        Mouse(overview).drag({middle, 10}, {middle + 100, 10});
        QCOMPARE(view().length(), DurationNs{50'000});
        QVERIFY(near(view().begin, whole.timeAt(middle + 100) - 25'000));
        Mouse(overview).click({whole.xOf(250'000), 10}); // beside the frame: it comes there
        QVERIFY(near(view().begin, 225'000));
        const double right = whole.xOf(view().end);
        Mouse(overview).drag({right, 10}, {right - 50, 10}); // its edge
        QVERIFY(view().length() < 50'000);
        QVERIFY(near(view().begin, 225'000));
    }
};

QTEST_MAIN(TimelineTest)
#include "timeline_test.moc"

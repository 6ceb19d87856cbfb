// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/event_view.h"
#include "tests/support/timeline_fixture.h"
#include "ui/panels/timeline/hover_card.h"
#include "ui/panels/timeline/lane_labels.h"
#include "ui/panels/timeline/overview_strip.h"
#include "ui/panels/timeline/time_ruler.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/render/time_axis.h"
#include "ui/theme.h"

#include <QSignalSpy>

#include <cmath>
#include <memory>

using namespace nv;
using nv::fixture::Mouse;

/// The real widget, driven with mouse and keys.  Trace: three steps of 100 us from 10 us on, see
/// fixture::threeSteps.
class TimelineTest : public QObject
{
    Q_OBJECT

private slots:

    void initTestCase() { Theme::setCurrent(Theme::Mode::Light); }

    void init()
    {
        m_document = std::make_unique<Document>();
        m_panel = std::make_unique<TimelinePanel>(*m_document);
        m_panel->resize(1020, 420);
        m_panel->show();
        m_document->setAnalysis(fixture::analysed(fixture::threeSteps()));
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        m_panel->canvas().setFocus();
    }

    void cleanup()
    {
        m_panel.reset();
        m_document.reset();
    }

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
        const int y = yOf(LaneKind::Kernels);
        // gemm of the first step: 22 000 .. 42 000; start and end within 5 px of its edges.
        Mouse(canvas()).drag({xOf(22'000) - 3, y}, {xOf(42'000) + 3, y});
        QVERIFY(window() == (TimeRange{22'000, 42'000}));
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

    // ---- events

    void aClickSelectsAndADragDoesNot()
    {
        const TimeRange before = window();
        const double y = yOf(LaneKind::Kernels);
        Mouse(canvas()).click({xOf(30'000), y});
        QVERIFY(m_document->selection() == kernel(0));
        QVERIFY(window() == before);
        Mouse(canvas()).click({xOf(95'000), y}); // nothing runs there
        QVERIFY(!m_document->selection().has_value());
    }

    void aDoubleClickZoomsToTheEventAndBack()
    {
        const TimeRange before = view();
        const double y = yOf(LaneKind::Kernels);
        Mouse(canvas()).doubleClick({xOf(30'000), y});
        QVERIFY(view() == (TimeRange{17'000, 47'000})); // a quarter of its 20 us on each side
        Mouse(canvas()).doubleClick({xOf(30'000), y});
        QVERIFY(view() == before);
    }

    void fCentresThenFits()
    {
        m_document->setView({0, 200'000});
        m_document->select(kernel(2)); // gemm of the second step: 122 000 .. 142 000
        QTest::keyClick(&canvas(), Qt::Key_F);
        QVERIFY(view() == (TimeRange{32'000, 232'000}));
        QTest::keyClick(&canvas(), Qt::Key_F);
        QVERIFY(view() == (TimeRange{117'000, 147'000}));
    }

    void stepsAlongTheRow()
    {
        m_document->select(kernel(0));
        QTest::keyClick(&canvas(), Qt::Key_Period);
        QVERIFY(m_document->selection() == kernel(1));
        QTest::keyClick(&canvas(), Qt::Key_Comma);
        QVERIFY(m_document->selection() == kernel(0));
        QTest::keyClick(&canvas(), Qt::Key_Comma); // the first stays
        QVERIFY(m_document->selection() == kernel(0));
    }

    void withoutSelectionTheWalkBeginsInTheView()
    {
        m_document->setView({115'000, 200'000});
        QTest::keyClick(&canvas(), Qt::Key_Period);
        QVERIFY(m_document->selection() == kernel(2));
    }

    void followsLaunchAndKernel()
    {
        m_document->select(kernel(0));
        QTest::keyClick(&canvas(), Qt::Key_BracketLeft);
        QVERIFY(m_document->selection().has_value());
        QCOMPARE(m_document->selection()->kind, EventKind::Call);
        QTest::keyClick(&canvas(), Qt::Key_BracketRight);
        QVERIFY(m_document->selection() == kernel(0));
    }

    void revealingOpensWhatHidesTheEvent()
    {
        const std::size_t process = laneOf(LaneKind::Process);
        m_panel->state().toggleLane(process);
        QVERIFY(m_panel->state().layout().isCollapsed(process));
        m_document->reveal({EventKind::Call, 0});
        QVERIFY(!m_panel->state().layout().isCollapsed(process));
    }

    void theArrowCollapsesAndExpands()
    {
        const std::size_t rows = m_panel->state().layout().rows().size();
        Mouse(m_panel->labels()).click({10, 10}); // the arrow of GPU 0
        QCOMPARE(m_panel->state().layout().rows().size(), rows - 2);
        Mouse(m_panel->labels()).click({10, 10});
        QCOMPARE(m_panel->state().layout().rows().size(), rows);
    }

    void theHeadIsResized()
    {
        const double edge = m_panel->labels().width() - 2;
        Mouse(m_panel->labels()).drag({edge, 40}, {edge + 80, 40});
        QCOMPARE(m_panel->labels().width(), 299);
        QCOMPARE(canvas().x(), 299);
        QCOMPARE(m_panel->ruler().x(), 299);
    }

    void theHoverCardStaysInsideTheWindow()
    {
        const double y = yOf(LaneKind::Kernels);
        for (const Ns t : {30'000, 230'000}) {
            Mouse(canvas()).move({xOf(t), y});
            HoverCard* card = nullptr;
            QTRY_VERIFY((card = m_panel->findChild<HoverCard*>()) != nullptr && card->isVisible());
            QVERIFY(m_panel->rect().contains(card->geometry()));
        }
        Mouse(canvas()).move({xOf(95'000), y});
        QVERIFY(!m_panel->findChild<HoverCard*>()->isVisible());
    }

    void factsNameTheEventInFull()
    {
        const EventFacts facts = eventFacts(*m_document->analysis(), kernel(0));
        QCOMPARE(facts.name, QStringLiteral("void gemm<float>(float*)"));
        const QString text = facts.asText();
        QVERIFY(text.contains(QStringLiteral("grid: 128 \u00d7 1 \u00d7 1")));
        QVERIFY(text.contains(QStringLiteral("block: 256 \u00d7 1 \u00d7 1")));
        QVERIFY(text.contains(QStringLiteral("correlation: 1")));
        QVERIFY(text.contains(QStringLiteral("issued by: cudaLaunchKernel_v7000")));
        QVERIFY(text.contains(QStringLiteral("stream 7")));
        const QString copy = eventFacts(*m_document->analysis(), kernel(-1)).asText();
        QVERIFY(copy.contains(QStringLiteral("size: 4.00 KiB")));
        QVERIFY(copy.contains(QStringLiteral("bandwidth:"))); // 4096 B in 20 us
    }

    // ---- pixels

    void lanesCarryTheColoursOfTheirEvents()
    {
        m_document->setUserWindow(m_document->view().limits()); // nothing dimmed or tinted
        const QImage image = canvas().grab().toImage();
        const Theme& theme = Theme::current();
        const int y = yOf(LaneKind::Kernels) + 7; // below the text
        QCOMPARE(image.pixelColor(int(xOf(40'000)), y), theme.kernel("gemm"));
        QCOMPARE(image.pixelColor(int(xOf(47'000)), y), theme.kernel("rms_norm"));
        QCOMPARE(image.pixelColor(int(xOf(95'000)), y), theme.color(Role::Background));
        QCOMPARE(image.pixelColor(int(xOf(80'000)), yOf(LaneKind::Copies) + 7),
                 theme.budget(BudgetClass::Transfer));
        QCOMPARE(image.pixelColor(int(xOf(30'000)), 15), theme.budget(BudgetClass::Compute));
    }

    void selectionIsOutlined()
    {
        m_document->setUserWindow(m_document->view().limits());
        m_document->select(kernel(0));
        const QImage image = canvas().grab().toImage();
        QCOMPARE(image.pixelColor(int(std::lround(xOf(22'000))) - 1, yOf(LaneKind::Kernels)),
                 Theme::current().color(Role::Accent));
    }

    void outsideTheWindowIsDimmed()
    {
        m_document->setUserWindow({0, 60'000});
        const QImage image = canvas().grab().toImage();
        const QColor inside = image.pixelColor(int(xOf(40'000)), yOf(LaneKind::Kernels) + 7);
        const QColor outside = image.pixelColor(int(xOf(140'000)), yOf(LaneKind::Kernels) + 7);
        QVERIFY(outside.lightness() > inside.lightness());            // the same kernel, washed out
        QVERIFY(outside != Theme::current().color(Role::Background)); // still readable
    }

    void nothingOpenPaintsNothing()
    {
        m_document->setAnalysis(nullptr);
        const QImage image = m_panel->grab().toImage();
        QCOMPARE(image.pixelColor(600, 300), Theme::current().color(Role::Background));
        QTest::keyClick(&canvas(), Qt::Key_W);
        Mouse(canvas()).drag({100, 50}, {300, 60});
        Mouse(canvas(), Qt::ControlModifier).wheel({300, 50}, {0, 120});
        QVERIFY(!m_document->selection().has_value());
    }

private:
    TimelineCanvas& canvas() { return m_panel->canvas(); }

    TimeRange view() const { return m_document->view().current(); }

    TimeRange window() const { return m_document->window().range; }

    Ns timeAt(double x) const { return m_panel->state().scale().timeAt(x); }

    double xOf(Ns t) const { return m_panel->state().scale().xOf(t); }

    Ns nsOf(double px) const { return std::llround(px * m_panel->state().scale().nsPerPixel()); }

    /// Within two pixels: what a hand can do.
    bool near(Ns a, Ns b) const { return std::abs(a - b) <= nsOf(2); }

    std::size_t laneOf(LaneKind kind) const
    {
        const std::vector<Lane>& lanes = m_document->trace()->lanes;
        for (std::size_t i = 0; i < lanes.size(); ++i)
            if (lanes[i].kind == kind)
                return i;
        return lanes.size();
    }

    /// The middle of a lane's first row.
    int yOf(LaneKind kind) const
    {
        const scene::LayoutRow* row = m_panel->state().layout().find({laneOf(kind), 0});
        return row->y + row->height / 2 - m_panel->state().scrollY();
    }

    /// The i-th kernel; -1: the first copy.
    EventRef kernel(int i) const
    {
        const Lane& lane =
            m_document->trace()->lanes[laneOf(i < 0 ? LaneKind::Copies : LaneKind::Kernels)];
        return {EventKind::Op, lane.rows[0].events[static_cast<std::size_t>(std::max(i, 0))]};
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<TimelinePanel> m_panel;
};

QTEST_MAIN(TimelineTest)
#include "timeline_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timeline_driver.h"
#include "ui/panels/timeline/hover_card.h"
#include "ui/panels/timeline/lane_labels.h"
#include "ui/panels/timeline/overview_strip.h"
#include "ui/panels/timeline/time_ruler.h"
#include "ui/render/time_axis.h"

#include <QSignalSpy>

using namespace nv;
using nv::fixture::Mouse;

/// Events: selecting, walking, revealing, hovering, painting.
class TimelineEventsTest : public fixture::TimelineDriver
{
    Q_OBJECT

private slots:

    void init() { open(); }

    void cleanup() { close(); }

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
        QVERIFY2(copy.contains(QStringLiteral("size: 4.00\u00a0KiB")), qPrintable(copy));
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
};

QTEST_MAIN(TimelineEventsTest)
#include "timeline_events_test.moc"

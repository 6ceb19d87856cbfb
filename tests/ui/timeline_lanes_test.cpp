// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timeline_driver.h"
#include "ui/lane_settings.h"
#include "ui/panels/timeline/lane_labels.h"
#include "ui/panels/timeline/lane_line.h"
#include "ui/panels/timeline/lane_menu.h"
#include "ui/panels/timeline/plate.h"
#include "ui/settings.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QTemporaryDir>
#include <QTimer>

using namespace nv;
using nv::fixture::Mouse;
using Lanes = QList<int>;

/// Which lanes stand on the sheet and where: filter, activity, hiding, order, height.  The lanes
/// are those of fixture::severalLanes().
class TimelineLanesTest : public fixture::TimelineDriver
{
    Q_OBJECT

private slots:

    void init()
    {
        open();
        m_document->setAnalysis(fixture::analysed(fixture::severalLanes()));
        m_document->setUserWindow(m_document->view().limits());
        m_menu = std::make_unique<LaneMenu>(*m_panel);
        m_panel->addActions(m_menu->actions()); // for their keys
        QApplication::setActiveWindow(m_panel.get());
        canvas().setFocus();
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
    }

    void cleanup()
    {
        m_menu.reset();
        close();
    }

    // ---- filter

    void theFilterIsTypedAndCleared()
    {
        QVERIFY(!line().isVisible());
        QTest::keyClick(&canvas(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(line().isVisible());
        QVERIFY(line().field().hasFocus());
        QTest::keyClicks(&line().field(), QStringLiteral("Stream 9"));
        QTRY_COMPARE(shown(), (Lanes{0, 3}));
        QTest::keyClick(&line().field(), Qt::Key_Escape);
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
        QVERIFY(!line().isVisible());
        QVERIFY(canvas().hasFocus());
    }

    void theFilterStaysInForce()
    {
        type(QStringLiteral("nccl"));
        QTRY_COMPARE(shown(), (Lanes{4, 5}));
        QTest::keyClick(&line().field(), Qt::Key_Return);
        QVERIFY(canvas().hasFocus());
        QVERIFY(line().isVisible());
        QCOMPARE(line().field().text(), QStringLiteral("nccl"));
        QCOMPARE(shown(), (Lanes{4, 5}));
        line().field().setFocus();
        QTest::keyClick(&line().field(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(&line().field(), Qt::Key_Delete);
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
        canvas().setFocus(); // empty, it goes by itself
        QVERIFY(!line().isVisible());
    }

    void aFilterThatMatchesNothingSaysSo()
    {
        type(QStringLiteral("stream 77"));
        QTRY_VERIFY(shown().isEmpty());
        QVERIFY(state().emptySheet().startsWith(QStringLiteral("No lane matches “stream 77”.")));
        QVERIFY(inkInTheMiddle() > 100);
        // An edge of the window in the middle of the words does not cross them.
        const TimeRange view = m_document->view().current();
        const Ns middle = view.begin + static_cast<Ns>(view.length() / 2);
        m_document->setUserWindow({middle, view.end});
        const QRect words = plateOf(state().emptySheet(), canvas().fontMetrics(),
                                    canvas().rect().center(), canvas().rect());
        const QImage image = canvas().grab(words.adjusted(1, 1, -1, -1)).toImage();
        for (int x = 0; x < image.width(); ++x)
            QCOMPARE(image.pixelColor(x, 0), Theme::current().color(Role::Panel));
        m_document->reveal(kernel(0)); // what is revealed is shown whatever the filter says
        QCOMPARE(shown(), (Lanes{0, 1}));
        QVERIFY(state().emptySheet().isEmpty());
    }

    // ---- activity

    void onlyActiveFollowsTheBrush()
    {
        action(QStringLiteral("Only what is active"))->trigger();
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
        QCOMPARE(line().inactiveNotice().text(), QStringLiteral("0 not active"));
        Mouse mouse(canvas(), Qt::AltModifier);
        mouse.press({xOf(1'000), 50}).move({xOf(5'000), 50}).move({xOf(9'000), 50});
        QCOMPARE(shown(), (Lanes{4, 5, 6})); // no kernel yet, no call of the other thread
        QCOMPARE(line().inactiveNotice().text(), QStringLiteral("4 not active"));
        mouse.move({xOf(15'000), 50});
        QCOMPARE(shown(), (Lanes{0, 1, 3, 4, 5, 6}));
        mouse.release({xOf(15'000), 50});
        QTest::mouseClick(&line().inactiveNotice(), Qt::LeftButton);
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
        QVERIFY(!action(QStringLiteral("Only what is active"))->isChecked());
        QVERIFY(!line().isVisible());
    }

    void aWindowWithoutEventsSaysSo()
    {
        action(QStringLiteral("Only what is active"))->trigger();
        m_document->setUserWindow({200'000, 300'000});
        QVERIFY(shown().isEmpty());
        QVERIFY(state().emptySheet().startsWith(QStringLiteral("No lane is active")));
        m_document->setUserWindow({0, 100'000});
        QVERIFY(state().emptySheet().isEmpty());
    }

    // ---- hiding

    void aLaneIsHiddenByTheMenuOfTheTree()
    {
        pick(m_panel->labels(), {60, yOfLane(1)}, QStringLiteral("Hide lane"));
        QCOMPARE(shown(), (Lanes{0, 2, 3, 4, 5, 6, 7}));
        pick(m_panel->labels(), {60, yOfLane(4)}, QStringLiteral("Hide lane"));
        QCOMPARE(shown(), (Lanes{0, 2, 3})); // a heading takes its lanes along
        QVERIFY(line().isVisible());
        QCOMPARE(line().hiddenNotice().text(), QStringLiteral("2 hidden"));
        QTest::mouseClick(&line().hiddenNotice(), Qt::LeftButton);
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
        QVERIFY(!line().isVisible());
    }

    void hiddenLanesComeBackByMenu()
    {
        const QAction* show = action(QStringLiteral("Show hidden"));
        QVERIFY(!show->isEnabled());
        for (const int lane : {0, 4})
            state().hideLane(static_cast<std::size_t>(lane));
        QVERIFY(state().emptySheet().startsWith(QStringLiteral("All lanes are hidden.")));
        QCOMPARE(show->text(), QStringLiteral("Show hidden lanes (2)"));
        pick(m_panel->labels(), {60, 200}, QStringLiteral("Show hidden")); // beside every lane
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
    }

    void hidingMeansTheLaneInHand()
    {
        QVERIFY(!action(QStringLiteral("Hide lane"))->isEnabled());
        m_document->select(kernel(0));
        action(QStringLiteral("Hide lane"))->trigger(); // that of the selection
        QCOMPARE(shown(), (Lanes{0, 2, 3, 4, 5, 6, 7}));
        m_document->reveal(kernel(0)); // comes back when it is asked for
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
    }

    // ---- order and height

    void sortsByActivityOnceTheWindowRests()
    {
        action(QStringLiteral("By activity"))->trigger();
        QCOMPARE(shown(), (Lanes{0, 3, 1, 2, 4, 7, 5, 6}));
        Mouse(canvas(), Qt::AltModifier).drag({xOf(45'000), 50}, {xOf(58'000), 50});
        QCOMPARE(shown(), (Lanes{0, 3, 1, 2, 4, 7, 5, 6}));     // not under the hand
        QTRY_COMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 7, 5, 6})); // stream 9 does nothing there
        action(QStringLiteral("As recorded"))->trigger();
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
    }

    void theHeightOfRowsIsChosen()
    {
        const auto height = [this] { return state().layout().find({1, 0})->height; };
        QCOMPARE(height(), 20);
        Mouse up(canvas(), Qt::ControlModifier | Qt::ShiftModifier);
        up.wheel({300, 50}, {0, 120});
        QCOMPARE(height(), 28);
        up.wheel({300, 50}, {0, 120}); // the largest
        QCOMPARE(height(), 28);
        Mouse tree(m_panel->labels(), Qt::ControlModifier | Qt::ShiftModifier);
        tree.wheel({50, 50}, {-120, 0}); // as some platforms turn it
        QCOMPARE(height(), 20);
        action(QStringLiteral("Small"))->trigger();
        QCOMPARE(height(), 14);
        action(QStringLiteral("Large"))->trigger();
        QCOMPARE(height(), 28);
    }

    void anotherTraceKeepsOrderAndHeightOnly()
    {
        type(QStringLiteral("4242"));
        state().setOnlyActive(true);
        state().hideLane(0);
        state().pinLane(5, true);
        state().setLaneOrder(LaneOrder::ByActivity);
        state().setDensity(scene::RowDensity::Tall);
        QTRY_VERIFY(state().lanesAreSettled());
        m_document->setAnalysis(fixture::analysed(fixture::severalLanes()));
        QTRY_VERIFY(state().lanesAreSettled());
        QCOMPARE(shown(), (Lanes{0, 3, 1, 2, 4, 7, 5, 6}));
        QCOMPARE(state().layout().find({1, 0})->height, 28);
        QVERIFY(!state().showsOnlyActive());
        QVERIFY(line().field().text().isEmpty());
    }

    void otherLimitsKeepWhatWasChosen()
    {
        state().hideLane(1);
        m_document->setAnalysis(std::make_shared<const Analysis>(*m_document->analysis()));
        QCOMPARE(shown(), (Lanes{0, 2, 3, 4, 5, 6, 7}));
    }

    void orderAndHeightAreKept()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("settings.ini"));
        {
            Settings settings(file);
            Document document;
            TimelineState first(document);
            keepLaneSettings(settings, first);
            QVERIFY(first.laneOrder() == LaneOrder::Recorded);
            first.setLaneOrder(LaneOrder::ByActivity);
            first.setDensity(scene::RowDensity::Compact);
        }
        Settings settings(file);
        Document document;
        TimelineState second(document);
        keepLaneSettings(settings, second);
        QVERIFY(second.laneOrder() == LaneOrder::ByActivity);
        QVERIFY(second.layout().density() == scene::RowDensity::Compact);
        settings.setRowHeight(QStringLiteral("gigantic")); // unknown: the default
        settings.setLaneOrder(QStringLiteral("by taste"));
        TimelineState third(document);
        keepLaneSettings(settings, third);
        QVERIFY(third.laneOrder() == LaneOrder::Recorded);
        QVERIFY(third.layout().density() == scene::RowDensity::Normal);
    }

private:
    TimelineState& state() { return m_panel->state(); }

    LaneLine& line() { return m_panel->laneLine(); }

    Lanes shown()
    {
        Lanes out;
        for (const scene::LayoutRow& row : state().layout().rows())
            if (row.isFirst())
                out << static_cast<int>(row.lane);
        return out;
    }

    int yOfLane(std::size_t lane)
    {
        const scene::LayoutRow* row = state().layout().find({lane, 0});
        return state().rows().yOf(*row) + row->height / 2;
    }

    QAction* action(const QString& start)
    {
        for (QAction* entry : m_menu->findChildren<QAction*>())
            if (entry->text().remove(u'&').startsWith(start))
                return entry;
        qFatal("no such entry: %s", qPrintable(start));
    }

    void type(const QString& text)
    {
        m_panel->openLaneFilter();
        QTest::keyClicks(&line().field(), text);
    }

    /// Pixels of the sentence an empty sheet has there.
    int inkInTheMiddle()
    {
        QRect middle(0, 0, 400, 60);
        middle.moveCenter(canvas().rect().center());
        const QImage image = canvas().grab(middle).toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y) != Theme::current().color(Role::Background) ? 1 : 0;
        return count;
    }

    /// Opens the menu of the right button and clicks the entry that starts so.
    static void pick(QWidget& on, QPoint at, const QString& start)
    {
        bool wasPicked = false;
        QTimer::singleShot(0, &on, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            for (QAction* entry : menu->actions()) {
                if (!entry->text().remove(u'&').startsWith(start) || wasPicked)
                    continue;
                wasPicked = true;
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(entry).center());
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, on.mapToGlobal(at));
        QApplication::sendEvent(&on, &event);
        QVERIFY(wasPicked);
    }

    std::unique_ptr<LaneMenu> m_menu;
};

QTEST_MAIN(TimelineLanesTest)
#include "timeline_lanes_test.moc"

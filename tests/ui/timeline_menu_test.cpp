// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/capture_command.h"
#include "tests/support/tables_fixture.h"
#include "tests/support/timeline_driver.h"
#include "ui/capture_banner.h"
#include "ui/message_bar.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPushButton>
#include <QTimer>

using namespace nv;

/// The menu of the right button, and the banner about what graphs hide.
class TimelineMenuTest : public fixture::TimelineDriver
{
    Q_OBJECT

private slots:

    void init() { open(); }

    void cleanup() { close(); }

    void aRangeOffersAllItsInstances()
    {
        const scene::LayoutRow* row = m_panel->state().layout().find({laneOf(LaneKind::Ranges), 1});
        const int y = row->y + row->height / 2 - m_panel->state().scrollY();
        const auto x = static_cast<int>(xOf(130'000)); // "forward" of the second step
        QVERIFY(chooseAt({x, y}, "all 3 instances of this range"));
        QCOMPARE(window(), (TimeRange{15'000, 250'000}));
        QCOMPARE(m_document->window().source, WindowSource::Nvtx);
        QCOMPARE(m_document->window().instances, std::size_t{3});
    }

    void aKernelDoesNot()
    {
        QVERIFY(
            !chooseAt({static_cast<int>(xOf(30'000)), yOf(LaneKind::Kernels)}, "of this range"));
    }

    void aClearedWindowComesBack()
    {
        const TimeRange proposed = window();
        m_document->setUserWindow({50'000, 150'000});
        QVERIFY(chooseAt({static_cast<int>(xOf(30'000)), yOf(LaneKind::Kernels)}, "Clear window"));
        QVERIFY(window() == proposed);
        QTest::keyClick(&canvas(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(window() == (TimeRange{50'000, 150'000}));
    }

    void graphsRecordedWholeAreSaidOnceWithTheCommand()
    {
        test::TraceSketch sketch;
        sketch.call({"cudaGraphLaunch", 0, 10, 1});
        sketch.replay(20, 90, 1);
        Analysis analysis = sketch.finish();
        analysis.notes = {{"file-in-use", Severity::Warning, "Another note.", {}},
                          {"graph-level-capture",
                           Severity::Warning,
                           "1 graph launch was recorded as a whole.",
                           {}}};
        MessageBar bar;
        sayWhatGraphsHide(bar, analysis);
        QVERIFY(bar.text().contains(QStringLiteral("recorded as a whole")));
        auto* copy = bar.findChild<QPushButton*>();
        QVERIFY(!copy->isHidden());
        QTest::mouseClick(copy, Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QString::fromStdString(captureCommand(*analysis.trace, kNodeLevelGraphs)));
        bar.say(MessageBar::Kind::Error, QStringLiteral("Something else."));
        QVERIFY(copy->isHidden());
        sayWhatGraphsHide(bar, analysis); // does not cover what stands there
        QCOMPARE(bar.text(), QStringLiteral("Something else."));
    }

    void aCaptureWithNodesSaysNothing()
    {
        test::TraceSketch sketch;
        sketch.call({"cudaGraphLaunch", 0, 10, 1});
        sketch.kernel({"k", 20, 90, 1, {}, 7});
        Analysis analysis = sketch.finish();
        analysis.notes = {{"file-in-use", Severity::Warning, "Another note.", {}}};
        MessageBar bar;
        sayWhatGraphsHide(bar, analysis);
        QVERIFY(bar.text().isEmpty());
    }

private:
    /// Opens the menu and triggers the entry that contains `text`; false when there is none.
    bool chooseAt(QPoint at, const char* text)
    {
        bool found = false;
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (menu == nullptr)
                return;
            for (QAction* action : menu->actions())
                if (action->text().contains(QString::fromUtf8(text)) && action->isEnabled()) {
                    found = true;
                    action->trigger();
                    break;
                }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, canvas().mapToGlobal(at));
        QCoreApplication::sendEvent(&canvas(), &event);
        return found;
    }
};

QTEST_MAIN(TimelineMenuTest)
#include "timeline_menu_test.moc"

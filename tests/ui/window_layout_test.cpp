// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/window_driver.h"
#include "ui/message_bar.h"
#include "ui/panel.h"
#include "ui/panels/verdict/class_list.h"
#include "ui/status_line.h"

#include <QContextMenuEvent>
#include <QDockWidget>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QStatusBar>
#include <QTabBar>

using namespace nv;
using namespace nv::test;

/// Layouts from run to run, several windows, and what is typed into dialogs of the window.
class WindowLayoutTest : public WindowDriver
{
    Q_OBJECT

private slots:

    void initTestCase() { prepare(); }

    void cleanup()
    {
        m_window.reset();
        m_settings->forgetLayout();
        m_settings->setKeys({});
        QLocale::setDefault(QLocale::c());
    }

    void panelsAddedSinceAreShown()
    {
        openLoop();
        child<QDockWidget>("steps")->hide();
        m_window->close();
        m_window.reset();
        // A layout of a program that knew neither Search nor Details.
        Settings::Layout layout = *m_settings->layout();
        QVERIFY(layout.panels.removeOne(QStringLiteral("search")));
        QVERIFY(layout.panels.removeOne(QStringLiteral("details")));
        m_settings->setLayout(layout);
        openLoop();
        QVERIFY(!child<QDockWidget>("search")->isHidden());
        QVERIFY(!child<QDockWidget>("details")->isHidden());
        QVERIFY(child<QDockWidget>("steps")->isHidden()); // the user's choice stays
        // Where they would be at first: among their like.
        QVERIFY(m_window->tabifiedDockWidgets(child<QDockWidget>("kernels"))
                    .contains(child<QDockWidget>("search")));
        QVERIFY(m_window->tabifiedDockWidgets(child<QDockWidget>("verdict"))
                    .contains(child<QDockWidget>("details")));
    }

    void aLayoutOfTheFirstVersionIsTheDefault()
    {
        openLoop();
        child<QDockWidget>("verdict")->hide();
        m_window->close();
        m_window.reset();
        QSettings raw(settingsFile(), QSettings::IniFormat);
        raw.setValue(QStringLiteral("layout/version"), 1);
        raw.sync();
        m_settings = std::make_unique<Settings>(settingsFile());
        openLoop();
        for (const PanelInfo& info : panels())
            QVERIFY2(!child<QDockWidget>(info.id)->isHidden(), info.id);
    }

    /// What limits the window is a table of some rows, not a line to scroll in.
    void classesAreInSightAtFirst()
    {
        openLoop();
        m_window->resize(1280, 720);
        QCoreApplication::processEvents();
        QTRY_VERIFY(document().tablesAreCurrent());
        auto* classes = m_window->findChild<ClassList*>();
        const auto* area = child<QDockWidget>("verdict")->findChild<QScrollArea*>();
        int inSight = 0;
        for (int i = 0; i < classes->topLevelItemCount(); ++i) {
            const QRect row = classes->visualItemRect(classes->topLevelItem(i));
            const QPoint top = classes->viewport()->mapTo(area->viewport(), QPoint(0, row.top()));
            inSight += top.y() + row.height() <= area->viewport()->height() ? 1 : 0;
        }
        QVERIFY2(inSight >= 6, qPrintable(QString::number(inSight)));
    }

    /// What is not loaded must not look as if it had not happened.
    void aPartIsCalledOne()
    {
        m_window = newWindow();
        m_window->setLoadRange(loopStep(6));
        m_window->open(loop());
        QTRY_VERIFY_WITH_TIMEOUT(document().tablesAreCurrent(), 20'000);
        QVERIFY2(
            m_window->windowTitle().startsWith(QStringLiteral("loop.sqlite (part of its time) · ")),
            qPrintable(m_window->windowTitle()));
        const QString status = m_window->findChild<StatusLine*>()->text();
        QVERIFY2(status.startsWith(QStringLiteral("part of the capture · window ")),
                 qPrintable(status));
        m_window->open(loop()); // the whole again
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->windowTitle().contains(QStringLiteral("part of")),
                                 20'000);
    }

    /// Both ends of a path tell most: what has no room is left out between them.
    void aLongNoticeIsWholeInItsTip()
    {
        openLoop();
        m_window->resize(1000, 700);
        QCoreApplication::processEvents();
        QStatusBar& bar = *m_window->statusBar();
        const QString path =
            QStringLiteral("/home/") + QString(400, u'x') + QStringLiteral("/figure.png");
        emit document().noticed(QStringLiteral("Written: ") + path);
        const QString shown = bar.currentMessage();
        QVERIFY(shown.startsWith(QStringLiteral("Written: /home/x")));
        QVERIFY2(shown.endsWith(QStringLiteral("x/figure.png")), qPrintable(shown));
        QVERIFY(bar.fontMetrics().horizontalAdvance(shown) < bar.width());
        QVERIFY(bar.toolTip().contains(path));
        emit document().noticed(QStringLiteral("short"));
        QCOMPARE(bar.currentMessage(), QStringLiteral("short"));
        QVERIFY(bar.toolTip().isEmpty());
        emit document().noticed(path);
        bar.clearMessage();
        QVERIFY(bar.toolTip().isEmpty());
    }

    /// A tab says what the row below it would say again.
    void aTitleIsShownWhereNoTabShowsIt()
    {
        openLoop();
        auto* verdict = child<QDockWidget>("verdict");
        auto* details = child<QDockWidget>("details");
        QVERIFY(verdict->titleBarWidget() != nullptr);
        QCOMPARE(verdict->titleBarWidget()->height(), 0);
        details->hide();
        QTRY_VERIFY(verdict->titleBarWidget() == nullptr); // alone: Qt's own
        details->show();
        QTRY_VERIFY(verdict->titleBarWidget() != nullptr);
        // What stood in the row is in the menu of the tab.
        QTabBar* tabs = nullptr;
        int tab = -1;
        for (QTabBar* bar : m_window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            for (int i = 0; i < bar->count(); ++i)
                if (bar->tabText(i) == details->windowTitle()) {
                    tabs = bar;
                    tab = i;
                }
        QVERIFY(tabs != nullptr);
        const auto trigger = [&](const QString& text) {
            const QPoint at = tabs->tabRect(tab).center();
            QContextMenuEvent asked(QContextMenuEvent::Mouse, at, tabs->mapToGlobal(at));
            QApplication::sendEvent(tabs, &asked);
            auto* menu = m_window->findChild<QMenu*>(QStringLiteral("dockMenu"));
            for (QAction* action : menu->actions())
                if (action->text() == text)
                    action->trigger();
            menu->close();
        };
        trigger(QStringLiteral("Take Details out of the window"));
        QTRY_VERIFY(details->isFloating());
        QTRY_VERIFY(details->titleBarWidget() == nullptr);
        QTRY_VERIFY(verdict->titleBarWidget() == nullptr);
        details->setFloating(false);
        QTRY_VERIFY(details->titleBarWidget() != nullptr);
        QTRY_VERIFY(m_window->findChild<QMenu*>(QStringLiteral("dockMenu")) == nullptr);
    }

    void aDamagedLayoutIsTheDefault()
    {
        Settings::Layout layout;
        layout.geometry = "nonsense";
        layout.docks = "nonsense";
        m_settings->setLayout(layout);
        openLoop();
        for (const PanelInfo& info : panels())
            QVERIFY2(!child<QDockWidget>(info.id)->isHidden(), info.id);
    }

    void panelsThatArePutAwayComeBackWithTheNextRun()
    {
        openLoop();
        child<QDockWidget>("steps")->hide();
        canvas().setFocus();
        QTest::keyClick(&canvas(), Qt::Key_Q);
        m_window->close();
        m_window.reset();
        openLoop();
        QVERIFY(!child<QDockWidget>("verdict")->isHidden());
        QVERIFY(child<QDockWidget>("steps")->isHidden());
    }

    void aSecondWindowHasATraceOfItsOwn()
    {
        openLoop();
        m_window->setSessionFolder(m_folder.filePath(QStringLiteral("sessions")));
        const qsizetype before = windows().size();
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(windows().size(), before + 1);
        MainWindow* other = nullptr;
        for (MainWindow* window : windows())
            other = window == m_window.get() ? other : window;
        QVERIFY(other->isVisible());
        QVERIFY(other->document().analysis() == nullptr);
        other->open(loop());
        QTRY_VERIFY_WITH_TIMEOUT(other->document().tablesAreCurrent(), 20'000);
        // Its marks would undo those of the first: it says so and keeps none.
        QVERIFY(other->findChild<MessageBar*>()->text().contains(QStringLiteral("another window")));
        other->document().setUserWindow(loopStep(3));
        QVERIFY(!(document().window().range == loopStep(3)));
        QPointer<MainWindow> gone(other);
        other->close();
        QTRY_VERIFY(gone.isNull());
        QVERIFY(m_window->isVisible());
    }

    void theWindowIsTyped()
    {
        openLoop();
        type("askWindow", Qt::Key_L, QStringLiteral("0.15s / 0.16s"));
        QVERIFY(document().window().range == loopStep(5));
        type("askWindow", Qt::Key_L, QStringLiteral("all"));
        QCOMPARE(document().window().source, WindowSource::All);
        type("askWindow", Qt::Key_L, QStringLiteral("nvtx:decode_step 3"));
        QVERIFY(document().window().range == loopStep(3));
        type("askWindow", Qt::Key_L, QStringLiteral("0,15s/0,16s")); // not here
        QVERIFY(document().window().range == loopStep(3));
        QVERIFY(!m_window->findChild<MessageBar*>()->text().isEmpty());
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        type("askWindow", Qt::Key_L, QStringLiteral("0,15s/0,16s"));
        QVERIFY(document().window().range == loopStep(5));
    }

    void aTimeIsGoneTo()
    {
        openLoop();
        document().setView(loopStep(4));
        type("askTime", Qt::Key_G, QStringLiteral("0.2 s"));
        QVERIFY(document().view().current() == (TimeRange{195 * kMs, 205 * kMs}));
        type("askTime", Qt::Key_G, QStringLiteral("150ms/160ms"));
        QVERIFY(document().view().current() == loopStep(5));
        type("askTime", Qt::Key_G, QStringLiteral("soon"));
        QVERIFY(document().view().current() == loopStep(5));
        QVERIFY(m_window->findChild<MessageBar*>()->text().contains(QStringLiteral("soon")));
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        type("askTime", Qt::Key_G, QStringLiteral("0,2 s"));
        QVERIFY(document().view().current() == (TimeRange{195 * kMs, 205 * kMs}));
    }

    void entriesShowTheKeysTheyHave()
    {
        openLoop();
        const QAction* fit = child<QAction>("view.fit");
        QCOMPARE(fit->text(), QStringLiteral("&Fit the whole capture\tHome"));
        commands().assign(QStringLiteral("view.fit"), QKeySequence(Qt::Key_F8));
        QCOMPARE(fit->text(), QStringLiteral("&Fit the whole capture\tF8"));
        QCOMPARE(child<QAction>("range.jump-1")->text(), QStringLiteral("&1  none\t1"));
    }

private:
    static QList<MainWindow*> windows()
    {
        QList<MainWindow*> out;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* window = qobject_cast<MainWindow*>(widget))
                out << window;
        return out;
    }

    /// Ctrl and the key open the dialog, the text is accepted.
    void type(const char* dialog, Qt::Key key, const QString& text)
    {
        canvas().setFocus();
        QTest::keyClick(&canvas(), key, Qt::ControlModifier);
        auto* input = child<QInputDialog>(dialog);
        QVERIFY(input != nullptr);
        input->setTextValue(text);
        input->accept();
        QTRY_VERIFY(child<QInputDialog>(dialog) == nullptr);
        QApplication::setActiveWindow(m_window.get());
    }
};

QTEST_MAIN(WindowLayoutTest)
#include "window_layout_test.moc"

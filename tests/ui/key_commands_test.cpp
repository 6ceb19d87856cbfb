// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/window_driver.h"
#include "ui/annotations.h"
#include "ui/commands/command_palette.h"
#include "ui/key_sheet.h"

#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>

using namespace nv;
using namespace nv::test;

/// The palette, the sheet of keys and the walk through the parts, on the window with a trace.
class KeyCommandsTest : public WindowDriver
{
    Q_OBJECT

private slots:

    void initTestCase()
    {
        prepare();
        openLoop();
    }

    void cleanupTestCase() { m_window.reset(); }

    void cleanup()
    {
        if (palette()->isVisible())
            QTest::keyClick(&palette()->line(), Qt::Key_Escape);
        commands().resetAll();
        canvas().setFocus();
    }

    // ---- all of C2 is there

    void everyKeyOfTheTableHasItsCommand_data()
    {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("id");
        const auto row = [](const char* keys, const char* id) {
            QTest::newRow(keys) << QString::fromLatin1(keys) << QString::fromLatin1(id);
        };
        row("W", "view.in");
        row("S", "view.out");
        row("A", "view.left");
        row("D", "view.right");
        row("Left", "view.step-left");
        row("Down", "view.down");
        row("+", "view.step-in");
        row("-", "view.step-out");
        row("Home", "view.fit");
        row("0", "view.fit");
        row("Backspace", "view.undo");
        row("Alt+Left", "view.undo");
        row("Alt+Right", "view.redo");
        row("F", "event.fit");
        row("Esc", "window.escape");
        row("Ctrl+Z", "window.back");
        row(".", "event.next");
        row(",", "event.previous");
        row("]", "event.work");
        row("[", "event.launch");
        row("N", "outlier.next");
        row("Shift+N", "outlier.previous");
        row("G", "gap.next");
        row("R", "window.selection");
        row("Z", "view.window");
        row("Shift+R", "window.steady");
        row("T", "window.later");
        row("Shift+T", "window.earlier");
        row("M", "mark.place");
        row("Shift+M", "range.keep");
        row("F2", "range.rename");
        row("Del", "mark.remove");
        row("1", "range.jump-1");
        row("9", "range.jump-9");
        row("Ctrl+1", "range.store-1");
        row("Ctrl+F", "edit/find-events");
        row("/", "edit/find-events");
        row("Ctrl+P", "lane.pin");
        row("Ctrl+Shift+F", "view-lanes/filter-lanes");
        row("Ctrl+Shift+P", "help/find-a-command");
        row("F1", "help/find-a-command");
        row("?", "help/keys-and-mouse");
        row("Q", "view/hide-or-show-all-panels");
        row("Ctrl+C", "event.copy");
        row("Ctrl+O", "file/open");
        row("Ctrl+E", "findings/add-what-is-shown");
        row("F5", "findings/present");
    }

    void everyKeyOfTheTableHasItsCommand()
    {
        QFETCH(QString, keys);
        QFETCH(QString, id);
        const Command* owner = commands().owner(keysOf(keys).front());
        QVERIFY2(owner != nullptr, qPrintable(keys));
        QCOMPARE(owner->id, id);
    }

    void noKeyBelongsToTwo()
    {
        QHash<QString, QString> owners;
        for (const Command& command : commands().all()) {
            for (const QKeySequence& key : command.keys) {
                const QString text = key.toString();
                QVERIFY2(!owners.contains(text),
                         qPrintable(text + QStringLiteral(": ") + owners[text]
                                    + QStringLiteral(", ") + command.id));
                owners[text] = command.id;
            }
        }
        QVERIFY(owners.size() > 60);
    }

    void everyEntryOfTheMenusIsACommand()
    {
        for (const QString& title :
             {QStringLiteral("Export picture …"), QStringLiteral("All GPU work"),
              QStringLiteral("Small"), QStringLiteral("Dark"), QStringLiteral("About"),
              QStringLiteral("Thresholds …"), QStringLiteral("Verdict"),
              QStringLiteral("Go to Kernels")}) {
            const auto has = [&](const Command& command) {
                return commands().titleOf(command) == title;
            };
            QVERIFY2(std::ranges::any_of(commands().all(), has), qPrintable(title));
        }
    }

    // ---- the palette

    void thePaletteFindsAndRuns()
    {
        document().setView(loopStep(4));
        QTest::keyClick(&canvas(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(palette()->isVisible());
        QVERIFY(palette()->line().hasFocus());
        QTest::keyClicks(&palette()->line(), QStringLiteral("fit whole"));
        QCOMPARE(current(0), QStringLiteral("Fit the whole capture"));
        QCOMPARE(current(2), QStringLiteral("Home, 0"));
        QTest::keyClick(&palette()->line(), Qt::Key_Return);
        QVERIFY(!palette()->isVisible());
        QVERIFY(document().view().current() == document().view().limits());
        QVERIFY(canvas().hasFocus()); // the keyboard goes back
    }

    void f1OpensItAndEscClosesIt()
    {
        QTest::keyClick(&canvas(), Qt::Key_F1);
        QVERIFY(palette()->isVisible());
        QTest::keyClick(&palette()->line(), Qt::Key_Escape);
        QVERIFY(!palette()->isVisible());
        QVERIFY(canvas().hasFocus());
    }

    void arrowsMoveAndAClickRuns()
    {
        QTest::keyClick(&canvas(), Qt::Key_F1);
        QTest::keyClicks(&palette()->line(), QStringLiteral("zoom"));
        const QString first = current(0);
        QTest::keyClick(&palette()->line(), Qt::Key_Down);
        QVERIFY(current(0) != first);
        QTest::keyClick(&palette()->line(), Qt::Key_Up);
        QCOMPARE(current(0), first);
        palette()->line().setText(QStringLiteral("all gpu work window"));
        QTreeWidget& list = palette()->list();
        QTreeWidgetItem* item = list.topLevelItem(0);
        QCOMPARE(item->text(0), QStringLiteral("All GPU work"));
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(item).center());
        QCOMPARE(document().window().source, WindowSource::All);
        document().resetWindow();
    }

    void whatCannotBeDoneIsAtTheEndAndDoesNothing()
    {
        while (document().view().canUndo())
            document().undoView();
        QTest::keyClick(&canvas(), Qt::Key_F1);
        palette()->line().setText(QStringLiteral("remove all marks"));
        QTreeWidgetItem* item = palette()->list().topLevelItem(0);
        QCOMPARE(item->text(0), QStringLiteral("Remove all marks"));
        QVERIFY(item->isDisabled());
        QTest::keyClick(&palette()->line(), Qt::Key_Return);
        QVERIFY(palette()->isVisible());
        palette()->line().setText(QStringLiteral("qqqq"));
        QCOMPARE(palette()->list().topLevelItem(0)->text(0),
                 QStringLiteral("No command has such a name."));
    }

    /// Its key says what is missing; among what can be done it is not offered.
    void whatHasNothingToActOnIsNotOffered()
    {
        document().select(std::nullopt);
        const auto isOffered = [this](const char* id) {
            return commands().isOffered(*commands().find(QString::fromLatin1(id)));
        };
        for (const char* id : {"window.selection", "event.copy", "event.fit", "range.jump-3",
                               "range.rename", "mark.remove"}) {
            QVERIFY2(!isOffered(id), id);
            QVERIFY2(commands().isEnabled(*commands().find(QString::fromLatin1(id))), id);
        }
        QVERIFY(isOffered("range.store-3"));
        QTest::keyClick(&canvas(), Qt::Key_F1);
        palette()->line().setText(QStringLiteral("window := selected event"));
        QVERIFY(palette()->list().topLevelItem(0)->isDisabled());
        QTest::keyClick(&palette()->line(), Qt::Key_Escape);
        document().select(EventRef{EventKind::Op, 0});
        commands().run(QStringLiteral("range.store-3"));
        document().annotations().chooseRange(document().annotations().ofKey(3)->id);
        for (const char* id : {"window.selection", "event.copy", "event.fit", "range.jump-3",
                               "range.rename", "mark.remove"})
            QVERIFY2(isOffered(id), id);
        document().annotations().removeChosen();
        document().select(std::nullopt);
    }

    void thePaletteGoesToAPanel()
    {
        QTest::keyClick(&canvas(), Qt::Key_F1);
        QTest::keyClicks(&palette()->line(), QStringLiteral("go to search"));
        QTest::keyClick(&palette()->line(), Qt::Key_Return);
        auto* search = m_window->findChild<QDockWidget*>(QStringLiteral("search"));
        QTRY_VERIFY(!search->widget()->visibleRegion().isEmpty());
        QVERIFY(search->isAncestorOf(QApplication::focusWidget()));
    }

    // ---- the sheet

    void theSheetShowsTheKeysAsTheyAre()
    {
        commands().assign(QStringLiteral("gap.next"), QKeySequence(Qt::Key_F9));
        const QString text = sheetText();
        QVERIFY(text.contains(QStringLiteral("F9\tNext gap of a device")));
        QVERIFY(text.contains(QStringLiteral("1 … 9\tWindow := range 1 … 9")));
        QVERIFY(!text.contains(QStringLiteral("range 2")));
        QVERIFY(text.contains(QStringLiteral("Ctrl + Shift + wheel")));
        QTest::keyClick(&canvas(), Qt::Key_Question);
        auto* sheet = m_window->findChild<QDialog*>(QStringLiteral("keySheet"));
        QVERIFY(sheet != nullptr && sheet->isVisible() && !sheet->isModal());
        QStringList labels;
        for (const QLabel* label : sheet->findChildren<QLabel*>())
            labels << label->text();
        QVERIFY(labels.contains(QStringLiteral("F9")));
        delete sheet;
    }

    // ---- parts of the window

    void f6GoesAroundTheWindow()
    {
        canvas().setFocus();
        QList<QWidget*> seen;
        for (int i = 0; i < 6; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
            seen << QApplication::focusWidget();
            if (canvas().hasFocus())
                break;
        }
        QVERIFY(canvas().hasFocus());
        QVERIFY(seen.size() >= 3); // two groups of docks and the timeline
        QTest::keyClick(&canvas(), Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), seen.at(seen.size() - 2));
    }

    void panelsOfAGroupAreWalked()
    {
        m_window->raisePanel(QStringLiteral("kernels"), true);
        auto* kernels = m_window->findChild<QDockWidget*>(QStringLiteral("kernels"));
        auto* launches = m_window->findChild<QDockWidget*>(QStringLiteral("launches"));
        QTRY_VERIFY(kernels->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_PageDown, Qt::ControlModifier);
        QTRY_VERIFY(launches->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_PageUp, Qt::ControlModifier);
        QTRY_VERIFY(kernels->isAncestorOf(QApplication::focusWidget()));
    }

    void qPutsThePanelsAwayAndBack()
    {
        auto* verdict = m_window->findChild<QDockWidget*>(QStringLiteral("verdict"));
        auto* steps = m_window->findChild<QDockWidget*>(QStringLiteral("steps"));
        steps->hide();
        canvas().setFocus();
        QTest::keyClick(&canvas(), Qt::Key_Q);
        for (const QDockWidget* dock : m_window->findChildren<QDockWidget*>())
            QVERIFY2(dock->isHidden(), qPrintable(dock->objectName()));
        QTest::keyClick(&canvas(), Qt::Key_Q);
        QVERIFY(!verdict->isHidden());
        QVERIFY(steps->isHidden()); // as it was
        steps->show();
    }

private:
    CommandPalette* palette() const { return m_window->findChild<CommandPalette*>(); }

    QString current(int column) const { return palette()->list().currentItem()->text(column); }

    QString sheetText() const
    {
        QString text;
        for (const KeySection& section : keySections(commands()))
            for (const auto& [keys, what] : section.lines)
                text += keys + u'\t' + what + u'\n';
        return text;
    }
};

QTEST_MAIN(KeyCommandsTest)
#include "key_commands_test.moc"

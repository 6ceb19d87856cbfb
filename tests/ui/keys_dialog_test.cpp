// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/window_driver.h"
#include "ui/commands/command_palette.h"
#include "ui/commands/key_field.h"
#include "ui/commands/keys_dialog.h"

#include <QComboBox>
#include <QPushButton>
#include <QTreeWidget>

using namespace nv;
using namespace nv::test;

/// Settings > Keys, on the window with a trace.
class KeysDialogTest : public WindowDriver
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
        delete m_window->findChild<KeysDialog*>();
        commands().resetAll();
        canvas().setFocus();
    }

    void aConflictIsSaidAndTheKeyChangesHands()
    {
        KeysDialog& dialog = openDialog();
        dialog.choose(QStringLiteral("gap.next"));
        dialog.field().setFocus();
        QTest::keyClick(&dialog.field(), Qt::Key_P, Qt::ControlModifier);
        QVERIFY2(dialog.message().startsWith(QStringLiteral("Ctrl+P belongs to “Pin row”")),
                 qPrintable(dialog.message()));
        QVERIFY(!m_window->findChild<CommandPalette*>()->isVisible());
        click(dialog, "Use");
        QCOMPARE(keysOfCommand("gap.next"), keysOf(QStringLiteral("Ctrl+P")));
        QVERIFY(keysOfCommand("lane.pin").isEmpty());
        // It is kept.
        const Settings stored(settingsFile());
        QCOMPARE(stored.keys(), QStringLiteral("gap.next\tCtrl+P"));
        // The keys do what they do now.
        document().setView(loopStep(4));
        const TimeRange before = document().view().current();
        QTest::keyClick(&canvas(), Qt::Key_P, Qt::ControlModifier);
        QVERIFY(!(document().view().current() == before));
        dialog.choose(QStringLiteral("gap.next"));
        click(dialog, "Reset");
        QCOMPARE(keysOfCommand("gap.next"), keysOf(QStringLiteral("G")));
        QCOMPARE(keysOfCommand("lane.pin"), keysOf(QStringLiteral("Ctrl+P")));
    }

    void keysAreAddedTakenAwayAndReset()
    {
        KeysDialog& dialog = openDialog();
        dialog.choose(QStringLiteral("view.fit"));
        QTest::keyClick(&dialog.field(), Qt::Key_F7);
        QCOMPARE(dialog.message(), QStringLiteral("These keys are free."));
        click(dialog, "Use as well");
        QCOMPARE(keysOfCommand("view.fit"), keysOf(QStringLiteral("Home; 0; F7")));
        click(dialog, "No keys");
        QVERIFY(keysOfCommand("view.fit").isEmpty());
        click(dialog, "Reset all");
        QCOMPARE(keysOfCommand("view.fit"), keysOf(QStringLiteral("Home; 0")));
        QVERIFY(m_settings->keys().isEmpty());
    }

    void aPresetBringsKeysAndWheel()
    {
        KeysDialog& dialog = openDialog();
        auto* preset = dialog.findChild<QComboBox*>(QStringLiteral("preset"));
        QCOMPARE(preset->currentIndex(), 0);
        choosePreset(*preset, 1); // Tracy
        QVERIFY(m_settings->wheelZooms());
        QVERIFY(timeline().state().wheelZooms());
        choosePreset(*preset, 2); // chrome
        QVERIFY(!timeline().state().wheelZooms());
        QCOMPARE(commands().owner(QKeySequence(Qt::Key_Right))->id, QStringLiteral("event.next"));
        QCOMPARE(preset->currentIndex(), 2);
        dialog.choose(QStringLiteral("view.fit"));
        QTest::keyClick(&dialog.field(), Qt::Key_F7);
        click(dialog, "Use");
        QCOMPARE(preset->currentIndex(), -1); // the user's own
        choosePreset(*preset, 0);
        QVERIFY(m_settings->keys().isEmpty());
    }

    void theDialogIsLeftWithTheKeyboard()
    {
        KeysDialog& dialog = openDialog();
        dialog.choose(QStringLiteral("view.fit"));
        dialog.field().setFocus();
        QTest::keyClick(&dialog.field(), Qt::Key_Tab);
        QVERIFY(!dialog.field().hasFocus());
        dialog.field().setFocus();
        QTest::keyClick(&dialog.field(), Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
    }

    void choicesAreReadAtTheStart()
    {
        m_settings->setKeys(QStringLiteral("gap.next\tF9\nno.such\tF10"));
        MainWindow other(*m_settings, QString());
        QCOMPARE(other.commands().find(QStringLiteral("gap.next"))->keys,
                 keysOf(QStringLiteral("F9")));
        QVERIFY(other.commands().owner(QKeySequence(Qt::Key_F10)) == nullptr);
        m_settings->setKeys({});
    }

private:
    KeysDialog& openDialog() const
    {
        commands().run(QStringLiteral("settings/keys"));
        return *m_window->findChild<KeysDialog*>();
    }

    static void click(KeysDialog& dialog, const char* text)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->text().remove(u'&') == QLatin1String(text))
                QTest::mouseClick(button, Qt::LeftButton);
    }

    static void choosePreset(QComboBox& box, int index)
    {
        box.setCurrentIndex(index);
        emit box.activated(index);
    }
};

QTEST_MAIN(KeysDialogTest)
#include "keys_dialog_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/command_match.h"
#include "ui/commands/commands.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTest>

using namespace nv;

namespace {

KeyList keys(const char* text)
{
    return keysOf(QString::fromLatin1(text));
}

/// As X11 reports it: evdev code plus 8.
QKeyEvent press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier, quint32 scanCode = 0)
{
    return {QEvent::KeyPress, key, modifiers, scanCode, 0, 0};
}

} // namespace

/// The list of commands: whose key is it, what is chosen, what the menus add.
class CommandsTest : public QObject
{
    Q_OBJECT

private slots:

    void init()
    {
        m_commands = std::make_unique<Commands>();
        m_commands->setKnowsPlaces(true);
        m_ran.clear();
        add("in", "W", true);
        add("left", "A", true);
        add("zoom", "Z");
        add("steady", "Shift+R");
        add("select", "R");
        add("fit", "Home; 0");
        add("plus", "+; =");
        add("next", "N");
        add("step", "Left");
    }

    void aPressMeansItsCommand()
    {
        QCOMPARE(idOf(press(Qt::Key_R)), QStringLiteral("select"));
        QCOMPARE(idOf(press(Qt::Key_R, Qt::ShiftModifier)), QStringLiteral("steady"));
        QCOMPARE(idOf(press(Qt::Key_0)), QStringLiteral("fit"));
        QCOMPARE(idOf(press(Qt::Key_0, Qt::KeypadModifier)), QStringLiteral("fit"));
        QCOMPARE(idOf(press(Qt::Key_R, Qt::ControlModifier)), QString());
        QCOMPARE(idOf(press(Qt::Key_Shift, Qt::ShiftModifier)), QString());
    }

    void shiftThatOnlyReachesASignIsNotMeant()
    {
        QCOMPARE(idOf(press(Qt::Key_Plus, Qt::ShiftModifier)), QStringLiteral("plus")); // US
        QCOMPARE(idOf(press(Qt::Key_0, Qt::ShiftModifier)), QStringLiteral("fit"));     // French
        QCOMPARE(idOf(press(Qt::Key_Left, Qt::ShiftModifier)), QStringLiteral("step"));
        QCOMPARE(idOf(press(Qt::Key_Z, Qt::ShiftModifier)),
                 QString()); // a letter with Shift is one
        QCOMPARE(idOf(press(Qt::Key_W, Qt::ShiftModifier, 25)), QStringLiteral("in"));
    }

    void placesWinOverLetters()
    {
        // A French keyboard has Z where the American one has W, and W where that has Z.
        QCOMPARE(idOf(press(Qt::Key_Z, {}, 25)), QStringLiteral("in"));
        QCOMPARE(idOf(press(Qt::Key_W, {}, 52)), QStringLiteral("zoom"));
        QCOMPARE(idOf(press(Qt::Key_Q, {}, 38)), QStringLiteral("left"));
        // A Russian one has other letters everywhere.
        QCOMPARE(idOf(press(0x0426, {}, 25)), QStringLiteral("in"));
        QCOMPARE(idOf(press(0x0422, {}, 57)), QStringLiteral("next"));
        QCOMPARE(idOf(press(Qt::Key_R, {}, 27)), QStringLiteral("select"));
        // Elsewhere letters are what they are.
        m_commands->setKnowsPlaces(false);
        QCOMPARE(idOf(press(Qt::Key_Z, {}, 25)), QStringLiteral("zoom"));
        QCOMPARE(idOf(press(Qt::Key_W, {}, 52)), QStringLiteral("in"));
    }

    void aChosenKeyIsALetter()
    {
        m_commands->assign(QStringLiteral("in"), QKeySequence(Qt::Key_I));
        QCOMPARE(idOf(press(Qt::Key_I)), QStringLiteral("in"));
        QCOMPARE(idOf(press(Qt::Key_Z, {}, 25)), QStringLiteral("zoom")); // the place is free
        QCOMPARE(idOf(press(Qt::Key_W, {}, 25)), QString());
    }

    void aKeyHasOneOwner()
    {
        QSignalSpy changed(m_commands.get(), &Commands::changed);
        m_commands->assign(QStringLiteral("next"), QKeySequence(Qt::Key_R));
        QVERIFY(changed.count() > 0);
        QCOMPARE(m_commands->owner(QKeySequence(Qt::Key_R))->id, QStringLiteral("next"));
        QCOMPARE(keysOfCommand("select"), KeyList());
        QCOMPARE(keysOfCommand("next"), keys("R"));
        m_commands->assign(QStringLiteral("fit"), QKeySequence(Qt::Key_F), true); // in addition
        QCOMPARE(keysOfCommand("fit"), keys("Home; 0; F"));
        m_commands->reset(QStringLiteral("next")); // what it took goes back
        QCOMPARE(keysOfCommand("select"), keys("R"));
        QCOMPARE(keysOfCommand("next"), keys("N"));
        m_commands->clear(QStringLiteral("zoom"));
        QCOMPARE(keysOfCommand("zoom"), KeyList());
        m_commands->resetAll();
        QCOMPARE(keysOfCommand("zoom"), keys("Z"));
        QCOMPARE(keysOfCommand("fit"), keys("Home; 0"));
        QVERIFY(m_commands->chosen().isEmpty());
    }

    void choicesGoFromRunToRun()
    {
        m_commands->assign(QStringLiteral("next"), QKeySequence(Qt::CTRL | Qt::Key_J));
        m_commands->clear(QStringLiteral("zoom"));
        const QString stored = m_commands->chosen();
        m_commands->resetAll();
        m_commands->setChosen(stored);
        QCOMPARE(keysOfCommand("next"), keys("Ctrl+J"));
        QCOMPARE(keysOfCommand("zoom"), KeyList());
        QCOMPARE(m_commands->chosen(), stored);
    }

    void nonsenseInTheStoreMeansNothing()
    {
        m_commands->setChosen(
            QStringLiteral("no.such\tR\n\nfit\nnext\tnotakey+\nzoom\tX\tY\nin\t"));
        QCOMPARE(keysOfCommand("select"), keys("R")); // a command that is not there takes no key
        QCOMPARE(keysOfCommand("fit"), keys("Home; 0"));
        QCOMPARE(keysOfCommand("next"), keys("N"));
        QCOMPARE(keysOfCommand("in"), KeyList()); // chosen to have none
        // A later version may know it.
        QVERIFY(m_commands->chosen().contains(QStringLiteral("no.such\tR")));
    }

    void menusAreWalked()
    {
        QMenuBar bar;
        QMenu& file = *bar.addMenu(QStringLiteral("&File"));
        QAction* open = file.addAction(QStringLiteral("&Open … && more"));
        open->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_O));
        file.addSeparator();
        QMenu& deep = *file.addMenu(QStringLiteral("&Deep"));
        QAction* leaf = deep.addAction(QStringLiteral("Leaf"));
        QAction* face = file.addAction(QStringLiteral("&Fit it"));
        face->setObjectName(QStringLiteral("fit"));
        const std::size_t before = m_commands->all().size();
        m_commands->collect(bar);
        m_commands->collect(bar); // once is enough
        QCOMPARE(m_commands->all().size(), before + 2);
        const Command* opened = m_commands->find(QStringLiteral("file/open-more"));
        QVERIFY(opened != nullptr);
        QCOMPARE(m_commands->titleOf(*opened), QStringLiteral("Open … & more"));
        QCOMPARE(opened->group, QStringLiteral("File"));
        QCOMPARE(opened->keys, keys("Ctrl+O"));
        QCOMPARE(m_commands->find(QStringLiteral("file-deep/leaf"))->group,
                 QStringLiteral("File > Deep"));
        QCOMPARE(face->text(), QStringLiteral("&Fit it\tHome"));
        face->setText(QStringLiteral("&Fit that")); // the key comes back
        QCOMPARE(face->text(), QStringLiteral("&Fit that\tHome"));
        // Keys of an entry are its shortcut; a key it had goes where it was taken to.
        m_commands->assign(QStringLiteral("file/open-more"), QKeySequence(Qt::Key_Home));
        QCOMPARE(open->shortcuts(), keys("Home"));
        QCOMPARE(face->text(), QStringLiteral("&Fit that\t0"));
        QSignalSpy triggered(leaf, &QAction::triggered);
        QVERIFY(m_commands->run(QStringLiteral("file-deep/leaf")));
        QCOMPARE(triggered.count(), 1);
        leaf->setEnabled(false);
        QVERIFY(!m_commands->run(QStringLiteral("file-deep/leaf")));
    }

    void whatIsChosenBeforeTheMenusAreThereHolds()
    {
        m_commands->setChosen(QStringLiteral("file/open\tR"));
        QCOMPARE(keysOfCommand("select"), keys("R"));
        QMenuBar bar;
        QAction* open = bar.addMenu(QStringLiteral("File"))->addAction(QStringLiteral("Open"));
        m_commands->collect(bar);
        QCOMPARE(open->shortcuts(), keys("R"));
        QCOMPARE(keysOfCommand("select"), KeyList());
    }

    void runsWhatCanBeRun()
    {
        QVERIFY(m_commands->run(QStringLiteral("fit")));
        QCOMPARE(m_ran, QStringList{QStringLiteral("fit")});
        QVERIFY(!m_commands->run(QStringLiteral("no.such")));
        Command command;
        command.id = QStringLiteral("never");
        command.run = [] { QFAIL("it must not run"); };
        command.canRun = [] { return false; };
        m_commands->add(command);
        QVERIFY(!m_commands->run(QStringLiteral("never")));
    }

    void titlesAreFound()
    {
        const QString title = QStringLiteral("Export picture …");
        QVERIFY(matchScore(title, QString()) > 0);
        QVERIFY(matchScore(title, QStringLiteral("expic")) > 0);
        QVERIFY(matchScore(title, QStringLiteral("PICTURE exp")) > 0);
        QCOMPARE(matchScore(title, QStringLiteral("picxt")), 0);
        QCOMPARE(matchScore(title, QStringLiteral("export gap")), 0);
        // Where a word begins is better than inside, that is better than scattered letters.
        const int atStart = matchScore(title, QStringLiteral("pic"));
        const int inside = matchScore(title, QStringLiteral("ort"));
        const int scattered = matchScore(title, QStringLiteral("eptu"));
        QVERIFY(atStart > inside && inside > scattered && scattered > 0);
        QVERIFY(matchScore(title, QStringLiteral("exp")) > atStart);
    }

private:
    void add(const char* id, const char* standard, bool isByPlace = false)
    {
        Command command;
        command.id = QString::fromLatin1(id);
        command.title = command.id;
        command.standard = keys(standard);
        command.route = Command::Route::Timeline;
        command.isByPlace = isByPlace;
        command.run = [this, name = command.id] { m_ran << name; };
        m_commands->add(command);
    }

    QString idOf(const QKeyEvent& event) const
    {
        const Command* command = m_commands->pressed(event);
        return command == nullptr ? QString() : command->id;
    }

    KeyList keysOfCommand(const char* id) const
    {
        return m_commands->find(QString::fromLatin1(id))->keys;
    }

    std::unique_ptr<Commands> m_commands;
    QStringList m_ran;
};

QTEST_MAIN(CommandsTest)
#include "commands_test.moc"

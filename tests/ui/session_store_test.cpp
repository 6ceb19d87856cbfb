// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/host_loop.h"
#include "ui/annotations.h"
#include "ui/main_window.h"
#include "ui/message_bar.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/session_store.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace nv;
using namespace nv::test;

/// Marks and ranges from one opening of a trace to the next, in the real window.
class SessionStoreTest : public QObject
{
    Q_OBJECT
private slots:

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_settings = std::make_unique<Settings>(path("settings.ini"));
        QVERIFY(writeHostLoop(path("loop.sqlite")));
    }

    void cleanup()
    {
        m_window.reset();
        m_settings.reset();
        m_folder.reset();
    }

    void theyComeBackWithTheTrace()
    {
        open("loop.sqlite");
        QVERIFY(notes().isEmpty());
        document().setUserWindow(loopStep(5));
        key(Qt::Key_M, Qt::ShiftModifier);
        notes().setNote(notes().ofKey(1)->id, QStringLiteral("steady"));
        notes().addMark(123'456'789);
        QTRY_VERIFY(sessions().isSettled()); // stored without being asked
        QCOMPARE(files().size(), 1);
        m_window.reset();
        open("loop.sqlite");
        QTRY_VERIFY(!notes().isEmpty());
        QCOMPARE(notes().ranges().size(), std::size_t{1});
        QVERIFY(notes().ranges()[0].range == loopStep(5));
        QCOMPARE(notes().ranges()[0].note, std::string("steady"));
        QVERIFY((notes().marks() == std::vector<Ns>{123'456'789}));
        // Nothing beside the trace, and the trace as it was.
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot),
                 (QStringList{QStringLiteral("loop.sqlite"), QStringLiteral("sessions"),
                              QStringLiteral("settings.ini")}));
    }

    /// By what it holds, not by its name or place.
    void aCopyOfTheTraceHasThemToo()
    {
        open("loop.sqlite");
        notes().addMark(5);
        QTRY_VERIFY(sessions().isSettled());
        QVERIFY(QFile::copy(path("loop.sqlite"), path("elsewhere.sqlite")));
        open("elsewhere.sqlite");
        QTRY_COMPARE(notes().marks(), std::vector<Ns>{5});
        TraceMaker other;
        other.range(other.thread(other.process(1, "p"), 1, "t"), "r", {0, 1000});
        QVERIFY(other.writeTo(path("other.sqlite").toStdString()));
        open("other.sqlite");
        QVERIFY(notes().isEmpty());
        notes().addMark(7);
        QTRY_VERIFY(sessions().isSettled());
        QCOMPARE(files().size(), 2);
    }

    void closingDoesNotWaitForTheTimer()
    {
        open("loop.sqlite");
        notes().addMark(5);
        QVERIFY(!sessions().isSettled());
        m_window->close();
        QCOMPARE(files().size(), 1);
        const auto session = parseSession(text(files().at(0)).toStdString());
        QVERIFY(session);
        QVERIFY((session.value().marks == std::vector<Ns>{5}));
        QCOMPARE(session.value().traceName, std::string("loop.sqlite"));
    }

    void openingAnotherTraceStoresFirst()
    {
        open("loop.sqlite");
        notes().addMark(5);
        QVERIFY(QFile::copy(path("loop.sqlite"), path("again.sqlite")));
        open("again.sqlite");
        QTRY_COMPARE(notes().marks(), std::vector<Ns>{5});
    }

    void whatIsEmptyIsNotKept()
    {
        open("loop.sqlite");
        notes().addMark(5);
        QTRY_VERIFY(sessions().isSettled());
        QCOMPARE(files().size(), 1);
        key(Qt::Key_Delete);
        QTRY_VERIFY(sessions().isSettled());
        QVERIFY(files().isEmpty());
    }

    void anUnknownVersionIsLeftAsItIs()
    {
        open("loop.sqlite");
        notes().addMark(5);
        QTRY_VERIFY(sessions().isSettled());
        const QString file = files().at(0);
        const QString foreign =
            QStringLiteral("{\"format\": \"nsys-verdict session\", \"version\": 42}");
        write(file, foreign);
        m_window.reset();
        open("loop.sqlite");
        const auto* message = m_window->findChild<MessageBar*>();
        QTRY_VERIFY2(message->text().contains(QStringLiteral("version 42")),
                     qPrintable(message->text()));
        QVERIFY(notes().isEmpty());
        sessions().flush();
        QCOMPARE(text(file), foreign); // opened, not touched
        notes().addMark(9);
        sessions().flush();
        QVERIFY(text(file).contains(QStringLiteral("\"at_ns\": 9")));
        const QStringList both = files();
        QCOMPARE(both.size(), 2); // put aside, not lost
        QCOMPARE(text(both.at(0).contains(QStringLiteral(".kept.")) ? both.at(0) : both.at(1)),
                 foreign);
    }

    void aDamagedFileIsSaidToBe()
    {
        open("loop.sqlite");
        notes().addMark(5);
        QTRY_VERIFY(sessions().isSettled());
        write(files().at(0), QStringLiteral("{\"format\": "));
        m_window.reset();
        open("loop.sqlite");
        const auto* message = m_window->findChild<MessageBar*>();
        QTRY_VERIFY(message->text().contains(QStringLiteral("damaged")));
    }

    void withoutAFolderNothingIsKept()
    {
        m_window = std::make_unique<MainWindow>(*m_settings, QString());
        m_window->show();
        load("loop.sqlite");
        notes().addMark(5);
        m_window->close();
        QVERIFY(files().isEmpty());
    }

    void aFolderThatCannotBeMadeIsSaid()
    {
        write(path("sessions"), QStringLiteral("a file stands in the way"));
        open("loop.sqlite");
        notes().addMark(5);
        const auto* message = m_window->findChild<MessageBar*>();
        QTRY_VERIFY2(message->text().contains(QStringLiteral("could not be stored")),
                     qPrintable(message->text()));
    }

    void exportAndImport()
    {
        open("loop.sqlite");
        document().setUserWindow(loopStep(3));
        key(Qt::Key_M, Qt::ShiftModifier);
        notes().addMark(5);
        choose(QStringLiteral("Export marks, ranges and findings …"), path("notes.json"));
        QTRY_VERIFY(QFile::exists(path("notes.json")) && sessions().isSettled());
        notes().removeChosen();
        notes().remove(notes().ranges()[0].id);
        QVERIFY(notes().isEmpty());
        choose(QStringLiteral("Import marks, ranges and findings …"), path("notes.json"));
        QTRY_COMPARE(notes().ranges().size(), std::size_t{1});
        QVERIFY(notes().ranges()[0].range == loopStep(3));
        const auto* message = m_window->findChild<MessageBar*>();
        QCOMPARE(m_window->statusBar()->currentMessage(), QStringLiteral("Read: 1 range, 1 mark."));
        QCOMPARE(message->text(), QString());
        // On another trace they are read as well, and that is said.
        TraceMaker other;
        other.range(other.thread(other.process(1, "p"), 1, "t"), "r", {0, 1000});
        QVERIFY(other.writeTo(path("other.sqlite").toStdString()));
        open("other.sqlite");
        choose(QStringLiteral("Import marks, ranges and findings …"), path("notes.json"));
        QTRY_COMPARE(notes().ranges().size(), std::size_t{1});
        QVERIFY2(message->text().contains(QStringLiteral("another trace: loop.sqlite")),
                 qPrintable(message->text()));
        choose(QStringLiteral("Import marks, ranges and findings …"), path("settings.ini"));
        QTRY_VERIFY(message->text().contains(QStringLiteral("damaged")));
        QCOMPARE(notes().ranges().size(), std::size_t{1});
    }

    void menusNameWhatTheKeysDo()
    {
        open("loop.sqlite");
        QAction* remove = action(QStringLiteral("Remove the chosen mark or range"));
        QVERIFY(!remove->isEnabled());
        action(QStringLiteral("Mark at the pointer"))->trigger();
        QCOMPARE(notes().marks().size(), std::size_t{1});
        QVERIFY(remove->isEnabled());
        remove->trigger();
        QVERIFY(notes().marks().empty());
        document().setUserWindow(loopStep(4));
        action(QStringLiteral("Keep as a named range"))->trigger();
        QAction* first = action(QStringLiteral("1  A"));
        QVERIFY(first != nullptr && first->isEnabled());
        QVERIFY(!action(QStringLiteral("2  none"))->isEnabled());
        document().setUserWindow(loopStep(8));
        action(QStringLiteral("2  new"))->trigger();
        QVERIFY(notes().ofKey(2)->range == loopStep(8));
        first->trigger();
        QVERIFY(document().window().range == loopStep(4));
    }

    void theUsersFolderIsThatOfTheProgram()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(userSessionFolder().endsWith(QStringLiteral("/sessions")));
        QVERIFY(userSessionFolder().startsWith(
            QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)));
    }

private:
    QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }

    /// In the window that is there, else in a new one.
    void open(const char* name)
    {
        if (!m_window) {
            m_window = std::make_unique<MainWindow>(*m_settings, QString());
            m_window->setSessionFolder(path("sessions"));
            m_window->resize(1000, 650);
            m_window->show();
        }
        load(name);
        QTRY_VERIFY(sessions().isSettled());
    }

    void load(const char* name)
    {
        const AnalysisPtr before = document().analysis();
        m_window->open(path(name));
        QTRY_VERIFY_WITH_TIMEOUT(document().analysis() && document().analysis() != before, 20'000);
    }

    Document& document() { return m_window->document(); }

    Annotations& notes() { return document().annotations(); }

    SessionStore& sessions() { return m_window->sessions(); }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&m_window->findChild<TimelinePanel*>()->canvas(), key, modifiers);
    }

    QStringList files() const
    {
        QStringList out;
        for (const QString& name : QDir(path("sessions")).entryList(QDir::Files))
            out << path("sessions") + u'/' + name;
        return out;
    }

    static QString text(const QString& file)
    {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()) : QString();
    }

    static void write(const QString& file, const QString& text)
    {
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly | QIODevice::Truncate));
        out.write(text.toUtf8());
    }

    QAction* action(const QString& start)
    {
        for (QAction* action : m_window->findChildren<QAction*>())
            if (action->text().remove(u'&').startsWith(start))
                return action;
        return nullptr;
    }

    /// Through the entry of the menu and its dialog.
    void choose(const QString& entry, const QString& file)
    {
        QVERIFY(action(entry) != nullptr);
        action(entry)->trigger();
        QFileDialog* dialog = nullptr;
        QTRY_VERIFY((dialog = m_window->findChild<QFileDialog*>()) != nullptr);
        emit dialog->fileSelected(file);
        dialog->close();
        QTRY_VERIFY(m_window->findChild<QFileDialog*>() == nullptr);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(SessionStoreTest)
#include "session_store_test.moc"

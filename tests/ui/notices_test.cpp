// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/window_driver.h"
#include "ui/annotations.h"
#include "ui/finding_list.h"
#include "ui/message_bar.h"

#include <QStatusBar>

using namespace nv;
using namespace nv::test;

/// What a key has not found is said in the status bar of the real window, and moves nothing.
class NoticesTest : public WindowDriver
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        prepare();
        openLoop();
    }

    void init()
    {
        canvas().setFocus();
        document().select(std::nullopt);
        m_window->statusBar()->clearMessage();
        bar().hide();
    }

    void whatThereIsNotMovesNothing()
    {
        const QRect lanes(canvas().mapTo(m_window.get(), QPoint()), canvas().size());
        QTest::keyClick(&canvas(), Qt::Key_N); // every launch takes as long as its like
        QCOMPARE(said(), QStringLiteral("No launch stands out in this window."));
        QVERIFY(bar().isHidden());
        QCoreApplication::processEvents(); // a layout that changed would be arranged now
        QCOMPARE(QRect(canvas().mapTo(m_window.get(), QPoint()), canvas().size()), lanes);
    }

    void whatFailedStandsAboveTheLanes()
    {
        emit document().failed(QStringLiteral("This could not be done."));
        QCOMPARE(bar().text(), QStringLiteral("This could not be done."));
        QVERIFY(said().isEmpty());
    }

    /// What was done is said in passing; what failed before it stays to be read.
    void whatWasDoneMovesNothingAndGoes()
    {
        QCoreApplication::processEvents(); // the bar of before is gone
        const QRect lanes(canvas().mapTo(m_window.get(), QPoint()), canvas().size());
        QTest::keyClick(&canvas(), Qt::Key_E, Qt::ControlModifier);
        QVERIFY2(said().startsWith(QStringLiteral("Finding 1 kept: ")), qPrintable(said()));
        QVERIFY(bar().isHidden());
        QCoreApplication::processEvents();
        QCOMPARE(QRect(canvas().mapTo(m_window.get(), QPoint()), canvas().size()), lanes);
        emit document().failed(QStringLiteral("This could not be done."));
        QTest::keyClick(&canvas(), Qt::Key_E, Qt::ControlModifier);
        QVERIFY(said().startsWith(QStringLiteral("Finding 2 kept: ")));
        QCOMPARE(bar().text(), QStringLiteral("This could not be done."));
        FindingList& findings = document().annotations().findings();
        while (!findings.isEmpty())
            findings.remove(findings.items().front().id);
    }

    void endsOfWalksAreSaid()
    {
        document().setView({kLoopBegin, kLoopBegin + kMs});
        QTest::keyClick(&canvas(), Qt::Key_G, Qt::ShiftModifier); // before all work
        QVERIFY2(said().startsWith(QStringLiteral("No earlier gap")), qPrintable(said()));
        document().setUserWindow(loopStep(kLoopSteps - 1));
        QTest::keyClick(&canvas(), Qt::Key_T);
        QCOMPARE(said(), QStringLiteral("There is no later step."));
        QVERIFY(document().window().range == loopStep(kLoopSteps - 1));
        document().setUserWindow(loopStep(0));
        QTest::keyClick(&canvas(), Qt::Key_T, Qt::ShiftModifier);
        QCOMPARE(said(), QStringLiteral("There is no earlier step."));
        document().select(op(0));
        QTest::keyClick(&canvas(), Qt::Key_Comma);
        QCOMPARE(said(), QStringLiteral("This is the first event of its row."));
        document().select(EventRef{EventKind::Range, 0});
        QTest::keyClick(&canvas(), Qt::Key_BracketRight);
        QCOMPARE(said(), QStringLiteral("This event issued no work that was recorded."));
        QTest::keyClick(&canvas(), Qt::Key_BracketLeft);
        QCOMPARE(said(), QStringLiteral("No call that issued this event was recorded."));
        QVERIFY(bar().isHidden());
    }

    void aKeyThatWantsASelectionSaysSo_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::addColumn<QString>("saysWhat");
        const auto row = [](const char* name, int key, Qt::KeyboardModifiers modifiers,
                            const char* what) {
            QTest::newRow(name) << key << modifiers << QString::fromLatin1(what);
        };
        row("R", Qt::Key_R, {}, "becomes the window");
        row("F", Qt::Key_F, {}, "to the middle");
        row("]", Qt::Key_BracketRight, {}, "its work");
        row("[", Qt::Key_BracketLeft, {}, "its launch");
        row("Ctrl+C", Qt::Key_C, Qt::ControlModifier, "copy");
        row("Del", Qt::Key_Delete, {}, "its flag");
    }

    void aKeyThatWantsASelectionSaysSo()
    {
        QFETCH(int, key);
        QFETCH(Qt::KeyboardModifiers, modifiers);
        QFETCH(QString, saysWhat);
        const TimeRange window = document().window().range;
        const TimeRange view = document().view().current();
        QTest::keyClick(&canvas(), static_cast<Qt::Key>(key), modifiers);
        QVERIFY2(said().contains(saysWhat), qPrintable(said()));
        QVERIFY(document().window().range == window);
        QVERIFY(document().view().current() == view);
        m_window->statusBar()->clearMessage();
        document().select(op(0));
        QTest::keyClick(&canvas(), static_cast<Qt::Key>(key), modifiers);
        QCOMPARE(said().isEmpty(), key != Qt::Key_BracketRight && key != Qt::Key_Delete);
        document().resetWindow();
    }

    void escOnceTooOftenIsTakenBack()
    {
        document().setUserWindow(loopStep(5));
        document().select(op(0));
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QVERIFY(document().window().range == loopStep(5));
        QVERIFY(said().isEmpty());
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QCOMPARE(document().window().source, WindowSource::Steady);
        QCOMPARE(said(), QStringLiteral("Window cleared: Ctrl+Z brings it back."));
        document().setView(loopStep(9)); // looking elsewhere changes nothing
        QTest::keyClick(&canvas(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(document().window().range == loopStep(5));
        QTest::keyClick(&canvas(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY2(said().startsWith(QStringLiteral("No window was cleared")), qPrintable(said()));
        // The key it names is the one that does it.
        commands().assign(QStringLiteral("window.back"), QKeySequence(Qt::Key_F8));
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QCOMPARE(said(), QStringLiteral("Window cleared: F8 brings it back."));
        commands().resetAll();
    }

    void theEndsOfTheViewsAreSaid()
    {
        while (document().view().canUndo())
            document().undoView();
        QTest::keyClick(&canvas(), Qt::Key_Backspace);
        QCOMPARE(said(), QStringLiteral("There is no earlier view to go back to."));
        document().setView(loopStep(3));
        QTest::keyClick(&canvas(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(said(), QStringLiteral("There is no later view to go forward to."));
    }

    void whatWasSaidGoesWithWhatItWasSaidOf()
    {
        QTest::keyClick(&canvas(), Qt::Key_R);
        QVERIFY(!said().isEmpty());
        document().select(op(0));
        QVERIFY2(said().isEmpty(), qPrintable(said()));
        QTest::keyClick(&canvas(), Qt::Key_6);
        QVERIFY(!said().isEmpty());
        document().setUserWindow(loopStep(4));
        QVERIFY2(said().isEmpty(), qPrintable(said()));
        document().resetWindow();
    }

    /// Esc takes the marks of a search away, its list stands on.
    void f3GoesOnAfterEsc()
    {
        document().mark(std::make_shared<const std::vector<EventRef>>(std::vector{op(0), op(1)}));
        document().select(op(0));
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QVERIFY(!document().marked());
        QTest::keyClick(&canvas(), Qt::Key_F3);
        QVERIFY(document().selection() == op(0) || document().selection() == op(1));
        QVERIFY(document().marked() && document().marked()->size() == 2);
        document().mark(nullptr); // the search was cleared
        document().select(std::nullopt);
        QTest::keyClick(&canvas(), Qt::Key_F3);
        QVERIFY2(said().startsWith(QStringLiteral("No event is marked")), qPrintable(said()));
    }

    void keysOfTheWindowSayItToo()
    {
        QTest::keyClick(&canvas(), Qt::Key_F3);
        QVERIFY2(said().startsWith(QStringLiteral("No event is marked")), qPrintable(said()));
        QTest::keyClick(&canvas(), Qt::Key_F5);
        QVERIFY2(said().startsWith(QStringLiteral("There is no finding to present")),
                 qPrintable(said()));
        QTest::keyClick(&canvas(), Qt::Key_6);
        QVERIFY2(said().contains(QStringLiteral("Ctrl+6")), qPrintable(said()));
        QVERIFY(bar().isHidden());
    }

private:
    MessageBar& bar() const { return *m_window->findChild<MessageBar*>(); }

    QString said() const { return m_window->statusBar()->currentMessage(); }

    static EventRef op(std::uint32_t index) { return {EventKind::Op, index}; }
};

QTEST_MAIN(NoticesTest)
#include "notices_test.moc"

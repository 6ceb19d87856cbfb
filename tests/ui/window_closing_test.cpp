// SPDX-License-Identifier: GPL-3.0-or-later
// A window that is closed in the middle of something.
#include "tests/support/host_loop.h"
#include "ui/annotations.h"
#include "ui/appearance.h"
#include "ui/main_window.h"
#include "ui/panels/ranges/mark_list.h"

#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace nv;
using namespace nv::test;

class WindowClosingTest : public QObject
{
    Q_OBJECT

private slots:

    void initTestCase()
    {
        setUpAppearance();
        QVERIFY(writeHostLoop(loop()));
    }

    /// The table commits what is being written when it goes: the note is kept, and nobody is told of
    /// it after his end (the sanitizers see that).
    void aNoteThatIsBeingWritten()
    {
        Settings settings(m_folder.filePath(QStringLiteral("settings.ini")));
        auto window = std::make_unique<MainWindow>(settings, QString());
        window->show();
        window->open(loop());
        QTRY_VERIFY_WITH_TIMEOUT(window->document().tablesAreCurrent(), 20'000);
        window->document().annotations().addMark(loopStep(4).begin);
        window->raisePanel(QStringLiteral("ranges"));
        auto* list = window->findChild<MarkList*>();
        QTRY_VERIFY(list->isVisible());
        list->setCurrentIndex(list->table().index(0, 0));
        QTest::keyClick(list, Qt::Key_F2);
        auto* line = list->findChild<QLineEdit*>();
        QVERIFY(line != nullptr);
        QTest::keyClicks(line, QStringLiteral("half a no"));
        window.reset();
    }

private:
    QString loop() const { return m_folder.filePath(QStringLiteral("loop.sqlite")); }

    QTemporaryDir m_folder;
};

QTEST_MAIN(WindowClosingTest)
#include "window_closing_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// File > Save the window as …: asks, shows how far it is, can be cancelled, and says what it wrote.
#include "tests/support/host_loop.h"
#include "tests/support/report_fixture.h"
#include "ui/main_window.h"
#include "ui/message_bar.h"
#include "ui/save_bar.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <memory>

using namespace nv;
using namespace nv::test;

class SaveWindowUiTest : public QObject
{
    Q_OBJECT
private slots:

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath("settings.ini"));
        QVERIFY(writeHostLoop(trace()));
        m_window = std::make_unique<MainWindow>(*m_settings, QString());
        m_window->show();
    }

    void theEntryNeedsATrace()
    {
        QVERIFY(!entry()->isEnabled());
        open();
        QVERIFY(entry()->isEnabled());
    }

    void theWindowOfTheMomentIsSaved()
    {
        open();
        m_window->document().setUserWindow(loopStep(5));
        QSignalSpy saved(&m_window->saver(), &SaveJob::saved);
        QFileDialog* dialog = ask();
        // A proposal that is not the trace itself.
        QCOMPARE(dialog->findChild<QLineEdit*>()->text(), QStringLiteral("loop-window.sqlite"));
        choose(dialog, target());
        QVERIFY(saved.wait(20'000));
        const AnalysisPtr small = loadNow(target());
        QVERIFY(small);
        const Budget budget = small->budget->budget(DeviceId(0), loopStep(5));
        QCOMPARE(budget[BudgetClass::Host], DurationNs(2'950'000));
        QCOMPARE(budget[BudgetClass::Compute], DurationNs(6'978'000));
        const QString said = plain(m_window->statusBar()->currentMessage());
        QVERIFY2(said.contains("loop-small.sqlite (") && said.contains(" of "), qPrintable(said));
        QVERIFY(!m_window->findChild<SaveBar*>()->isVisible());
    }

    void overwritingIsAskedFor()
    {
        open();
        writeFile(target().toStdString(), "an older one");
        QSignalSpy started(&m_window->saver(), &SaveJob::started);
        QFileDialog* dialog = ask();
        int asked = 0;
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&asked] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                ++asked;
                box->button(QMessageBox::No)->click();
            }
        });
        answer.start(20);
        choose(dialog, target());
        QCOMPARE(asked, 1);
        QCOMPARE(started.count(), 0);
        QCOMPARE(bytesOf(target().toStdString()), std::string("an older one"));
        dialog->reject();
    }

    void theTraceItselfIsRefused()
    {
        open();
        const std::string before = bytesOf(trace().toStdString());
        QSignalSpy failed(&m_window->saver(), &SaveJob::failed);
        m_window->saver().start(m_window->document().analysis(), m_window->document().window(),
                                trace());
        QVERIFY(failed.wait(20'000));
        QVERIFY(failed[0][0].toString().contains("it is the trace itself"));
        QVERIFY(m_window->findChild<MessageBar*>()->text().contains("it is the trace itself"));
        QCOMPARE(bytesOf(trace().toStdString()), before);
    }

    void cancellingAnswersAtOnceAndLeavesNothing()
    {
        open();
        auto* bar = m_window->findChild<SaveBar*>();
        QSignalSpy cancelled(&m_window->saver(), &SaveJob::cancelled);
        QSignalSpy saved(&m_window->saver(), &SaveJob::saved);
        m_window->saver().start(m_window->document().analysis(), m_window->document().window(),
                                target());
        QVERIFY(bar->isVisible());
        QVERIFY(bar->findChild<QLabel*>()->text().startsWith("Saving the window as loop-small"));
        QTest::mouseClick(bar->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(!bar->isVisible());
        QVERIFY(!m_window->saver().isRunning());
        m_window.reset(); // waits for the worker
        QCOMPARE(saved.count(), 0);
        const QStringList left =
            QDir(m_folder->path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QVERIFY2(left.isEmpty(), qPrintable(left.join(' ')));
    }

    void aSecondOneWaits()
    {
        open();
        SaveJob& job = m_window->saver();
        QSignalSpy failed(&job, &SaveJob::failed);
        QSignalSpy saved(&job, &SaveJob::saved);
        job.start(m_window->document().analysis(), m_window->document().window(), target());
        job.start(m_window->document().analysis(), m_window->document().window(), target());
        QCOMPARE(failed.count(), 1);
        QVERIFY(job.isRunning());
        QVERIFY(m_window->findChild<SaveBar*>()->isVisible());
        QVERIFY(saved.wait(20'000));
        QCOMPARE(saved.count(), 1);
    }

private:
    QString trace() const { return m_folder->filePath("loop.sqlite"); }

    QString target() const { return m_folder->filePath("loop-small.sqlite"); }

    void open()
    {
        m_window->open(trace());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().tablesAreCurrent(), 20'000);
    }

    QAction* entry() const
    {
        for (QAction* action : m_window->findChildren<QAction*>())
            if (action->text().remove(u'&').startsWith("Save the window as"))
                return action;
        return nullptr;
    }

    QFileDialog* ask() const
    {
        entry()->trigger();
        return m_window->findChild<QFileDialog*>();
    }

    static void choose(QFileDialog* dialog, const QString& path)
    {
        dialog->findChild<QLineEdit*>()->setText(path);
        QMetaObject::invokeMethod(dialog, "accept");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(SaveWindowUiTest)
#include "save_window_test.moc"

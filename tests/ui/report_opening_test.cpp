// SPDX-License-Identifier: GPL-3.0-or-later
// Reports (.nsys-rep) in the window: dropped, converted with progress, cancelled, remembered.
#include "tests/support/report_fixture.h"
#include "ui/appearance.h"
#include "ui/load_bar.h"
#include "ui/main_window.h"
#include "ui/message_bar.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <csignal>
#include <memory>

using namespace nv;
using namespace nv::test;
namespace fs = std::filesystem;

namespace {

constexpr int kLongestMs = 60'000;

QString toQ(const fs::path& path)
{
    return QString::fromStdString(path.string());
}

QAction* action(const MainWindow& window, const QString& start)
{
    for (QAction* entry : window.findChildren<QAction*>())
        if (entry->text().remove(u'&').startsWith(start))
            return entry;
    return nullptr;
}

} // namespace

class ReportOpeningTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase() { setUpAppearance(); }

    void init()
    {
        m_fixture.reset();
        m_fixture = std::make_unique<ReportFixture>();
        qputenv("XDG_CACHE_HOME",
                QByteArray::fromStdString((m_fixture->folder() / "xdg").string()));
        m_settings = std::make_unique<Settings>(toQ(m_fixture->folder() / "settings.ini"));
        m_settings->setNsysPath(toQ(m_fixture->nsys()));
        m_window = std::make_unique<MainWindow>(*m_settings, QString());
        m_window->show();
    }

    void cleanup()
    {
        m_window.reset(); // stops and waits
        QVERIFY(fs::is_empty(m_fixture->temporary()));
    }

    void aDroppedReportIsOpenedAndRemembered()
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(toQ(m_fixture->report()))});
        QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        static_cast<QObject*>(m_window.get())->event(&drop); // not routed by a drag of this process
        const auto* message = m_window->findChild<MessageBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->document().tablesAreCurrent() || !message->text().isEmpty(), kLongestMs);
        QCOMPARE(message->text(), QString());
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("run 7.nsys-rep")));
        QTRY_COMPARE(m_settings->recentFiles().size(), 1);
        QCOMPARE(m_settings->recentFiles().at(0).path, toQ(m_fixture->report()));
    }

    void theBarSaysHowFarTheConversionIs()
    {
        m_fixture->playNsys("printf '\\rProcessing 9 events: [=42%%  ]' >&2; "
                            "while [ ! -e \"$fixture/go\" ]; do sleep 0.01; done; "
                            + ReportFixture::kCopies);
        m_window->open(toQ(m_fixture->report()));
        const auto* bar = m_window->findChild<LoadBar*>();
        const auto* text = bar->findChild<QLabel*>();
        QTRY_COMPARE_WITH_TIMEOUT(
            text->text(), QStringLiteral("run 7.nsys-rep: converting with nsys, 42 %"), kLongestMs);
        QVERIFY(bar->isVisible());
        writeFile(m_fixture->folder() / "go", "");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().trace() != nullptr, kLongestMs);
        QVERIFY(!bar->isVisible());
    }

    void cancelEndsNsys()
    {
        m_fixture->playNsys("echo $$ > \"$fixture/pid\"; sleep 600");
        m_window->open(toQ(m_fixture->report()));
        const auto pid = [this] {
            return std::strtol(bytesOf(m_fixture->folder() / "pid").c_str(), nullptr, 10);
        };
        QTRY_VERIFY_WITH_TIMEOUT(pid() > 0, kLongestMs);
        QSignalSpy cancelled(&m_window->loader(), &LoadJob::cancelled);
        QElapsedTimer timer;
        timer.start();
        QTest::mouseClick(m_window->findChild<LoadBar*>()->findChild<QPushButton*>(),
                          Qt::LeftButton);
        QCOMPARE(cancelled.count(), 1);
        while (::kill(static_cast<pid_t>(pid()), 0) == 0 && timer.elapsed() < kLongestMs)
            QTest::qSleep(1);
        // 100 ms are promised; a busy machine that watches every access may take longer.
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(m_window->document().trace() == nullptr);
    }

    void withoutNsysABarSaysWhatToDo()
    {
        m_settings->setNsysPath(QStringLiteral("/no/such/nsys"));
        m_window->open(toQ(m_fixture->report()));
        const auto* bar = m_window->findChild<MessageBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(!bar->text().isEmpty(), kLongestMs);
        QVERIFY2(bar->text().contains(QStringLiteral("/no/such/nsys")), qPrintable(bar->text()));
        QVERIFY2(bar->text().contains(QStringLiteral("nsys export --type=sqlite")),
                 qPrintable(bar->text()));
    }

    void theCommandLineComesBeforeTheSettings()
    {
        QCOMPARE(m_window->loadOptions().nsysPath, m_fixture->nsys());
        m_window->setNsys(QStringLiteral("/an/other"));
        QCOMPARE(m_window->loadOptions().nsysPath, fs::path("/an/other"));
        m_settings->setCacheGiB(3);
        QCOMPARE(m_window->loadOptions().cacheBytes, std::uint64_t{3} << 30U);
    }

    void theMenuChoosesNsysAndRoom()
    {
        QAction* newest = action(*m_window, QStringLiteral("The newest nsys"));
        QVERIFY(newest != nullptr);
        emit qobject_cast<QMenu*>(newest->parent())->aboutToShow();
        QVERIFY(!newest->isChecked());
        newest->trigger();
        QVERIFY(m_settings->nsysPath().isEmpty());
        QVERIFY(m_window->loadOptions().nsysPath.empty());

        action(*m_window, QStringLiteral("Choose the nsys"))->trigger();
        auto* files = m_window->findChild<QFileDialog*>();
        QVERIFY(files != nullptr);
        emit files->fileSelected(QStringLiteral("/my/nsys"));
        QCOMPARE(m_settings->nsysPath(), QStringLiteral("/my/nsys"));
        files->close();

        QAction* room = action(*m_window, QStringLiteral("Room for converted reports: 20 GiB"));
        QVERIFY(room != nullptr);
        room->trigger();
        auto* dialog = m_window->findChild<QInputDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->setIntValue(7);
        dialog->accept();
        QCOMPARE(m_settings->cacheGiB(), 7);
    }

    void theOpenDialogOffersReports()
    {
        action(*m_window, QStringLiteral("Open …"))->trigger();
        const auto* dialog = m_window->findChild<QFileDialog*>();
        QVERIFY(dialog != nullptr);
        const QString first = dialog->nameFilters().at(0);
        for (const char* ending : {"*.sqlite", "*.nsys-rep", "*.qdrep"})
            QVERIFY2(first.contains(QString::fromLatin1(ending)), qPrintable(first));
    }

private:
    std::unique_ptr<ReportFixture> m_fixture;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(ReportOpeningTest)
#include "report_opening_test.moc"

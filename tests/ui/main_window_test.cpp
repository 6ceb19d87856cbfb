// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"
#include "tests/support/host_loop.h"
#include "ui/appearance.h"
#include "ui/command_box.h"
#include "ui/exporter.h"
#include "ui/main_window.h"
#include "ui/message_bar.h"
#include "ui/panel.h"
#include "ui/panels/start/start_page.h"
#include "ui/panels/timeline/lane_line.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/status_line.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include <memory>

using namespace nv;
using namespace nv::test;

class MainWindowTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void startsWithTheStartPage();
    void captureCommandIsCopied();
    void opensAFile();
    void sampleIsOneClick();
    void badFileIsASentence();
    void recentFilesCarryTheirVerdict();
    void fileThatIsGoneLeavesTheList();
    void droppedFileIsOpened();
    void layoutPersists();
    void layoutOfAnotherVersionIsTheDefault();
    void namesOfDocksCanBeRead();
    void verdictStandsBesideTheTables();
    void menusSpeakOnlyOfWhatIsThere();
    void themeIsChosenAndKept();
    void keysReachTheTimelineFromAnyPanel();
    void lanesAreFilteredByKeyAndSortedForGood();
    void windowMenuSetsTheWindow();
    void windowSpecOfTheCommandLine();
    void reportIsWritten();

private:
    QString loop() const { return m_traces.filePath(QStringLiteral("loop.sqlite")); }

    std::unique_ptr<MainWindow> newWindow(const QString& sample = {});
    std::unique_ptr<MainWindow> windowWithTrace();
    static QAction* action(const MainWindow& window, const QString& start);

    QTemporaryDir m_traces;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
};

void MainWindowTest::initTestCase()
{
    setUpAppearance();
    QVERIFY(writeHostLoop(loop()));
}

void MainWindowTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
}

std::unique_ptr<MainWindow> MainWindowTest::newWindow(const QString& sample)
{
    auto window = std::make_unique<MainWindow>(*m_settings, sample);
    window->show();
    return window;
}

std::unique_ptr<MainWindow> MainWindowTest::windowWithTrace()
{
    auto window = newWindow();
    window->open(loop());
    if (!QTest::qWaitFor([&window] { return window->document().tablesAreCurrent(); }, 20'000))
        qWarning("the trace was not opened");
    return window;
}

/// The menu entry whose text, without its mnemonic, starts so.
QAction* MainWindowTest::action(const MainWindow& window, const QString& start)
{
    for (QAction* entry : window.findChildren<QAction*>()) {
        if (entry->text().remove(u'&').startsWith(start))
            return entry;
    }
    return nullptr;
}

void MainWindowTest::startsWithTheStartPage()
{
    const auto window = newWindow();
    QVERIFY(window->findChild<StartPage*>()->isVisible());
    QVERIFY(!window->findChild<TimelinePanel*>()->isVisible());
    for (const QDockWidget* dock : window->findChildren<QDockWidget*>())
        QVERIFY2(!dock->isVisible(), qPrintable(dock->objectName()));
    QVERIFY(window->findChild<QWidget*>(QStringLiteral("sample")) == nullptr);
    QCOMPARE(window->findChild<StatusLine*>()->text(), QStringLiteral("no trace open"));
    QVERIFY(QApplication::activeModalWidget() == nullptr);
}

void MainWindowTest::captureCommandIsCopied()
{
    const auto window = newWindow();
    auto* box = window->findChild<CommandBox*>(QStringLiteral("captureCommand"));
    QVERIFY(box->command().contains(QStringLiteral("-t cuda,nvtx,osrt")));
    QApplication::clipboard()->clear();
    QTest::mouseClick(box->findChild<QToolButton*>(), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text(), box->command());
}

void MainWindowTest::opensAFile()
{
    const auto window = windowWithTrace();
    QVERIFY(window->findChild<TimelinePanel*>()->isVisible());
    QVERIFY(!window->findChild<StartPage*>()->isVisible());
    QVERIFY(window->findChild<QDockWidget*>(QStringLiteral("verdict"))->isVisible());
    const QString title = window->windowTitle();
    QVERIFY2(title.startsWith(QStringLiteral("loop.sqlite · NVIDIA Test GPU")), qPrintable(title));
    const QString status = plain(window->findChild<StatusLine*>()->text());
    // 20 steps, and the first launches its kernels for the first time: warm-up.
    QVERIFY2(status.contains(QStringLiteral("19 steps")), qPrintable(status));
    // 40 kernels, 60 calls, 20 ranges.
    QVERIFY2(status.contains(QStringLiteral("120 events")), qPrintable(status));
    QVERIFY2(status.endsWith(QStringLiteral("ready")), qPrintable(status));
}

void MainWindowTest::sampleIsOneClick()
{
    const auto window = newWindow(loop());
    QTest::mouseClick(window->findChild<QWidget*>(QStringLiteral("sample")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window->document().tablesAreCurrent(), 20'000);
    QVERIFY(m_settings->recentFiles().isEmpty()); // the sample has its own button
}

void MainWindowTest::badFileIsASentence()
{
    const auto window = windowWithTrace();
    window->open(QStringLiteral(NV_SOURCE "/CMakeLists.txt"));
    const auto* bar = window->findChild<MessageBar*>();
    QTRY_VERIFY_WITH_TIMEOUT(!bar->text().isEmpty(), 20'000);
    QVERIFY2(bar->text().contains(QStringLiteral("CMakeLists.txt")), qPrintable(bar->text()));
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    // What was open stays open.
    QVERIFY(window->document().trace() != nullptr);
    QTest::keyClick(window->findChild<MessageBar*>(), Qt::Key_Escape);
    QVERIFY(bar->text().isEmpty());
}

void MainWindowTest::recentFilesCarryTheirVerdict()
{
    windowWithTrace();
    const auto files = m_settings->recentFiles();
    QCOMPARE(files.size(), 1);
    QCOMPARE(files.at(0).gpu, QStringLiteral("NVIDIA Test GPU"));
    QCOMPARE(files.at(0).verdict, QStringLiteral("host-bound"));
    const auto window = newWindow();
    auto* recent = window->findChild<QTreeWidget*>(QStringLiteral("recent"));
    QCOMPARE(recent->topLevelItemCount(), 1);
    QCOMPARE(recent->topLevelItem(0)->text(0), QStringLiteral("loop.sqlite"));
    QTest::mouseClick(recent->viewport(), Qt::LeftButton, {},
                      recent->visualItemRect(recent->topLevelItem(0)).center());
    QTRY_VERIFY_WITH_TIMEOUT(window->document().trace() != nullptr, 20'000);
}

void MainWindowTest::fileThatIsGoneLeavesTheList()
{
    m_settings->addRecentFile({QStringLiteral("/no/such/trace.sqlite"), {}, {}, {}});
    const auto window = newWindow();
    window->open(QStringLiteral("/no/such/trace.sqlite"));
    QTRY_VERIFY_WITH_TIMEOUT(!window->findChild<MessageBar*>()->text().isEmpty(), 20'000);
    QVERIFY(m_settings->recentFiles().isEmpty());
    QCOMPARE(window->findChild<QTreeWidget*>(QStringLiteral("recent"))->topLevelItemCount(), 0);
}

void MainWindowTest::droppedFileIsOpened()
{
    const auto window = newWindow();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(loop())});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &drop);
    QTRY_VERIFY_WITH_TIMEOUT(window->document().trace() != nullptr, 20'000);
}

void MainWindowTest::layoutPersists()
{
    {
        const auto window = windowWithTrace();
        window->resize(1000, 650);
        window->findChild<QDockWidget*>(QStringLiteral("data-quality"))->hide();
        window->close();
    }
    const auto window = windowWithTrace();
    QCOMPARE(window->size(), QSize(1000, 650));
    QVERIFY(window->findChild<QDockWidget*>(QStringLiteral("verdict"))->isVisible());
    QVERIFY(window->findChild<QDockWidget*>(QStringLiteral("data-quality"))->isHidden());
    action(*window, QStringLiteral("Reset the layout"))->trigger();
    QVERIFY(!window->findChild<QDockWidget*>(QStringLiteral("data-quality"))->isHidden());
}

void MainWindowTest::layoutOfAnotherVersionIsTheDefault()
{
    {
        const auto window = windowWithTrace();
        window->findChild<QDockWidget*>(QStringLiteral("verdict"))->hide();
        window->close();
    }
    QSettings raw(m_folder->filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    raw.setValue(QStringLiteral("layout/version"), 999);
    raw.sync();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
    const auto window = windowWithTrace();
    for (const PanelInfo& info : panels())
        QVERIFY2(!window->findChild<QDockWidget*>(QString::fromLatin1(info.id))->isHidden(),
                 info.id);
}

/// Also in a small window, where they scroll.
void MainWindowTest::namesOfDocksCanBeRead()
{
    const auto window = windowWithTrace();
    window->resize(1280, 720);
    const auto tabsOf = [&window] {
        QTabBar* widest = nullptr;
        for (QTabBar* bar : window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            if (widest == nullptr || bar->count() > widest->count())
                widest = bar;
        return widest;
    };
    QTRY_VERIFY(tabsOf() != nullptr && tabsOf()->count() > 10
                && tabsOf()->elideMode() == Qt::ElideNone);
    const QTabBar& tabs = *tabsOf();
    for (int i = 0; i < tabs.count(); ++i)
        QVERIFY2(tabs.tabRect(i).width() >= tabs.fontMetrics().horizontalAdvance(tabs.tabText(i)),
                 qPrintable(tabs.tabText(i)));
}

void MainWindowTest::verdictStandsBesideTheTables()
{
    const auto window = windowWithTrace();
    const auto* verdict = window->findChild<QDockWidget*>(QStringLiteral("verdict"))->widget();
    const auto* kernels = window->findChild<QDockWidget*>(QStringLiteral("kernels"))->widget();
    window->resize(1280, 720);
    QTRY_VERIFY(verdict->mapTo(window.get(), QPoint()).x() + verdict->width()
                < kernels->mapTo(window.get(), QPoint()).x());
    QVERIFY(!verdict->visibleRegion().isEmpty() && !kernels->visibleRegion().isEmpty());
}

void MainWindowTest::menusSpeakOnlyOfWhatIsThere()
{
    const auto window = newWindow();
    const QStringList needTrace{QStringLiteral("Fit the whole"), QStringLiteral("Export picture"),
                                QStringLiteral("Steady state"),  QStringLiteral("Zoom to the"),
                                QStringLiteral("All GPU work"),  QStringLiteral("Reset the")};
    for (const QString& text : needTrace) {
        const QAction* entry = action(*window, text);
        QVERIFY2(entry != nullptr, qPrintable(text));
        QVERIFY2(!entry->isEnabled(), qPrintable(text));
    }
    window->open(loop());
    QTRY_VERIFY_WITH_TIMEOUT(window->document().tablesAreCurrent(), 20'000);
    for (const QString& text : needTrace)
        QVERIFY2(action(*window, text)->isEnabled(), qPrintable(text));
    QVERIFY(!action(*window, QStringLiteral("Undo zoom"))->isEnabled());
    window->document().setView(loopStep(4));
    QVERIFY(action(*window, QStringLiteral("Undo zoom"))->isEnabled());
    // Every panel has its entry, with its title.
    for (const PanelInfo& info : panels())
        QVERIFY2(action(*window, QString::fromLatin1(info.title)) != nullptr, info.title);
}

void MainWindowTest::themeIsChosenAndKept()
{
    {
        const auto window = newWindow();
        action(*window, QStringLiteral("Dark"))->trigger();
        QTRY_COMPARE(window->palette().color(QPalette::Base),
                     Theme::of(Theme::Mode::Dark).color(Role::Background));
    }
    QCOMPARE(m_settings->theme(), Settings::ThemeChoice::Dark);
    const auto window = newWindow();
    QVERIFY(action(*window, QStringLiteral("Dark"))->isChecked());
    action(*window, QStringLiteral("Light"))->trigger();
    QCOMPARE(Theme::current().mode(), Theme::Mode::Light);
}

void MainWindowTest::keysReachTheTimelineFromAnyPanel()
{
    const auto window = windowWithTrace();
    QApplication::setActiveWindow(window.get());
    const TimeRange all = window->document().view().current();
    window->document().setView(loopStep(4));
    auto* notes = window->findChild<QToolButton*>(QStringLiteral("notes"));
    notes->setFocus();
    QTest::keyClick(notes, Qt::Key_Home);
    QVERIFY(window->document().view().current() == all);
}

void MainWindowTest::lanesAreFilteredByKeyAndSortedForGood()
{
    {
        const auto window = windowWithTrace();
        QApplication::setActiveWindow(window.get());
        auto* timeline = window->findChild<TimelinePanel*>();
        auto* notes = window->findChild<QToolButton*>(QStringLiteral("notes"));
        notes->setFocus();
        QTest::keyClick(notes, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(timeline->laneLine().field().hasFocus());
        const std::size_t rows = timeline->state().layout().rows().size();
        QTest::keyClicks(&timeline->laneLine().field(), QStringLiteral("stream kernels"));
        QTRY_COMPARE(timeline->state().layout().rows().size(), std::size_t{2}); // and its GPU
        QTest::keyClick(&timeline->laneLine().field(), Qt::Key_Escape);
        QCOMPARE(timeline->state().layout().rows().size(), rows);
        action(*window, QStringLiteral("By activity"))->trigger();
        action(*window, QStringLiteral("Large"))->trigger();
    }
    const auto window = newWindow();
    const TimelineState& state = window->findChild<TimelinePanel*>()->state();
    QVERIFY(state.laneOrder() == LaneOrder::ByActivity);
    QVERIFY(state.layout().density() == scene::RowDensity::Tall);
    QVERIFY(!action(*window, QStringLiteral("Lanes"))->isEnabled()); // nothing is open
}

void MainWindowTest::windowMenuSetsTheWindow()
{
    const auto window = windowWithTrace();
    Document& document = window->document();
    QCOMPARE(document.window().source, WindowSource::Steady);
    action(*window, QStringLiteral("All GPU work"))->trigger();
    QCOMPARE(document.window().source, WindowSource::All);
    QVERIFY(document.window().range == document.trace()->all);
    document.setView(loopStep(4));
    action(*window, QStringLiteral("What the view shows"))->trigger();
    QVERIFY(document.window().range == loopStep(4));
    QCOMPARE(document.window().source, WindowSource::User);
    action(*window, QStringLiteral("Steady state"))->trigger();
    QCOMPARE(document.window().source, WindowSource::Steady);
}

void MainWindowTest::windowSpecOfTheCommandLine()
{
    const auto window = newWindow();
    window->open(loop(), "0.15s/0.16s");
    QTRY_VERIFY_WITH_TIMEOUT(window->document().tablesAreCurrent(), 20'000);
    QVERIFY(window->document().window().range == loopStep(5));
    window->open(loop(), "nvtx:no_such_range");
    QTRY_VERIFY_WITH_TIMEOUT(!window->findChild<MessageBar*>()->text().isEmpty(), 20'000);
    QCOMPARE(window->document().window().source, WindowSource::Steady);
}

void MainWindowTest::reportIsWritten()
{
    const auto window = windowWithTrace();
    window->document().setUserWindow(loopStep(5));
    Exporter exporter(window->document());
    QSignalSpy saved(&exporter, &Exporter::saved);
    QSignalSpy failed(&exporter, &Exporter::failed);
    const QString path = m_folder->filePath(QStringLiteral("loop.json"));
    exporter.saveReport(*findReport("json"), path);
    QVERIFY(saved.wait(20'000));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("\"host_ns\": 2950000"));
    exporter.saveReport(*findReport("json"), QStringLiteral("/no/such/folder/loop.json"));
    QVERIFY(failed.wait(20'000));
    QVERIFY(failed.at(0).at(0).toString().startsWith(QStringLiteral("loop.json could not")));
}

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A capture that is still being analysed: its lanes are there, its figures are not, and what is done
// meanwhile is not lost.
#include "tests/support/host_loop.h"
#include "tests/support/timeline_fixture.h"
#include "ui/annotations.h"
#include "ui/appearance.h"
#include "ui/commands/commands.h"
#include "ui/early_view.h"
#include "ui/main_window.h"
#include "ui/panels/timeline/timeline_canvas.h"

#include <QDockWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace nv;
using namespace nv::test;

class EarlyViewTest : public QObject
{
    Q_OBJECT

private slots:

    void initTestCase()
    {
        setUpAppearance();
        QVERIFY(writeHostLoop(loop()));
        LoadOptions options;
        options.path = loop().toStdString();
        Progress progress;
        const auto trace = loadTrace(options, {}, progress);
        QVERIFY(trace);
        const auto whole = analyse(trace.value(), {}, {}, progress,
                                   [this](const AnalysisPtr& early) { m_early = early; });
        QVERIFY(whole);
        m_whole = whole.value();
        QVERIFY(m_early && m_early->isEarly && !m_whole->isEarly);
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
        m_window = std::make_unique<MainWindow>(*m_settings, QString());
        m_window->resize(1280, 720);
        m_window->show();
    }

    void cleanup() { m_window.reset(); }

    /// No panel speaks before there is something to say.
    void lanesComeWithoutFigures()
    {
        emit m_window->loader().drawable(m_early, loop());
        QVERIFY(early() != nullptr && early()->isVisible());
        QVERIFY(m_window->document().analysis() == nullptr);
        for (const QDockWidget* dock : m_window->findChildren<QDockWidget*>())
            QVERIFY2(!dock->isVisible(), qPrintable(dock->objectName()));
        QVERIFY(early()->document().tables() == nullptr);
        const QImage drawn = early()->timeline().canvas().grab().toImage();
        const QRgb ground = drawn.pixel(drawn.width() / 2, drawn.height() - 2);
        int others = 0;
        for (int y = 0; y < drawn.height(); y += 4)
            for (int x = 0; x < drawn.width(); x += 4)
                others += drawn.pixel(x, y) != ground ? 1 : 0;
        QVERIFY(others > 200); // events
    }

    void whatWasDoneMeanwhileStays()
    {
        emit m_window->loader().drawable(m_early, loop());
        Document& waiting = early()->document();
        const TimeRange all = waiting.view().current();
        const Ns quarter = static_cast<Ns>(all.length() / 4);
        const TimeRange view{all.begin + quarter, all.end - quarter};
        const TimeRange window{all.begin + quarter + 10, all.end - quarter - 10};
        waiting.setView(view);
        waiting.setUserWindow(window);
        waiting.annotations().addMark(view.begin + 5);
        waiting.select(EventRef{EventKind::Op, 0});
        m_window->showAnalysis(m_whole, loop());
        QVERIFY(early() == nullptr);
        const Document& document = m_window->document();
        QCOMPARE(document.view().current(), view);
        QCOMPARE(document.window().range, window);
        QCOMPARE(document.window().steps, userWindow(*m_whole, window).steps);
        QCOMPARE(document.annotations().marks().size(), std::size_t{1});
        QVERIFY(document.selection() == (EventRef{EventKind::Op, 0}));
        QTRY_VERIFY(document.tablesAreCurrent());
    }

    /// Whoever only looked gets what everybody gets.
    void withoutAHandTheProposalCounts()
    {
        emit m_window->loader().drawable(m_early, loop());
        m_window->showAnalysis(m_whole, loop());
        QCOMPARE(m_window->document().window().range, defaultWindow(*m_whole).range);
        QCOMPARE(m_window->document().window().source, WindowSource::Steady);
        QVERIFY(m_window->document().annotations().marks().empty());
    }

    void cancellingLeadsBackToTheStart()
    {
        emit m_window->loader().drawable(m_early, loop());
        emit m_window->loader().cancelled(loop());
        QVERIFY(early() == nullptr);
        emit m_window->loader().drawable(m_early, loop());
        emit m_window->loader().failed(Error{Errc::Corrupt, "loop.sqlite is damaged.", {}}, loop());
        QVERIFY(early() == nullptr);
        emit m_window->loader().drawable(m_early, loop()); // the start page is back
        QVERIFY(early() != nullptr);
    }

    /// What is shown is not taken away for lanes without figures.
    void anOpenTraceStaysUntilTheNextIsWhole()
    {
        m_window->showAnalysis(m_whole, loop());
        emit m_window->loader().drawable(m_early, loop());
        QVERIFY(early() == nullptr);
    }

    void itObeysTheSameKeys()
    {
        m_window->commands().assign(QStringLiteral("view.fit"), QKeySequence(Qt::Key_X));
        emit m_window->loader().drawable(m_early, loop());
        Document& waiting = early()->document();
        const TimeRange all = waiting.view().current();
        waiting.setView({all.begin, all.begin + static_cast<Ns>(all.length() / 2)});
        QTest::keyClick(&early()->timeline().canvas(), Qt::Key_X);
        QCOMPARE(waiting.view().current(), all);
    }

private:
    QString loop() const { return m_traces.filePath(QStringLiteral("loop.sqlite")); }

    EarlyView* early() const { return m_window->findChild<EarlyView*>(); }

    QTemporaryDir m_traces;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    AnalysisPtr m_early;
    AnalysisPtr m_whole;
};

QTEST_MAIN(EarlyViewTest)
#include "early_view_test.moc"

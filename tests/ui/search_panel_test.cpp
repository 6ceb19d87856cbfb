// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timeline_fixture.h"
#include "ui/main_window.h"
#include "ui/marked_walk.h"
#include "ui/panels/search/search_panel.h"
#include "ui/panels/timeline/overview_strip.h"
#include "ui/table/table_view.h"
#include "ui/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>

#include <memory>
#include <set>

using namespace nv;

namespace {

QString plain(QString text)
{
    return text.replace(QChar(0x00a0), u' ')
        .replace(QChar(0x202f), u' ')
        .replace(QChar(0x2009), u' ');
}

} // namespace

/// The real panel on three steps of 100 us (fixture::threeSteps).
class SearchPanelTest : public QObject
{
    Q_OBJECT
private slots:

    void init()
    {
        m_document = std::make_unique<Document>();
        m_panel = std::make_unique<SearchPanel>(*m_document);
        m_panel->resize(700, 260);
        m_panel->show();
        m_document->setAnalysis(fixture::analysed(fixture::threeSteps()));
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        m_panel->setFocus();
    }

    void cleanup()
    {
        m_panel.reset();
        m_document.reset();
    }

    void findsCountsAndMarks()
    {
        type(QStringLiteral("GEMM"));
        const auto events = m_document->marked();
        QVERIFY(events);
        QCOMPARE(events->size(), std::size_t{3}); // one of each step
        QVERIFY2(plain(m_panel->captionText()).startsWith("3 events · total "),
                 qPrintable(m_panel->captionText()));
        QCOMPARE(m_panel->view().table().rowCount(), 3);
        QVERIFY(m_panel->messageText().isEmpty());
        // The name leads the list.
        QVERIFY(
            m_panel->view().table().index(0, 0).data().toString().contains(QStringLiteral("gemm")));
        type({});
        QVERIFY(!m_document->marked()); // what is not looked for is not marked
        QVERIFY(!m_panel->messageText().isEmpty());
    }

    void enterWalksThroughAllOfThem()
    {
        type(QStringLiteral("gemm"));
        const std::vector<EventRef> all = *m_document->marked();
        m_document->setView({0, 100'000});
        for (const std::size_t wanted : {0, 1, 2, 0}) { // behind the last one comes the first
            QTest::keyClick(&m_panel->line(), Qt::Key_Return);
            QCOMPARE(m_document->selection(), std::optional(all[wanted]));
        }
        QTest::keyClick(&m_panel->line(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(m_document->selection(), std::optional(all[2]));
        // Dropping the selection drops the marks; the next step brings them back.
        m_document->select(std::nullopt);
        QVERIFY(!m_document->marked());
        QTest::keyClick(&m_panel->line(), Qt::Key_Return);
        QVERIFY(m_document->marked());
    }

    void enterDoesNotWait()
    {
        m_panel->line().setText(QStringLiteral("gemm"));
        QVERIFY(!m_panel->isSettled());
        QTest::keyClick(&m_panel->line(), Qt::Key_Return);
        QTRY_VERIFY(m_document->marked());
    }

    void aRowLeadsToItsEventAndBack()
    {
        type(QStringLiteral("gemm"));
        TableView& view = m_panel->view();
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                          view.visualRect(view.table().index(1, 0)).center());
        const auto selected = m_document->selection();
        QVERIFY(selected);
        const EventRef other = (*m_document->marked())[2];
        m_document->select(other);
        QCOMPARE(view.currentId(), std::optional((std::uint64_t{0} << 32U) | other.index));
    }

    void saysWhatIsWrong()
    {
        for (QToolButton* button : m_panel->findChildren<QToolButton*>())
            if (button->text() == QLatin1String(".*"))
                button->click();
        type(QStringLiteral("a("));
        QVERIFY2(m_panel->messageText().contains(QStringLiteral("parenthesis")),
                 qPrintable(m_panel->messageText()));
        type(QStringLiteral("^gemm"));
        QCOMPARE(m_document->marked()->size(), std::size_t{3});
        type(QStringLiteral("no such name"));
        QVERIFY(!m_document->marked());
        QVERIFY2(m_panel->messageText().endsWith(
                     QStringLiteral("Try plain text instead of a regular expression (.*).")),
                 qPrintable(m_panel->messageText()));
    }

    /// What was left out is what to take in again.
    void saysWhatToTry()
    {
        type(QStringLiteral("no such name"));
        QVERIFY2(m_panel->messageText().endsWith(QStringLiteral("Try a shorter part of the name.")),
                 qPrintable(m_panel->messageText()));
        for (QToolButton* button : m_panel->findChildren<QToolButton*>())
            if (button->text() == QLatin1String("API")
                || button->text() == QLatin1String("in the window"))
                button->click();
        QTRY_VERIFY(m_panel->isSettled());
        QVERIFY2(m_panel->messageText().endsWith(
                     QStringLiteral("Try the whole capture instead of the window, or the other "
                                    "kinds of events.")),
                 qPrintable(m_panel->messageText()));
    }

    void theWindowNarrowsAndIsFollowed()
    {
        type(QStringLiteral("gemm"));
        const std::vector<EventRef> all = *m_document->marked();
        const auto start = [&](std::size_t i) {
            return m_document->trace()->ops.start[all[i].index];
        };
        m_document->setUserWindow({start(1), start(2)});
        for (QToolButton* button : m_panel->findChildren<QToolButton*>())
            if (button->text() == QLatin1String("in the window"))
                button->click();
        QTRY_VERIFY(m_panel->isSettled());
        QCOMPARE(m_document->marked()->size(), std::size_t{1});
        m_document->setUserWindow({start(1), start(2) + 1});
        QTRY_VERIFY(m_panel->isSettled() && m_document->marked()->size() == 2);
    }

    void kindsCanBeLeftOut()
    {
        type(QStringLiteral("e"));
        const std::size_t all = m_document->marked()->size();
        for (QToolButton* button : m_panel->findChildren<QToolButton*>())
            if (button->text() == QLatin1String("API"))
                button->click();
        QTRY_VERIFY(m_panel->isSettled());
        std::size_t calls = 0;
        for (const EventRef& event : *m_document->marked())
            calls += event.kind == EventKind::Call ? 1 : 0;
        QCOMPARE(calls, std::size_t{0});
        QVERIFY(m_document->marked()->size() < all);
    }

    void escapeEmptiesTheLineOnly()
    {
        type(QStringLiteral("gemm"));
        QTest::keyClick(&m_panel->line(), Qt::Key_Escape);
        QVERIFY(m_panel->line().text().isEmpty());
    }

    /// Ticks stand where the events begin, and nowhere else.
    void theOverviewShowsTicks()
    {
        Theme::setCurrent(Theme::Mode::Light);
        TimelinePanel timeline(*m_document);
        timeline.resize(1020, 420);
        timeline.show();
        QVERIFY(QTest::qWaitForWindowExposed(&timeline));
        auto* strip = timeline.findChild<OverviewStrip*>();
        QVERIFY(strip != nullptr);
        const scene::TimeScale scale{m_document->view().limits(), strip->width()};
        const QRgb accent = Theme::current().color(Role::Accent).rgb();
        const auto ticks = [&] {
            std::set<int> columns;
            const QImage image = strip->grab().toImage();
            for (int x = 0; x < image.width(); ++x)
                if (image.pixel(x, 8) == accent)
                    columns.insert(x);
            return columns;
        };
        QVERIFY(ticks().empty());
        type(QStringLiteral("gemm"));
        std::set<int> wanted;
        for (const EventRef& event : *m_document->marked())
            wanted.insert(scale.columnOf(m_document->trace()->ops.start[event.index]));
        QVERIFY(ticks() == wanted);
        m_document->mark(nullptr);
        QVERIFY(ticks().empty());
    }

    void theDurationsOfAllAreDrawn()
    {
        QToolButton* statistics = nullptr;
        for (QToolButton* button : m_panel->findChildren<QToolButton*>())
            if (button->text() == QLatin1String("statistics"))
                statistics = button;
        QVERIFY(statistics != nullptr);
        type(QStringLiteral("gemm"));
        QVERIFY(!m_panel->spread().isVisible());
        statistics->click();
        QVERIFY(m_panel->spread().isVisible());
        DurationPlot& plot = m_panel->spread().plot();
        plot.pick(DurationPlot::Bins{0, plot.histogram().counts.size() - 1}); // all of them
        QVERIFY2(plain(m_panel->spread().listText()).startsWith(QStringLiteral("3 of ")),
                 qPrintable(m_panel->spread().listText()));
        type(QStringLiteral("no such name"));
        QVERIFY(!m_panel->spread().isVisible());
        type(QStringLiteral("gemm"));
        QVERIFY(m_panel->spread().isVisible()); // as it was chosen
    }

    void nothingMarkedLeadsNowhere()
    {
        const QSignalSpy noticed(m_document.get(), &Document::noticed);
        QVERIFY(!revealMarked(*m_document, true));
        QCOMPARE(noticed.count(), 1);
        QVERIFY(!m_document->selection());
    }

private:
    void type(const QString& text)
    {
        m_panel->line().setText(text);
        QTRY_VERIFY(m_panel->isSettled());
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<SearchPanel> m_panel;
};

QTEST_MAIN(SearchPanelTest)
#include "search_panel_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/window_driver.h"
#include "ui/help/help_window.h"
#include "ui/panels/start/start_page.h"
#include "ui/panels/timeline/overview_strip.h"
#include "ui/panels/timeline/time_ruler.h"
#include "ui/tour/tour.h"
#include "ui/tour/tour_card.h"

#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QTextBrowser>

using namespace nv;
using namespace nv::test;

/// The first minutes: the sample, the tour on the real widgets, help.
class FirstRunTest : public WindowDriver
{
    Q_OBJECT

private slots:

    void initTestCase() { prepare(); }

    void init()
    {
        QFile::remove(settingsFile());
        m_settings = std::make_unique<Settings>(settingsFile());
    }

    void cleanup() { m_window.reset(); }

    void theTourIsOfferedOnceAndNeverForced()
    {
        m_window = newWindow(loop());
        auto* take = child<QPushButton>("tour");
        QVERIFY(take->isVisible());
        QVERIFY(m_window->findChild<Tour*>() == nullptr);
        QTest::mouseClick(child<QPushButton>("noTour"), Qt::LeftButton);
        QVERIFY(!take->isVisible());
        m_window = newWindow(loop());
        QVERIFY(!child<QPushButton>("tour")->isVisible());
    }

    void withoutASampleItIsNotOffered()
    {
        m_window = newWindow();
        QVERIFY(!child<QPushButton>("tour")->isVisible());
    }

    void theTourOpensTheSampleAndShowsRealWidgets()
    {
        m_window = newWindow(loop());
        QTest::mouseClick(child<QPushButton>("tour"), Qt::LeftButton);
        Tour* tour = nullptr;
        QTRY_VERIFY_WITH_TIMEOUT((tour = m_window->findChild<Tour*>()) != nullptr, 20'000);
        QVERIFY(m_settings->knowsTour());
        QCOMPARE(tour->count(), std::size_t{5});
        const std::array<QWidget*, 5> shown{
            m_window->findChild<OverviewStrip*>(), &timeline().ruler(),
            child<QDockWidget>("verdict")->widget(), child<QDockWidget>("kernels")->widget(),
            m_window->menuBar()};
        for (std::size_t i = 0; i < shown.size(); ++i) {
            QCOMPARE(tour->step(), i);
            QTRY_VERIFY(isAround(tour->frame(), *shown[i]));
            QVERIFY(m_window->rect().contains(tour->card().geometry()));
            QVERIFY(!tour->card().text().isEmpty());
            QVERIFY(!tour->card().text().contains(u'%'));
            for (const QLabel* label : tour->card().findChildren<QLabel*>())
                QVERIFY(label->height() >= label->heightForWidth(label->width()));
            QCOMPARE(tour->card().back().isEnabled(), i > 0);
            QTest::mouseClick(&tour->card().next(), Qt::LeftButton);
        }
        QTRY_VERIFY(m_window->findChild<Tour*>() == nullptr);
        QVERIFY(canvas().hasFocus());
    }

    void theTourGoesBackAndEnds()
    {
        openLoop();
        commands().run(QStringLiteral("help/take-the-tour"));
        auto* tour = m_window->findChild<Tour*>();
        QTest::keyClick(&tour->card().next(), Qt::Key_Return);
        QCOMPARE(tour->step(), std::size_t{1});
        tour->card().back().setFocus();
        QTest::keyClick(&tour->card().back(), Qt::Key_Return); // the button that has the keyboard
        QCOMPARE(tour->step(), std::size_t{0});
        QTest::mouseClick(&tour->card().endButton(), Qt::LeftButton);
        QTRY_VERIFY(m_window->findChild<Tour*>() == nullptr);
        commands().run(QStringLiteral("help/take-the-tour"));
        tour = m_window->findChild<Tour*>();
        const Window before = document().window();
        document().setUserWindow(loopStep(4));
        QTest::keyClick(&tour->card().next(), Qt::Key_Escape);
        QTRY_VERIFY(m_window->findChild<Tour*>() == nullptr);
        QVERIFY(document().window().range == loopStep(4)); // Esc was the tour's
        document().setWindow(before);
    }

    void theWidgetsWorkDuringTheTour()
    {
        openLoop();
        commands().run(QStringLiteral("help/take-the-tour"));
        document().setView(loopStep(4));
        QWidget* strip = m_window->findChild<OverviewStrip*>();
        const QPoint middle = strip->rect().center();
        QVERIFY(m_window->childAt(strip->mapTo(m_window.get(), middle)) == strip);
    }

    void theFrameFollowsTheWindow()
    {
        openLoop();
        commands().run(QStringLiteral("help/take-the-tour"));
        auto* tour = m_window->findChild<Tour*>();
        m_window->resize(900, 600);
        QTRY_VERIFY(isAround(tour->frame(), timeline().overview()));
        QTRY_VERIFY(m_window->rect().contains(tour->card().geometry()));
    }

    void theTourNamesTheKeysAsTheyAre()
    {
        openLoop();
        commands().assign(QStringLiteral("view.fit"), QKeySequence(Qt::Key_F8));
        commands().run(QStringLiteral("help/take-the-tour"));
        QVERIFY(m_window->findChild<Tour*>()->card().text().contains(QStringLiteral("F8")));
    }

    void theCardStandsWhereThereIsRoom()
    {
        const QSize card(300, 150);
        const QRect window(0, 0, 1000, 700);
        const auto at = [&](const QRect& shown) { return cardPlace(card, shown, window); };
        QVERIFY(at({100, 20, 800, 40}).top() > 60);       // below
        QVERIFY(at({100, 600, 800, 80}).bottom() < 600);  // above
        QVERIFY(at({0, 0, 400, 700}).left() > 400);       // right
        QVERIFY(at({600, 0, 400, 700}).right() < 600);    // left
        QVERIFY(window.contains(at({0, 0, 1000, 700})));  // nowhere else: inside
        QVERIFY(window.contains(at({900, 10, 100, 30}))); // near an edge
    }

    void helpIsInTheProgram()
    {
        openLoop();
        commands().run(QStringLiteral("help/help"));
        auto* help = m_window->findChild<HelpWindow*>();
        QVERIFY(help != nullptr && help->isVisible() && !help->isModal());
        const QString text = help->text().toPlainText();
        for (const char* word : {"steady state", "cannot tell", "queue", "Keys and mouse",
                                 "Next gap of a device", "nsys profile"})
            QVERIFY2(text.contains(QString::fromLatin1(word)), word);
        QVERIFY(!text.contains(QStringLiteral("http"))); // nothing leads out of the program
        QVERIFY(!text.contains(u'\\')); // what means something in Markdown is shown as it is
        QVERIFY(text.contains(QStringLiteral("Backspace, Alt+Left")));
        commands().assign(QStringLiteral("gap.next"), QKeySequence(Qt::Key_F9));
        QVERIFY(help->text().toPlainText().contains(QStringLiteral("F9")));
    }

private:
    /// The frame has the widget inside, with a line's width to spare, cut at the window's edge.
    bool isAround(const TourFrame& frame, const QWidget& widget) const
    {
        const QRect shown(widget.mapTo(m_window.get(), QPoint()), widget.size());
        return frame.isVisible()
               && frame.geometry() == shown.adjusted(-2, -2, 2, 2).intersected(m_window->rect());
    }
};

QTEST_MAIN(FirstRunTest)
#include "first_run_test.moc"

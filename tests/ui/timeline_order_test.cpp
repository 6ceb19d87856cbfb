// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timeline_driver.h"
#include "ui/annotations.h"
#include "ui/lane_session.h"
#include "ui/lane_settings.h"
#include "ui/panels/timeline/lane_labels.h"
#include "ui/panels/timeline/lane_menu.h"
#include "ui/render/picture.h"
#include "ui/settings.h"

#include <QApplication>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace nv;
using nv::fixture::Mouse;
using Lanes = QList<int>;

/// Lanes in the order of a hand: carried by their names, moved by menu and keys, kept in the session,
/// shown by exported pictures.  The lanes are those of fixture::severalLanes().
class TimelineOrderTest : public fixture::TimelineDriver
{
    Q_OBJECT

private slots:

    void init()
    {
        open();
        m_document->setAnalysis(fixture::analysed(fixture::severalLanes()));
        m_menu = std::make_unique<LaneMenu>(*m_panel);
        m_panel->addActions(m_menu->actions());
        QApplication::setActiveWindow(m_panel.get());
        canvas().setFocus();
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
    }

    void cleanup()
    {
        m_menu.reset();
        close();
    }

    void aLaneIsCarriedByItsName()
    {
        carry(3, 1, -4); // onto the upper half of stream 7's kernels
        QCOMPARE(shown(), (Lanes{0, 3, 1, 2, 4, 5, 6, 7}));
        QVERIFY(state().laneOrder() == LaneOrder::ByHand);
        carry(3, 2, 4); // the lower half of its copies
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
    }

    void aHeadingTakesItsLanesAlong()
    {
        carry(4, 0, -8);
        QCOMPARE(shown(), (Lanes{4, 5, 6, 7, 0, 1, 2, 3}));
        carry(4, 3, 6);
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
    }

    void aLaneStaysWithItsHeading()
    {
        carry(1, 6, 0);
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
        QVERIFY(state().laneOrder() == LaneOrder::Recorded);
    }

    void aClickCarriesNothingAndEscapePutsBack()
    {
        Mouse(m_panel->labels()).click({60, yOfLane(3)});
        QVERIFY(state().laneOrder() == LaneOrder::Recorded);
        Mouse mouse(m_panel->labels());
        mouse.press({60, yOfLane(3)}).move({60, yOfLane(2)}).move({60, yOfLane(1) - 4});
        QTest::keyClick(&m_panel->labels(), Qt::Key_Escape);
        mouse.release({60, yOfLane(1) - 4});
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
    }

    /// A line of the accent shows where it would stand.
    void theDropIsShown()
    {
        Mouse mouse(m_panel->labels());
        mouse.press({60, yOfLane(3)}).move({60, yOfLane(2)}).move({60, yOfLane(1) - 4});
        const QImage image = m_panel->labels().grab().toImage();
        const scene::LayoutRow* row = state().layout().find({1, 0});
        QCOMPARE(image.pixelColor(100, state().rows().yOf(*row)),
                 Theme::current().color(Role::Accent));
        mouse.move({60, yOfLane(3)}).release({60, yOfLane(3)});
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7})); // back where it was
    }

    void theMenuMovesByOne()
    {
        point(3);
        action(QStringLiteral("Move up"))->trigger();
        QCOMPARE(shown(), (Lanes{0, 1, 3, 2, 4, 5, 6, 7}));
        QTest::keyClick(&canvas(), Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(shown(), (Lanes{0, 3, 1, 2, 4, 5, 6, 7}));
        action(QStringLiteral("Move up"))->trigger(); // the first of its heading
        QCOMPARE(shown(), (Lanes{0, 3, 1, 2, 4, 5, 6, 7}));
        QTest::keyClick(&canvas(), Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(shown(), (Lanes{0, 1, 3, 2, 4, 5, 6, 7}));
        action(QStringLiteral("As recorded"))->trigger();
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
        action(QStringLiteral("By hand"))->trigger(); // it is not forgotten
        QCOMPARE(shown(), (Lanes{0, 1, 3, 2, 4, 5, 6, 7}));
    }

    // ---- collapsed

    /// In [0, 100 000): gemm runs for 10 000, attention for 30 000 and again 30 000.
    void aCollapsedDeviceTellsItsKernels()
    {
        m_document->setUserWindow({0, 100'000});
        QVERIFY(summaries().kernelsOf(0).isEmpty());
        state().toggleLane(0);
        QTRY_VERIFY(summaries().isSettled());
        QCOMPARE(summaries().kernelsOf(0).replace(QChar(0x00a0), u' '),
                 QStringLiteral("attention 60.0 % · gemm 10.0 %"));
        QVERIFY(summaries().classesOf(0).startsWith(QStringLiteral("compute")));
        m_document->setUserWindow({0, 20'000}); // 10 000 of either
        QTRY_COMPARE(summaries().kernelsOf(0).replace(QChar(0x00a0), u' '),
                     QStringLiteral("attention 50.0 % · gemm 50.0 %"));
        state().toggleLane(0);
        QVERIFY(summaries().kernelsOf(0).isEmpty());
    }

    // ---- session

    void whatWasChosenIsKeptInTheSession()
    {
        keepLanesInSession(state());
        const QSignalSpy edited(&notes(), &Annotations::edited);
        state().setDensity(scene::RowDensity::Tall); // no matter of the trace
        QCOMPARE(edited.count(), 0);
        carry(3, 1, -4);
        state().pinLane(6, true);
        state().hideLane(2);
        QCOMPARE(edited.count(), 3);
        const Session kept = notes().session();
        QVERIFY(!kept.isEmpty());
        m_document->setAnalysis(fixture::analysed(fixture::severalLanes())); // opened again
        QCOMPARE(shown(), (Lanes{0, 1, 2, 3, 4, 5, 6, 7}));
        QVERIFY(notes().session().others.empty());
        notes().restore(kept);
        QCOMPARE(shown(), (Lanes{6, 0, 3, 1, 4, 5, 7}));
        QVERIFY(state().laneOrder() == LaneOrder::ByHand);
        QCOMPARE(edited.count(), 3); // restoring is not the user's doing
        state().showHiddenLanes();
        state().unpinLanes();
        state().setLaneOrder(LaneOrder::Recorded);
        QVERIFY(notes().session().others.empty()); // nothing chosen, nothing kept
    }

    void theUsualOrderIsNotThatOfOneTrace()
    {
        const QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        keepLaneSettings(settings, state());
        state().setLaneOrder(LaneOrder::ByActivity);
        const Lanes byActivity = shown();
        state().moveLaneBy(static_cast<std::size_t>(byActivity.at(1)), true);
        QVERIFY(shown() != byActivity);
        QCOMPARE(settings.laneOrder(), QStringLiteral("activity"));
        m_document->setAnalysis(fixture::analysed(fixture::severalLanes()));
        QVERIFY(state().laneOrder() == LaneOrder::ByActivity);
        QCOMPARE(shown(), byActivity);
    }

    // ---- pictures

    void exportedPicturesShowTheLanesAsChosen()
    {
        const auto textOf = [this](bool isChosen) {
            const QTemporaryDir folder;
            PictureOptions options;
            options.path = folder.filePath(QStringLiteral("a.svg"));
            if (isChosen)
                options.look = state().look();
            if (!renderPicture(m_document->analysis(), options))
                return QByteArray("failed");
            QFile file(options.path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        state().hideLane(6);
        carry(4, 0, -8);
        const QByteArray chosen = textOf(true);
        QVERIFY(chosen.indexOf("python (4242)") > 0);
        QVERIFY(chosen.indexOf("python (4242)") < chosen.indexOf("GPU 0"));
        QCOMPARE(chosen.count("CUDA API"), 1);  // of two
        const QByteArray plain = textOf(false); // the command line's
        QVERIFY(plain.indexOf("GPU 0") < plain.indexOf("python (4242)"));
        QCOMPARE(plain.count("CUDA API"), 2);
    }

private:
    TimelineState& state() { return m_panel->state(); }

    const HeadingSummaries& summaries() { return m_panel->labels().summaries(); }

    Annotations& notes() { return m_document->annotations(); }

    Lanes shown()
    {
        Lanes out;
        for (const scene::LayoutRow& row : state().layout().rows())
            if (row.isFirst())
                out << static_cast<int>(row.lane);
        return out;
    }

    double yOfLane(std::size_t lane)
    {
        const scene::LayoutRow* row = state().layout().find({lane, 0});
        return state().rows().yOf(*row) + row->height / 2;
    }

    /// From the middle of a lane's name to that of another, and `beyond` pixels further down.
    void carry(std::size_t lane, std::size_t target, int beyond)
    {
        Mouse(m_panel->labels()).drag({60, yOfLane(lane)}, {60, yOfLane(target) + beyond});
    }

    void point(std::size_t lane) { Mouse(m_panel->labels()).move({60, yOfLane(lane)}); }

    QAction* action(const QString& start)
    {
        for (QAction* entry : m_menu->findChildren<QAction*>())
            if (entry->text().remove(u'&').startsWith(start))
                return entry;
        qFatal("no such entry: %s", qPrintable(start));
    }

    std::unique_ptr<LaneMenu> m_menu;
};

QTEST_MAIN(TimelineOrderTest)
#include "timeline_order_test.moc"

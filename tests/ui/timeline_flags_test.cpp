// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/host_loop.h"
#include "tests/support/timeline_driver.h"
#include "ui/annotations.h"
#include "ui/panels/timeline/flags.h"
#include "ui/panels/timeline/note_editor.h"
#include "ui/panels/timeline/overview_strip.h"
#include "ui/panels/timeline/time_ruler.h"
#include "ui/render/time_axis.h"

#include <QApplication>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QToolTip>

#include <set>

using namespace nv;
using namespace nv::fixture;

/// Marks and named ranges on the real timeline, by keys and mouse.
class TimelineFlagsTest : public TimelineDriver
{
    Q_OBJECT
private slots:

    void init() { open(); }

    void cleanup() { close(); }

    /// The first kernel ends at 42 000 (fixture::threeSteps); the pointer stands 3 px beside it.
    void aMarkSnapsToAnEdge()
    {
        point(xOf(42'000) + 3);
        QTest::keyClick(&canvas(), Qt::Key_M);
        QVERIFY((notes().marks() == std::vector<Ns>{42'000}));
        QCOMPARE(notes().chosenMark(), std::optional(Ns{42'000}));
        const Ns free = timeAt(std::floor(xOf(42'000)) + 3);
        QTest::keyClick(&canvas(), Qt::Key_M, Qt::AltModifier);
        QCOMPARE(notes().marks().size(), std::size_t{2});
        QCOMPARE(notes().marks()[1], free);
        QTest::keyClick(&canvas(), Qt::Key_Delete); // the newest is chosen
        QVERIFY((notes().marks() == std::vector<Ns>{42'000}));
        QTest::keyClick(&canvas(), Qt::Key_Delete);
        QCOMPARE(notes().marks().size(), std::size_t{1});
    }

    void withoutAPointerTheSelectionIsMarked()
    {
        m_panel->state().setCursor(std::nullopt);
        m_document->select(kernel(1));
        const Ns start = scene::rangeOf(*m_document->trace(), kernel(1)).begin;
        QTest::keyClick(&canvas(), Qt::Key_M);
        QVERIFY((notes().marks() == std::vector<Ns>{start}));
    }

    void theRulerMakesRoomForFlags()
    {
        TimeRuler& ruler = m_panel->ruler();
        QCOMPARE(ruler.height(), kAxisHeight);
        const int top = canvas().y();
        notes().addMark(50'000);
        QCOMPARE(ruler.height(), kAxisHeight + kFlagLine);
        QCOMPARE(canvas().y(), top + kFlagLine);
        notes().keep({20'000, 80'000});
        QCOMPARE(ruler.height(), kAxisHeight + 2 * kFlagLine);
        // The bar of the window is still where it can be dragged.
        m_document->setUserWindow({100'000, 200'000});
        const double y = ruler.height() - kWindowBarHeight / 2.0;
        Mouse(ruler).drag({xOf(150'000), y}, {xOf(170'000), y});
        QVERIFY(near(window().begin, 120'000));
        notes().removeAllMarks();
        notes().remove(notes().ranges().front().id);
        QCOMPARE(ruler.height(), kAxisHeight);
        QCOMPARE(canvas().y(), top);
    }

    void theDistanceOfTwoMarksIsWritten()
    {
        notes().addMark(50'000);
        QVERIFY(distances().isEmpty());
        notes().addMark(150'000);
        QCOMPARE(distances(), QStringList{QStringLiteral("100 µs")});
        notes().addMark(250'500);
        QCOMPARE(distances(), (QStringList{QStringLiteral("100 µs"), QStringLiteral("101 µs")}));
        // Between its marks, drawn there.
        const auto all = markDistances(flagArea(), m_panel->state().scale(), notes());
        QVERIFY(all[0].room.left() > xOf(50'000) && all[0].room.right() < xOf(150'000));
        QVERIFY(hasInk(m_panel->ruler().grab(all[0].room).toImage()));
        // Too close to write between them: behind the second.
        notes().removeAllMarks();
        notes().addMark(50'000);
        notes().addMark(50'000 + nsOf(12));
        const auto close = markDistances(flagArea(), m_panel->state().scale(), notes());
        QCOMPARE(close.size(), std::size_t{1});
        QVERIFY(!close[0].isBetween && close[0].room.left() > xOf(50'000 + nsOf(12)));
    }

    void shiftMKeepsTheWindow()
    {
        m_document->setUserWindow({20'000, 60'000});
        QTest::keyClick(&canvas(), Qt::Key_M, Qt::ShiftModifier);
        m_document->setUserWindow({100'000, 180'000});
        QTest::keyClick(&canvas(), Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(notes().ranges().size(), std::size_t{2});
        QCOMPARE(notes().ranges()[0].name, std::string("A"));
        QCOMPARE(notes().ranges()[1].name, std::string("B"));
        QTest::keyClick(&canvas(), Qt::Key_M, Qt::ShiftModifier); // the same stretch again
        QCOMPARE(notes().ranges().size(), std::size_t{2});
        QVERIFY(notes().marks().empty());
        QTest::keyClick(&canvas(), Qt::Key_1);
        QVERIFY((window() == TimeRange{20'000, 60'000}));
        QCOMPARE(m_document->window().source, WindowSource::User);
        QTest::keyClick(&canvas(), Qt::Key_2);
        QVERIFY((window() == TimeRange{100'000, 180'000}));
        QCOMPARE(notes().chosenRange(), std::optional(notes().ofKey(2)->id));
        QTest::keyClick(&canvas(), Qt::Key_Delete);
        QVERIFY(notes().ofKey(2) == nullptr);
        QVERIFY((window() == TimeRange{100'000, 180'000})); // the window is another thing
    }

    void aNewRangeIsNamedAtOnce()
    {
        QApplication::setActiveWindow(m_panel.get());
        m_document->setUserWindow({20'000, 60'000});
        NoteEditor* editor = keepByKey();
        QVERIFY(editor != nullptr && editor->isVisible());
        QCOMPARE(editor->selectedText(), QStringLiteral("A"));
        QTRY_VERIFY(editor->hasFocus());
        const TimeRuler& ruler = m_panel->ruler();
        const QRect flag = rangeFlags(flagArea(), m_panel->state().scale(), notes())[0].box;
        QCOMPARE(editor->x(), ruler.x() + flag.left());
        QVERIFY(editor->y() > ruler.y() + flag.bottom());
        QTest::keyClicks(editor, QStringLiteral("m 1")); // letters that are keys elsewhere
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(notes().ofKey(1)->name, std::string("m 1"));
        QVERIFY(notes().marks().empty());
        QVERIFY(canvas().hasFocus());
        // Esc keeps the name it got, and the range.
        m_document->setUserWindow({100'000, 180'000});
        editor = keepByKey();
        QTest::keyClicks(editor, QStringLiteral("another"));
        QTest::keyClick(editor, Qt::Key_Escape);
        QCOMPARE(notes().ofKey(2)->name, std::string("B"));
        QVERIFY((window() == TimeRange{100'000, 180'000})); // that Esc was for the name
        // Going on with the mouse keeps what is written.
        m_document->setUserWindow({200'000, 220'000});
        QTest::keyClicks(keepByKey(), QStringLiteral("third"));
        Mouse(canvas()).click({500, 100});
        QTRY_COMPARE(notes().ofKey(3)->name, std::string("third"));
    }

    void f2RenamesTheChosenRange()
    {
        const QSignalSpy said(m_document.get(), &Document::noticed);
        QTest::keyClick(&canvas(), Qt::Key_F2);
        QCOMPARE(said.count(), 1); // none is chosen
        const std::uint64_t id = notes().keep({200'000, 240'000});
        m_document->setView({10'000, 60'000}); // its flag is out of sight
        QTest::keyClick(&canvas(), Qt::Key_F2);
        auto* editor = m_panel->findChild<NoteEditor*>();
        QVERIFY(editor != nullptr);
        QVERIFY(m_panel->rect().contains(editor->geometry()));
        QVERIFY(editor->geometry().right() > m_panel->ruler().geometry().center().x());
        QTest::keyClicks(editor, QStringLiteral("tail"));
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(notes().find(id)->name, std::string("tail"));
        QCOMPARE(said.count(), 1);
    }

    void ctrlDigitStores()
    {
        m_document->setUserWindow({20'000, 60'000});
        QTest::keyClick(&canvas(), Qt::Key_5, Qt::ControlModifier);
        QVERIFY((notes().ofKey(5)->range == TimeRange{20'000, 60'000}));
        m_document->setUserWindow({30'000, 70'000});
        QTest::keyClick(&canvas(), Qt::Key_5, Qt::ControlModifier);
        QCOMPARE(notes().ranges().size(), std::size_t{1});
        m_document->resetWindow();
        QTest::keyClick(&canvas(), Qt::Key_5, Qt::KeypadModifier);
        QVERIFY((window() == TimeRange{30'000, 70'000}));
        // A key without a range says how to make one.
        const QSignalSpy said(m_document.get(), &Document::noticed);
        QTest::keyClick(&canvas(), Qt::Key_6);
        QCOMPARE(said.count(), 1);
        QVERIFY(said.at(0).at(0).toString().contains(QStringLiteral("Ctrl+6")));
        QVERIFY((window() == TimeRange{30'000, 70'000}));
    }

    void aRangeOutOfSightIsBroughtIntoView()
    {
        m_document->setUserWindow({200'000, 240'000});
        QTest::keyClick(&canvas(), Qt::Key_1, Qt::ControlModifier);
        m_document->setView({10'000, 60'000});
        QTest::keyClick(&canvas(), Qt::Key_1);
        QVERIFY(view().begin <= 200'000 && view().end >= 240'000);
    }

    void flagsAreChosenByMouse()
    {
        const std::uint64_t id = notes().keep({50'000, 150'000});
        notes().addMark(220'000);
        TimeRuler& ruler = m_panel->ruler();
        const QRect range = rangeFlags(flagArea(), m_panel->state().scale(), notes())[0].box;
        const QRect mark = markFlags(flagArea(), m_panel->state().scale(), notes())[0].box;
        QCOMPARE(range.left(), static_cast<int>(std::floor(xOf(50'000))));
        QVERIFY(mark.top() > range.bottom()); // each has its line
        const TimeRange before = window();
        Mouse(ruler).click(range.center());
        QCOMPARE(notes().chosenRange(), std::optional(id));
        Mouse(ruler).click(mark.center());
        QCOMPARE(notes().chosenMark(), std::optional(Ns{220'000}));
        QVERIFY(window() == before);
        Mouse(ruler).doubleClick(range.center());
        QVERIFY((window() == TimeRange{50'000, 150'000}));
        Mouse(ruler).click({xOf(280'000), 4}); // beside all flags
        QVERIFY(!notes().hasChosen());
        Mouse(ruler).click(mark.center());
        QTest::keyClick(&canvas(), Qt::Key_Delete);
        QVERIFY(notes().marks().empty());
    }

    void flagsSayWhatTheyAre()
    {
        const std::uint64_t id = notes().keep({50'000, 150'000});
        notes().setNote(id, QStringLiteral("the slow one"));
        const Flag flag = rangeFlags(flagArea(), m_panel->state().scale(), notes())[0];
        const QString text = test::plain(flagText(flag, notes()));
        QVERIFY2(text.contains(QStringLiteral("A · ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("100 µs · key 1\nthe slow one")), qPrintable(text));
        QHelpEvent help(QEvent::ToolTip, flag.box.center(),
                        m_panel->ruler().mapToGlobal(flag.box.center()));
        QCoreApplication::sendEvent(&m_panel->ruler(), &help);
        QTRY_VERIFY(QToolTip::text().contains(QStringLiteral("the slow one")));
    }

    /// Flags that would lie on one another stand beside one another, all with a letter's room.
    void flagsDoNotCoverEachOther()
    {
        for (int i = 0; i < 4; ++i)
            notes().rename(notes().keep({50'000 + i * nsOf(3), 150'000}),
                           QStringLiteral("a long name %1").arg(i));
        const auto flags = rangeFlags(flagArea(), m_panel->state().scale(), notes());
        QCOMPARE(flags.size(), std::size_t{4});
        for (std::size_t i = 0; i + 1 < flags.size(); ++i) {
            QVERIFY(flags[i].box.right() < flags[i + 1].box.left());
            QVERIFY(flags[i].box.width() >= 14);
        }
        // One that began before the view stands at its edge.
        m_document->setView({100'000, 140'000});
        QCOMPARE(rangeFlags(flagArea(), m_panel->state().scale(), notes())[0].box.left(), 0);
        m_document->setView({160'000, 200'000});
        QVERIFY(rangeFlags(flagArea(), m_panel->state().scale(), notes()).empty());
    }

    void theOverviewShowsBands()
    {
        notes().keep({110'000, 210'000});
        notes().chooseNothing();
        const OverviewStrip& strip = m_panel->overview();
        const scene::TimeScale scale{m_document->view().limits(), strip.width()};
        const QImage image = m_panel->overview().grab().toImage();
        const QRgb ink = Theme::current().color(Role::Text).rgb();
        const int y = strip.height() - 3;
        std::set<int> columns;
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) == ink)
                columns.insert(x);
        QVERIFY(!columns.empty());
        QCOMPARE(*columns.begin(), static_cast<int>(std::floor(scale.xOf(110'000))));
        QCOMPARE(*columns.rbegin(), static_cast<int>(std::floor(scale.xOf(210'000))) - 1);
    }

    void aMarkGoesThroughTheLanes()
    {
        notes().addMark(120'000);
        notes().chooseNothing();
        const int x = static_cast<int>(std::floor(xOf(120'000)));
        const QImage image = canvas().grab().toImage();
        int inked = 0;
        for (int y = 0; y < image.height(); ++y)
            inked += image.pixel(x, y) == Theme::current().color(Role::Text).rgb() ? 1 : 0;
        QVERIFY2(inked > image.height() / 3, qPrintable(QString::number(inked)));
    }

    void anotherCaptureHasNone()
    {
        notes().keep({50'000, 150'000});
        notes().addMark(60'000);
        m_document->setAnalysis(analysed(threeSteps()));
        QVERIFY(notes().isEmpty());
        QCOMPARE(m_panel->ruler().height(), kAxisHeight);
    }

private:
    Annotations& notes() { return m_document->annotations(); }

    QRect flagArea() { return {0, 0, m_panel->ruler().width(), flagsHeight(notes())}; }

    NoteEditor* keepByKey()
    {
        QTest::keyClick(&canvas(), Qt::Key_M, Qt::ShiftModifier);
        const QList<NoteEditor*> all = m_panel->findChildren<NoteEditor*>();
        return all.isEmpty() ? nullptr : all.back(); // the one before may still have to go
    }

    /// Over the kernels' row.
    void point(double x)
    {
        Mouse(canvas()).move({std::floor(x), static_cast<double>(yOf(LaneKind::Kernels))});
    }

    QStringList distances()
    {
        QStringList out;
        for (const MarkDistance& distance :
             markDistances(flagArea(), m_panel->state().scale(), notes()))
            out << test::plain(distance.text);
        return out;
    }

    static bool hasInk(const QImage& image)
    {
        std::set<QRgb> colours;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                colours.insert(image.pixel(x, y));
        return colours.size() > 1;
    }
};

QTEST_MAIN(TimelineFlagsTest)
#include "timeline_flags_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_file.h"
#include "tests/support/host_loop.h"
#include "tests/support/timeline_driver.h"
#include "ui/annotations.h"
#include "ui/mark_text.h"
#include "ui/panels/ranges/mark_list.h"
#include "ui/panels/ranges/ranges_panel.h"
#include "ui/panels/timeline/flags.h"
#include "ui/panels/timeline/note_editor.h"
#include "ui/panels/timeline/time_ruler.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTimer>

using namespace nv;
using namespace nv::fixture;

/// Notes on marks and the distance of two of them, on the flags and in the dock.
class MarkNotesTest : public TimelineDriver
{
    Q_OBJECT

private slots:

    void init()
    {
        open();
        m_dock = std::make_unique<RangesPanel>(*m_document);
        m_dock->resize(900, 260);
        m_dock->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dock.get()));
        QApplication::setActiveWindow(m_panel.get());
        notes().addMark(50'000);
        notes().addMark(150'000);
        notes().addMark(250'500);
        notes().chooseNothing();
    }

    void cleanup()
    {
        m_dock.reset();
        close();
    }

    // ---- notes

    void aDoubleClickOnTheFlagEditsItsNote()
    {
        Mouse(m_panel->ruler()).doubleClick(flag(150'000).center());
        NoteEditor* editor = m_panel->findChild<NoteEditor*>();
        QVERIFY(editor != nullptr && editor->isVisible());
        QVERIFY(m_panel->rect().contains(editor->geometry()));
        QTRY_VERIFY(editor->hasFocus());
        QTest::keyClicks(editor, QStringLiteral("m 1 slow?")); // letters that are keys elsewhere
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(notes().noteOfMark(150'000), QStringLiteral("m 1 slow?"));
        QCOMPARE(notes().marks().size(), std::size_t{3});
        QVERIFY(markText(150'000, notes()).contains(QStringLiteral("slow?")));
        QTRY_VERIFY(m_panel->findChild<NoteEditor*>() == nullptr);
        QVERIFY(canvas().hasFocus());
        // Esc leaves the note as it was.
        Mouse(m_panel->ruler()).doubleClick(flag(150'000).center());
        editor = m_panel->findChild<NoteEditor*>();
        QCOMPARE(editor->text(), QStringLiteral("m 1 slow?"));
        QTest::keyClicks(editor, QStringLiteral("another"));
        QTest::keyClick(editor, Qt::Key_Escape);
        QCOMPARE(notes().noteOfMark(150'000), QStringLiteral("m 1 slow?"));
    }

    void theMenuOfAFlagEditsTheNoteOfARange()
    {
        const std::uint64_t id = notes().keep({60'000, 90'000});
        chooseAtFlag(rangeFlag(), QStringLiteral("Edit note"));
        auto* editor = m_panel->findChild<NoteEditor*>();
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor, QStringLiteral("first"));
        QTest::keyClick(editor, Qt::Key_Enter);
        QCOMPARE(notes().find(id)->note, std::string("first"));
    }

    void theMenuOfAFlagRenamesARange()
    {
        const std::uint64_t id = notes().keep({60'000, 90'000});
        chooseAtFlag(rangeFlag(), QStringLiteral("Rename"));
        auto* editor = m_panel->findChild<NoteEditor*>();
        QVERIFY(editor != nullptr);
        QCOMPARE(editor->selectedText(), QStringLiteral("A"));
        QTest::keyClicks(editor, QStringLiteral("warm-up"));
        QTest::keyClick(editor, Qt::Key_Enter);
        QCOMPARE(notes().find(id)->name, std::string("warm-up"));
        QVERIFY(notes().find(id)->note.empty());
    }

    void aNoteGoesWithItsMark()
    {
        notes().setMarkNote(50'000, QStringLiteral("here"));
        notes().setMarkNote(60'000, QStringLiteral("no mark is there"));
        QVERIFY(notes().noteOfMark(60'000).isEmpty());
        notes().chooseMark(50'000);
        notes().removeChosen();
        notes().addMark(50'000);
        QVERIFY(notes().noteOfMark(50'000).isEmpty());
    }

    void notesAreKept()
    {
        notes().setMarkNote(150'000, QStringLiteral("the \"slow\" one"));
        const auto back = parseSession(sessionText(notes().session()));
        QVERIFY(back);
        QCOMPARE(back.value().markNotes.size(), std::size_t{1});
        QCOMPARE(back.value().marks.size(), std::size_t{3});
        notes().restore(Session{});
        QVERIFY(notes().noteOfMark(150'000).isEmpty());
        notes().restore(back.value());
        QCOMPARE(notes().noteOfMark(150'000), QStringLiteral("the \"slow\" one"));
        Session other;
        other.marks = {150'000, 160'000};
        other.markNotes = {{150'000, "theirs"}, {160'000, "new"}};
        notes().merge(other);
        QCOMPARE(notes().noteOfMark(150'000), QStringLiteral("the \"slow\" one")); // own ones stay
        QCOMPARE(notes().noteOfMark(160'000), QStringLiteral("new"));
    }

    // ---- the distance of two

    void ctrlClickAsksForTheDistanceOfTwo()
    {
        TimeRuler& ruler = m_panel->ruler();
        Mouse(ruler).click(flag(50'000).center());
        Mouse(ruler, Qt::ControlModifier).click(flag(250'500).center());
        QCOMPARE(notes().chosenMark(), std::optional<Ns>(50'000));
        QCOMPARE(notes().comparedMark(), std::optional<Ns>(250'500));
        const auto all = markDistances(flagArea(), m_panel->state().scale(), notes());
        QCOMPARE(all.size(), std::size_t{1}); // instead of those of neighbours
        QCOMPARE(test::plain(all[0].text), QStringLiteral("201 µs = 200 500 ns"));
        QVERIFY(all[0].isBetween);
        QCOMPARE(m_dock->captionText(),
                 QStringLiteral("Distance of the two marks: ") + distanceText(50'000, 250'500));
        // Where they stand close together it is still whole, and on the ruler.
        m_document->setView({0, 290'000'000});
        const auto close = markDistances(flagArea(), m_panel->state().scale(), notes());
        QVERIFY(flagArea().contains(close[0].room));
        QVERIFY(close[0].room.width() > 100);
        m_document->fitView();
        Mouse(ruler, Qt::ControlModifier).click(flag(250'500).center()); // no longer
        QVERIFY(!notes().comparedMark());
        QCOMPARE(markDistances(flagArea(), m_panel->state().scale(), notes()).size(),
                 std::size_t{2});
    }

    void aPlainClickEndsTheComparison()
    {
        notes().chooseMark(50'000);
        notes().compareMark(150'000);
        Mouse(m_panel->ruler()).click(flag(250'500).center());
        QCOMPARE(notes().chosenMark(), std::optional<Ns>(250'500));
        QVERIFY(!notes().comparedMark());
        notes().compareMark(150'000);
        notes().removeChosen();
        QVERIFY(!notes().comparedMark() && !notes().chosenMark());
        QCOMPARE(notes().marks().size(), std::size_t{2});
    }

    // ---- the dock

    void theDockListsMarksWithTheirNotes()
    {
        QVERIFY(m_dock->messageText().isEmpty());
        MarkList& list = m_dock->marks();
        QVERIFY(list.isVisible());
        QVERIFY(!m_dock->list().isVisible()); // no ranges
        QCOMPARE(list.table().rowCount(), 3);
        QCOMPARE(cell(2, 1), QStringLiteral("101")); // 250 500 - 150 000 = 100 500 ns
        list.setCurrentIndex(list.table().index(1, 0));
        QCOMPARE(notes().chosenMark(), std::optional<Ns>(150'000));
        QTest::keyClick(&list, Qt::Key_F2);
        auto* line = list.findChild<QLineEdit*>();
        QVERIFY(line != nullptr);
        QTest::keyClicks(line, QStringLiteral("written in the dock"));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(notes().noteOfMark(150'000), QStringLiteral("written in the dock"));
        QCOMPARE(cell(1, 2), QStringLiteral("written in the dock"));
    }

    /// The table commits what is being written when it goes, after the dock that would show it.
    void aNoteBeingWrittenMayOutliveTheDock()
    {
        MarkList& list = m_dock->marks();
        list.setCurrentIndex(list.table().index(1, 0));
        QTest::keyClick(&list, Qt::Key_F2);
        auto* line = list.findChild<QLineEdit*>();
        QVERIFY(line != nullptr);
        QTest::keyClicks(line, QStringLiteral("half a no"));
        m_dock.reset();
        QCOMPARE(notes().marks().size(), std::size_t{3});
    }

    void twoRowsAreCompared()
    {
        MarkList& list = m_dock->marks();
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, middleOf(0));
        QTest::mouseClick(list.viewport(), Qt::LeftButton, Qt::ControlModifier, middleOf(2));
        QCOMPARE(notes().comparedMark().has_value(), true);
        QVERIFY(m_dock->captionText().contains(distanceText(50'000, 250'500)));
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, middleOf(1));
        QCOMPARE(notes().chosenMark(), std::optional<Ns>(150'000));
        QVERIFY(!notes().comparedMark());
        QTest::keyClick(&list, Qt::Key_Delete);
        QCOMPARE(list.table().rowCount(), 2);
    }

    void aDoubleClickBringsTheMarkIntoView()
    {
        QApplication::setActiveWindow(m_dock.get());
        m_document->setView({0, 30'000});
        QTest::mouseClick(m_dock->marks().viewport(), Qt::LeftButton, {}, middleOf(2));
        QTest::mouseDClick(m_dock->marks().viewport(), Qt::LeftButton, {}, middleOf(2));
        QVERIFY(view().begin <= 250'500 && 250'500 < view().end);
    }

private:
    Annotations& notes() { return m_document->annotations(); }

    QRect flagArea() { return {0, 0, m_panel->ruler().width(), flagsHeight(notes())}; }

    QRect flag(Ns mark)
    {
        for (const Flag& one : markFlags(flagArea(), m_panel->state().scale(), notes()))
            if (one.mark == mark)
                return one.box;
        qFatal("no such flag");
    }

    QRect rangeFlag() { return rangeFlags(flagArea(), m_panel->state().scale(), notes())[0].box; }

    /// The right button on a flag, then an entry of its menu.
    void chooseAtFlag(const QRect& box, const QString& entry)
    {
        QTimer::singleShot(0, this, [entry] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            for (QAction* action : menu->actions())
                if (action->text().startsWith(entry)) {
                    QTest::mouseClick(menu, Qt::LeftButton, {},
                                      menu->actionGeometry(action).center());
                    return;
                }
            menu->close();
        });
        TimeRuler& ruler = m_panel->ruler();
        QContextMenuEvent event(QContextMenuEvent::Mouse, box.center(),
                                ruler.mapToGlobal(box.center()));
        QApplication::sendEvent(&ruler, &event);
    }

    QPoint middleOf(int row)
    {
        const MarkList& list = m_dock->marks();
        return list.visualRect(list.table().index(row, 0)).center();
    }

    QString cell(int row, int column)
    {
        const TableModel& table = m_dock->marks().table();
        return test::plain(table.data(table.index(row, column), Qt::DisplayRole).toString());
    }

    std::unique_ptr<RangesPanel> m_dock;
};

QTEST_MAIN(MarkNotesTest)
#include "mark_notes_test.moc"

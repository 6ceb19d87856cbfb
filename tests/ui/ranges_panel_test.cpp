// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/host_loop.h"
#include "tests/support/key_catcher.h"
#include "ui/annotations.h"
#include "ui/document.h"
#include "ui/panels/ranges/ranges_panel.h"
#include "ui/range_actions.h"
#include "ui/table/table_view.h"
#include "ui/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <memory>

using namespace nv;
using namespace nv::test;

/// The real panel on the loop of host_loop.h: of a step of 10 ms, compute 6.978 ms, host 2.950 ms.
class RangesPanelTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        QVERIFY(writeHostLoop(m_folder.filePath(QStringLiteral("loop.sqlite"))));
        m_analysis = loadNow(m_folder.filePath(QStringLiteral("loop.sqlite")));
        QVERIFY(m_analysis);
    }

    void init()
    {
        Theme::setCurrent(Theme::Mode::Light);
        m_document = std::make_unique<Document>();
        m_parent = std::make_unique<KeyCatcher>();
        m_panel = new RangesPanel(*m_document, m_parent.get());
        m_parent->resize(1000, 300);
        m_panel->resize(1000, 300);
        m_parent->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_parent.get()));
    }

    void cleanup()
    {
        m_parent.reset();
        m_document.reset();
    }

    void saysWhatToDo()
    {
        QCOMPARE(m_panel->messageText(), QStringLiteral("No capture is open."));
        m_document->setAnalysis(m_analysis);
        QVERIFY(m_panel->messageText().contains(QStringLiteral("Shift+M")));
        button("Keep the window")->click();
        QVERIFY(m_panel->messageText().isEmpty());
        QCOMPARE(list().rowCount(), 1);
        QVERIFY(button("Remove")->isEnabled()); // the new one is chosen
        button("Remove")->click();
        QVERIFY(!m_panel->messageText().isEmpty());
        QVERIFY(!button("Remove")->isEnabled());
    }

    void figuresStandSideBySide()
    {
        openTwo();
        QCOMPARE(cell(list(), 0, "name"), QStringLiteral("A"));
        QCOMPARE(cell(list(), 0, "key"), QStringLiteral("1"));
        QCOMPARE(cell(list(), 0, "start"), QStringLiteral("0.150 000 s"));
        QCOMPARE(cell(list(), 0, "length (ms)"), QStringLiteral("10.0"));
        QCOMPARE(cell(list(), 0, "steps"), QStringLiteral("1"));
        const TableModel& budgets = m_panel->budgets().table();
        QCOMPARE(budgets.columnCount(), 3);
        // One whole step; then the 3 ms in which nothing but the host ran, 2.950 ms of them idle.
        QCOMPARE(cell(budgets, rowOf("compute"), "A"), QStringLiteral("69.8 %"));
        QCOMPARE(cell(budgets, rowOf("host"), "A"), QStringLiteral("29.5 %"));
        QCOMPARE(cell(budgets, rowOf("compute"), "B"), QStringLiteral("0.0 %"));
        QCOMPARE(cell(budgets, rowOf("host"), "B"), QStringLiteral("98.3 %"));
        QCOMPARE(cell(budgets, rowOf("sync"), "B"), QStringLiteral("1.7 %")); // 50 us
        for (int column = 1; column <= 2; ++column) {
            double sum = 0;
            for (int row = 0; row < budgets.rowCount(); ++row)
                sum += budgets.data(budgets.index(row, column), TableModel::ExactRole).toDouble();
            QVERIFY(std::abs(sum - 1) < 1e-9); // the classes are all of it
        }
    }

    /// Of a step: two kernels, 6.978 ms of compute; of the third range two whole steps, and of a
    /// half one gemm, which begins 20 us after it.
    void figuresTellMoreThanShares()
    {
        openTwo();
        m_document->annotations().keep({loopStep(2).begin, loopStep(4).begin + 5 * kMs});
        const TableModel& figures = m_panel->figures().table();
        const auto says = [&](const char* figure, const char* range) {
            for (int row = 0; row < figures.rowCount(); ++row)
                if (figures.index(row, 0).data().toString() == QLatin1String(figure))
                    return cell(figures, row, range);
            return QString();
        };
        QCOMPARE(says("whole steps", "A"), QStringLiteral("1"));
        QCOMPARE(says("time per step", "A"), QStringLiteral("10.0 ms"));
        QCOMPARE(says("kernels", "A"), QStringLiteral("2"));
        QCOMPARE(says("GPU busy", "A"), QStringLiteral("6.98 ms"));
        QCOMPARE(says("whole steps", "B"), QStringLiteral("0"));
        QCOMPARE(says("time per step", "B"), QStringLiteral("—"));
        QCOMPARE(says("kernels", "B"), QStringLiteral("0"));
        QCOMPARE(says("whole steps", "C"), QStringLiteral("2"));
        QCOMPARE(says("time per step", "C"), QStringLiteral("10.0 ms"));
        QCOMPARE(says("kernels", "C"), QStringLiteral("5"));
        QCOMPARE(says("GPU busy", "C"), QStringLiteral("18.9 ms"));
        // Beside each the difference to the first: 18.936 - 6.978 = 11.958 ms.
        QCOMPARE(figures.columnCount(), 6);
        QCOMPARE(says("GPU busy", "C − A"), QStringLiteral("+12.0 ms · +171.4 %"));
        QCOMPARE(says("kernels", "C − A"), QStringLiteral("+3 · +150.0 %"));
        QCOMPARE(says("whole steps", "B − A"), plain(QStringLiteral("−1 · −100.0 %")));
        QCOMPARE(says("time per step", "C − A"), QStringLiteral("0"));
        QCOMPARE(says("time per step", "B − A"), QStringLiteral("—")); // B has no whole step
        for (int row = 0; row < figures.rowCount(); ++row)
            for (int column = 0; column < figures.columnCount(); ++column)
                QVERIFY(figures.index(row, column).data(Qt::ToolTipRole).toString().size() > 20);
    }

    void thePrimaryIsThatOfTheWindow()
    {
        openTwo();
        for (int row = 0; row < 2; ++row) {
            const std::uint64_t id = list().rowId(row);
            jumpToRange(*m_document, id);
            QCOMPARE(cell(list(), row, "primary"),
                     QString::fromStdString(m_document->verdict().primary));
        }
        QCOMPARE(cell(list(), 1, "primary"), QStringLiteral("host-bound")); // 98.3 % of it
    }

    void aDoubleClickMakesItTheWindow()
    {
        openTwo();
        const QModelIndex length = list().index(1, columnOf(list(), "length (ms)"));
        const QPoint at = m_panel->list().visualRect(length).center();
        QTest::mouseClick(m_panel->list().viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(m_document->annotations().chosenRange(), std::optional(list().rowId(1)));
        QVERIFY(m_document->window().range != second());
        QTest::mouseDClick(m_panel->list().viewport(), Qt::LeftButton, {}, at);
        QVERIFY(m_document->window().range == second());
        m_panel->list().setCurrentIndex(list().index(0, 0));
        QTest::keyClick(&m_panel->list(), Qt::Key_Return);
        QVERIFY(m_document->window().range == loopStep(5));
    }

    void nameAndNoteAreEdited()
    {
        openTwo();
        type(0, "name", QStringLiteral("first"));
        QCOMPARE(m_document->annotations().ranges()[0].name, std::string("first"));
        QCOMPARE(cell(list(), 0, "name"), QStringLiteral("first"));
        type(0, "note", QStringLiteral("as expected"));
        QCOMPARE(m_document->annotations().ranges()[0].note, std::string("as expected"));
        // The budgets are headed by the name.
        QVERIFY(columnOf(m_panel->budgets().table(), "first") > 0);
        QVERIFY(
            !list().flags(list().index(0, columnOf(list(), "start"))).testFlag(Qt::ItemIsEditable));
        // An empty name changes nothing.
        type(0, "name", QStringLiteral(" "));
        QCOMPARE(cell(list(), 0, "name"), QStringLiteral("first"));
    }

    void theKeptWindowIsNamedAtOnce()
    {
        m_document->setAnalysis(m_analysis);
        QApplication::setActiveWindow(m_parent.get());
        button("Keep the window")->click();
        auto* editor = m_panel->list().findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        QCOMPARE(editor->selectedText(), QStringLiteral("A"));
        QTest::keyClicks(editor, QStringLiteral("the loop"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(cell(list(), 0, "name"), QStringLiteral("the loop"));
    }

    void theMenuOfARowRenamesItsRange()
    {
        openTwo();
        const TableView& view = m_panel->list();
        const QPoint at = view.visualRect(list().index(1, columnOf(list(), "start"))).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.viewport()->mapToGlobal(at));
        QApplication::sendEvent(view.viewport(), &event);
        QMenu* menu = nullptr;
        QTRY_VERIFY((menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) != nullptr);
        QAction* rename = menu->actions().front();
        QVERIFY2(rename->text().startsWith(QStringLiteral("Rename")), qPrintable(rename->text()));
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(rename).center());
        QLineEdit* editor = nullptr;
        QTRY_VERIFY((editor = view.findChild<QLineEdit*>()) != nullptr);
        QTest::keyClicks(editor, QStringLiteral("second"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(cell(list(), 1, "name"), QStringLiteral("second"));
        QCOMPARE(m_document->annotations().chosenRange(), std::optional(list().rowId(1)));
    }

    void deleteRemovesTheChosen()
    {
        openTwo();
        m_panel->list().setCurrentIndex(list().index(0, 0));
        QTest::keyClick(&m_panel->list(), Qt::Key_Delete);
        QCOMPARE(list().rowCount(), 1);
        QCOMPARE(cell(list(), 0, "name"), QStringLiteral("B"));
        QCOMPARE(m_panel->budgets().table().columnCount(), 2);
    }

    void theChoiceIsShared()
    {
        openTwo();
        m_document->annotations().chooseRange(list().rowId(0));
        QCOMPARE(m_panel->list().currentId(), std::optional(list().rowId(0)));
        m_document->annotations().chooseNothing();
        QVERIFY(!m_panel->list().selectionModel()->hasSelection());
    }

    void lettersAndDigitsBelongToTheTimeline()
    {
        openTwo();
        m_panel->list().setFocus();
        QTest::keyClick(&m_panel->list(), Qt::Key_Z);
        QTest::keyClick(&m_panel->list(), Qt::Key_1);
        QTest::keyClick(&m_panel->list(), Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(m_parent->keys, 4);                   // Z, 1, Ctrl, 2
        QTest::keyClick(&m_panel->list(), Qt::Key_Up); // to the first of two
        QCOMPARE(m_parent->keys, 4);
    }

    void rowsAreCopied()
    {
        openTwo();
        m_panel->list().selectRow(0);
        QTest::keyClick(&m_panel->list(), Qt::Key_C, Qt::ControlModifier);
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY2(text.startsWith(QStringLiteral("name\tkey\tstart_ns\tlength_ns\tsteps\tprimary\t"
                                                "note\nA\t1\t150000000\t10000000\t1\t")),
                 qPrintable(text));
    }

    void otherLimitsAreFollowed()
    {
        openTwo();
        const QString before = cell(list(), 0, "primary");
        Thresholds limits;
        limits.classes.computePrimary = 0.60; // compute is 69.8 % of it
        m_document->setThresholds(limits);
        QTRY_VERIFY(m_document->thresholdsApply());
        QVERIFY(cell(list(), 0, "primary") != before);
        jumpToRange(*m_document, list().rowId(0));
        QCOMPARE(cell(list(), 0, "primary"), QString::fromStdString(m_document->verdict().primary));
        QCOMPARE(m_document->annotations().ranges().size(), std::size_t{2}); // they stay
    }

private:
    static TimeRange second() { return {loopStep(7).begin + 7 * kMs, loopStep(7).end}; }

    const TableModel& list() const { return m_panel->list().table(); }

    void openTwo()
    {
        m_document->setAnalysis(m_analysis);
        m_document->annotations().keep(loopStep(5));
        m_document->annotations().keep(second());
        QCOMPARE(list().rowCount(), 2);
    }

    QToolButton* button(const char* text)
    {
        for (QToolButton* button : m_panel->findChildren<QToolButton*>())
            if (button->text() == QLatin1String(text))
                return button;
        return nullptr;
    }

    static int columnOf(const TableModel& table, const char* title)
    {
        for (int c = 0; c < table.columnCount(); ++c)
            if (table.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString()
                == QString::fromUtf8(title))
                return c;
        return -1;
    }

    static QString cell(const TableModel& table, int row, const char* title)
    {
        return plain(table.index(row, columnOf(table, title)).data().toString());
    }

    int rowOf(const char* cls) const
    {
        const TableModel& table = m_panel->budgets().table();
        for (int row = 0; row < table.rowCount(); ++row)
            if (table.index(row, 0).data().toString() == QLatin1String(cls))
                return row;
        return -1;
    }

    /// F2, the text, Enter: as a hand does it.
    void type(int row, const char* title, const QString& text)
    {
        TableView& view = m_panel->list();
        view.setFocus();
        view.setCurrentIndex(list().index(row, columnOf(list(), title)));
        QTest::keyClick(&view, Qt::Key_F2);
        auto* editor = view.findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        editor->selectAll();
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(view.findChild<QLineEdit*>() == nullptr);
    }

    QTemporaryDir m_folder;
    AnalysisPtr m_analysis;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<KeyCatcher> m_parent;
    RangesPanel* m_panel = nullptr;
};

QTEST_MAIN(RangesPanelTest)
#include "ranges_panel_test.moc"
